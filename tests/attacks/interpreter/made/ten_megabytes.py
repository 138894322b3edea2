"""More source than a worker hands on: what a learner can send ends at 64 KiB.

Gets: unsupported with syntax_error.too_long
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = HEAD + "    out[0] = 1\n" + "#" * 3_000_000
