"""Asks for a version of PTX and for a target that nobody knows.

Stopped by: the assembler.
Gets: compile_error compile_limit.assembler
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 99.9\n.target sm_990a, debug\n.address_size 64\n.visible .entry k({parameters}) {{ ret; }}\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
