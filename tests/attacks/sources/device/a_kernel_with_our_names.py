"""Calls its kernel as the runtime calls its own functions.

Stopped by: the linker refuses names of the runtime's, whoever defines them.
Gets: compile_error compile_limit.launch
Stage: slow
"""
import os

from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry cudaLaunchDeviceV2({parameters}) {{ ret; }}\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
