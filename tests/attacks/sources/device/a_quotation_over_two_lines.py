"""Hides a launch from the device in a quotation that does not end with its line.

Stopped by: the linker refuses what two readers may take for different code.
Gets: compile_error compile_limit.interface
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 a, .param .b32 b);
.file 1 "a
b" .extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 a, .param .b64 b); .file 2 "c"
.visible .entry k({parameters}) {{ ret; }}
"""
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
