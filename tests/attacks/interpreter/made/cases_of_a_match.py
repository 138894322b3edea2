"""Two hundred cases of fifty patterns each, which become branches within branches.

Steps: 2000
Gets: ok
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
OR = " | "
SOURCE = (
    HEAD
    + "    match 1:\n"
    + "".join(
        f"        case {OR.join(map(str, range(n, n + 20)))}:\n            out[cuda.grid(1)] = {n}\n" for n in range(60)
    )
)
