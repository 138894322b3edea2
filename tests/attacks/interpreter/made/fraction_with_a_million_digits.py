"""A fraction with as many digits is a float like any other.

Gets: ok
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[cuda.grid(1)] = 0." + "1" * 60_000
