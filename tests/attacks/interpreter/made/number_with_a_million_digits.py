"""A literal with more digits than Python turns into a number.

Gets: unsupported with syntax_error
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = " + "7" * 60_000
