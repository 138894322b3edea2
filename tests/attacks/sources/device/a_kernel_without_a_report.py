"""Has a name that looks like a line of the linker's own report.

Stopped by: names are names; what the linker refuses is the learner's.
Gets: compile_error
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry %({parameters}) {{ ret; }}\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
