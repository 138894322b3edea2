"""Prints five thousand numbers on one line, in every thread.

Launch: 64 blocks of 1024
Gets: ok
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    print(" + ", ".join(["a[0]"] * 3_000) + ")"
