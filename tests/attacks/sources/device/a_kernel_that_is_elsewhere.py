"""Names a kernel that its text does not hold, which leaves the linker with nothing to report.

Stopped by: the linker looks for the kernel in what it made; and where it breaks, a text of ours is tried before anybody
calls it our fault.
Gets: compile_error compile_limit.interface
"""
import os
from app.protocol.frames import Frame, encode

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.extern .entry k({parameters});\n"
os.write(3, encode(Frame("ptx", {"text": TEXT, "max_registers": None})))
os._exit(0)
