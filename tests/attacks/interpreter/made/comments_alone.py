"""Sixty-four thousand bytes of comments.

Gets: unsupported with missing_entry
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = "#\n" * 32_000
