"""Reads memory upwards from one of its objects until something stops it.

Stopped by: nothing of anybody's is in this process; the process ends, and it alone.
Gets: compile_error
Stage: slow
"""
import ctypes

where, told = id(object()) & ~0xFFF, b""
while b"SECRET" + b"-" not in told:
    told = ctypes.string_at(where, 4096)
    where += 4096
raise RuntimeError(repr(told))
