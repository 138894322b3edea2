"""A loop of the module with a body of many statements: more than a hundred thousand.

Gets: unsupported with unsupported.too_much
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "x = 0\nfor i in range(4_000):\n" + "    x = i + 1\n" * 30 + HEAD + "    out[0] = x"
