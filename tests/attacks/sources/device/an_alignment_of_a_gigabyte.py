"""Wants a variable of four bytes to lie at a multiple of a gigabyte.

Stopped by: the linker's limits of time and memory.
Gets: compile_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.shared .align 1073741824 .b8 s[4];
.visible .entry k({parameters}) {{ .reg .b32 %r; mov.u32 %r, s; st.shared.u32 [%r], %r; ret; }}
"""
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
