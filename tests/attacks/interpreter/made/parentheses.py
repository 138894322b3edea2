"""Two hundred parentheses, which is more than Python's own parser takes.

Gets: unsupported with syntax_error
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = " + "(" * 250 + "1" + ")" * 250
