"""Sends text of which each line becomes hundreds of instructions.

Stopped by: the linker's limits, its answer's size among them; what exceeds them is the learner's.
Gets: compile_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
lines = "".join(f"rem.s64 %r{i % 8}, %r{(i + 1) % 8}, %r{(i + 3) % 8};\n" for i in range(45_000))
start = "".join(f"ld.param.u64 %r{i}, [p{i}];\n" for i in range(8))
end = "".join(f"st.global.u64 [%r0], %r{i};\n" for i in range(8))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k({parameters}) {{ .reg .b64 %r<9>;\n{start}{lines}{end} ret; }}\n"
raw = encode(Frame("ptx", {"text": TEXT, "max_registers": None}))
while raw:
    raw = raw[os.write(3, raw) :]
os._exit(0)
