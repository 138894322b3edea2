"""Sends more PTX than a kernel has.

Stopped by: the linker's limit of 4 MiB, and before it the frame's.
Gets: compile_error compile_limit.code
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

raw = encode(Frame("ptx", {"text": "//" + "x" * ((4 << 20) - 300), "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
