"""A call within a call, 150 deep.

Gets: unsupported with unsupported.too_deep
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = " + "abs(" * 150 + "1" + ")" * 150
