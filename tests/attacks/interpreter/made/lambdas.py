"""A lambda that returns a lambda, 150 deep.

Gets: unsupported with unsupported.too_deep
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    f = " + "lambda: " * 150 + "1"
