"""Sends a kernel that takes a structure of four kilobytes behind its arguments.

Stopped by: the linker: there is one entry, with the parameters of the exercise.
Gets: compile_error compile_limit.interface
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21)) + ", .param .align 8 .b8 more[3900]"
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k({parameters}) {{ ret; }}\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
