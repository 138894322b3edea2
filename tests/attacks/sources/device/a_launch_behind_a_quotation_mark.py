"""Hides a launch from the device in what a reader takes for a quotation, and an assembler for code.

Stopped by: the linker, which reads what it takes for quotations as the assembler does.
Gets: compile_error
"""
import os

from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f""".version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 a, .param .b32 b);
.file 1 "a\\" .extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 a, .param .b64 b); .file 2 "b"
.visible .entry k({parameters}) {{ ret; }}
"""
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
