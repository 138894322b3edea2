"""Lines that end as they did on old computers.

Gets: ok with out_of_bounds.write at line 6
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = (HEAD + "    i = cuda.grid(1)\n    out[i + 1] = 1\n").replace("\n", "\r")
