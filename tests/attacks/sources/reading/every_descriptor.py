"""Reads all descriptors that are open, and tells what was in them.

Stopped by: design: a child has its own job, a pipe for its answer and two for its prints, and no other.
Gets: compile_error source_error
"""
import os

told = []
for number in range(64):
    try:
        told.append((number, os.pread(number, 1 << 20, 0)))
    except OSError:
        pass
said = b"".join(raw for _, raw in told)
raise RuntimeError(repr([number for number, _ in told]) + ("SEC" + "RET" if b"SECRET-" in said else ""))
