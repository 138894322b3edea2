"""The same in a constant that cannot be worked out.

Gets: unsupported with unsupported.module
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "N = [0x" + "f" * 60_000 + " @ 1]\n" + HEAD + "    out[0] = N"
