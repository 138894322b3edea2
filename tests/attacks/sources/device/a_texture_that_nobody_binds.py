"""Has a texture, which somebody would have to bind before a launch.

Stopped by: the linker: what the machine code leaves open is named in a list, and this is not.
Gets: compile_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.visible .global .texref t;
.visible .entry k({parameters}) {{ ret; }}
"""
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
