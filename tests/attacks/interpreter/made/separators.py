"""Characters that look like ends of lines to some, and are none to Python.

Gets: ok with out_of_bounds.write at line 6
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    i = cuda.grid(1)  # \u2028 \u2029 \x85 \x0c\n    out[i + 1] = 1"
