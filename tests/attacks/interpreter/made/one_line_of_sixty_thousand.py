"""Sixty thousand characters on one line.

Gets: unsupported with unsupported.too_large
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    " + "out[0] = 1;" * 5_900
