"""A byte order mark, which the worker takes away and the interpreter need not know.

Gets: unsupported with syntax_error
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "\ufeff" + HEAD + "    out[0] = 1"
