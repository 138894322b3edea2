"""Three thousand branches of one statement, which are nested to Python.

Gets: unsupported with unsupported.too_deep
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = (
    HEAD
    + "    if a[0] < 0:\n        out[0] = 1\n"
    + "".join(f"    elif a[0] < {n}:\n        out[0] = {n}\n" for n in range(2_500))
)
