"""Hundreds of faults, and behind them a loop that never ends, which has to be told.

Steps: 4000
Gets: time_limit with timeout, out_of_bounds.write
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = (
    HEAD
    + "    i = cuda.grid(1)\n"
    + "".join(f"    out[i + {n + 32}] = 1\n" for n in range(300))
    + "    while True:\n        pass\n"
)
