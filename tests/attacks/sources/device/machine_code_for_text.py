"""Sends bytes that begin as machine code does, in place of PTX.

Stopped by: the linker takes a text with one entry.
Gets: compile_error compile_limit.interface
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

os.write(3, encode(Frame("ptx", {"text": "\x7fELF\x02\x01\x01\x33" + "\0" * 512, "max_registers": None})))
os._exit(0)
