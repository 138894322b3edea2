"""A hundred blocks, each within the one before.

Gets: unsupported with syntax_error
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "".join("    " * (n + 1) + "if a[0] < 1:\n" for n in range(120)) + "    " * 121 + "out[0] = 1"
