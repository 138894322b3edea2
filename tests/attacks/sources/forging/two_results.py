"""Sends a kernel and a fault, for whoever takes the one that suits.

Stopped by: the worker: a compiler answers once.
Gets: compile_error source_error.interfered
"""
import os

from app.protocol.frames import Frame, encode

os.write(3, encode(Frame("ptx", {"text": "", "max_registers": None})))
os.write(3, encode(Frame("findings", {"findings": []})))
os._exit(0)
