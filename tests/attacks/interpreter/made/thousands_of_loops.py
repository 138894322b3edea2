"""Twenty loops within one another, with a type that changes in each.

Gets: ok
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = (
    HEAD
    + "    x = 0\n"
    + "".join("    " * (n + 1) + f"while x < {n + 5}:\n" for n in range(16))
    + "    " * 17
    + "x = x + 1.5\n"
    + "    out[cuda.grid(1)] = x"
)
