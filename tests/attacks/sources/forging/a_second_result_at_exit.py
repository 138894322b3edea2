"""Lets its kernel compile, and sends another result when the process ends.

Stopped by: a child ends without running what was registered for its end; a second frame would spoil the first.
Gets: passed
Report: as the solution's
"""
import atexit
import os

from numba import cuda

from app.protocol.frames import Frame, encode

atexit.register(lambda: os.write(3, encode(Frame("ptx", {"text": "", "max_registers": None}))))


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
