"""Sends text that is made to keep a pattern's search busy: declarations, of which none ever ends.

Stopped by: the linker's own limits of time; what takes them all is too much.
Gets: compile_error
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

raw = encode(Frame("ptx", {"text": ".extern .x " * 180_000, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
