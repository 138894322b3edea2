# expects: too_slow
from numba import cuda, float32

BLOCK = 256


@cuda.jit
def block_sums(a, out):
    first = BLOCK * cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        total = float32(0)
        for k in range(first, min(first + BLOCK, a.size)):
            total += a[k]
        out[cuda.blockIdx.x] = total
