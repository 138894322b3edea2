"""A statement that is no constant, and long to say, in a loop: each round would write it out again.

Gets: unsupported with unsupported.too_much
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "for i in range(4_000):\n    x = {**y, " + "1: 1, " * 5_000 + "}\n" + HEAD + "    out[0] = x"
