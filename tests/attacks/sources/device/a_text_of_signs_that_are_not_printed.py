"""Sends a text of which a frame makes six times as much as it is, so that it fits in no job for the linker.

Stopped by: a text goes to the linker as bytes, and is refused there.
Gets: compile_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

raw = encode(Frame("ptx", {"text": "\x01" * 690_000, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
