"""A text on each of thousands of lines that Python warns of, which nobody reads.

Gets: ok
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "'\\q'\n" * 12_000 + HEAD + "    i = cuda.grid(1)\n    out[i] = a[i]"
