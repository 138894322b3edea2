"""A null byte behind the kernel.

Gets: unsupported with syntax_error
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = 1\0"
