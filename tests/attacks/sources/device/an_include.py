"""Has the assembler read a file, by a directive of a preprocessor.

Stopped by: the assembler, which has none, and Landlock.
Gets: compile_error compile_limit.assembler
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f'.version 8.0\n.target sm_90\n.address_size 64\n#include "/etc/passwd"\n.visible .entry k({parameters}) {{ ret; }}\n'
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
