"""Adds up ten thousand terms, each nested in the one before.

Gets: unsupported with unsupported.too_deep
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = " + " + ".join(["a[0]"] * 10_000)
