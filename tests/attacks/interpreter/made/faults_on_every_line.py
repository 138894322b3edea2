"""A fault on each of a thousand lines: more findings than a verdict holds.

Gets: ok with out_of_bounds.write
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    i = cuda.grid(1)\n" + "".join(f"    out[i + {n + 32}] = 1\n" for n in range(1_000))
