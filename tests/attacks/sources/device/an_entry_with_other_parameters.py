"""Sends a kernel that takes one address, where the exercise passes arrays.

Stopped by: the linker: there is one entry, with the parameters of the exercise.
Gets: compile_error compile_limit.interface
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

TEXT = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
