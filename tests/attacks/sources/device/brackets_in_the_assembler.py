"""Nests blocks of code deeper than the assembler's parser goes.

Stopped by: the assembler, whose refusal is the learner's.
Gets: compile_error compile_limit.assembler
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k({parameters}) {'{' * 60_000} ret; {'}' * 60_000}\n"
raw = encode(Frame("ptx", {"text": TEXT, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
