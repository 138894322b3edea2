"""Three hundred local arrays of 400 kB, each for every one of 1,024 threads.

Launch: 64 blocks of 1024
Memory: 400 MiB
Gets: memory_limit with memory.simt
Stage: slow
"""

HEAD = "from numba import cuda, float64\n\n\n@cuda.jit\ndef k(a, out):\n"
ARRAYS = "".join(f"    s{at} = cuda.local.array(50_000, float64)\n    s{at}[0] = 1\n" for at in range(300))
SOURCE = f"{HEAD}{ARRAYS}    out[0] = 1\n"
