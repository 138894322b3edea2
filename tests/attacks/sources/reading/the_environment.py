"""Tells the environment: as Python keeps it, as the C library keeps it, and as the process was started with.

Stopped by: a zygote is started with an empty environment, and `/proc` is not granted.
Gets: compile_error source_error
Naive: tells
"""
import ctypes
import os

native = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
told = [repr(dict(os.environ))]
place = 0
while native and native[place]:
    told.append(repr(native[place]))
    place += 1
try:
    with open("/proc/self/environ") as file:
        told.append(file.read())
except OSError:
    pass
every = " ".join(told)
raise RuntimeError(every[every.index("SECRET") :][:100] if "SECRET" in every else "nothing")
