"""Thousands of variables of 65,536 threads, each of which is held to the end.

Launch: 64 blocks of 1024
Memory: 200 MiB
Gets: memory_limit with memory.simt
Stage: slow
"""

HEAD = "import numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n"
SOURCE = (
    HEAD + "    i = cuda.grid(1)\n" + "".join(f"    x{n} = (i * {n + 1}) % 7\n" for n in range(600)) + "    out[0] = x0"
)
