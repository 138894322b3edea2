"""Sends code of twenty thousand labels, each of which jumps to another.

Stopped by: the linker's limits of time and memory.
Gets: compile_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
jumps = "".join(f"L{i}: setp.eq.u64 %p1, %r1, {i}; @%p1 bra L{i * 7919 % 20_000}; add.u64 %r1, %r1, 1;\n" for i in range(20_000))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.visible .entry k({parameters}) {{ .reg .pred %p<2>; .reg .b64 %r<3>; ld.param.u64 %r1, [p0];
{jumps} ret; }}
"""
raw = encode(Frame("ptx", {"text": TEXT, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
