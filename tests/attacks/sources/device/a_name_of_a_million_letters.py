"""Calls its kernel by a name so long that the assembler dies of it, in a process that no learner's Python has seen.

Stopped by: where the linker breaks, a kernel of ours is linked; if that goes well, the text was the reason.
Gets: compile_error compile_limit.assembler
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry {'k' * 1_000_000}({parameters}) {{ ret; }}\n"
raw = encode(Frame("ptx", {"text": TEXT, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
