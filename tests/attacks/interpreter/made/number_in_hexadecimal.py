"""A literal that Python does read, and cannot write out again.

Gets: unsupported with unsupported.syntax at line 5
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = 0x" + "f" * 60_000
