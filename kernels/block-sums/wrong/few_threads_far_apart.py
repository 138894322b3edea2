# expects: too_slow
from numba import cuda, float32

BLOCK = 256


@cuda.jit
def block_sums(a, out):
    part = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < a.size:
        part[t] = a[i]
    else:
        part[t] = 0
    cuda.syncthreads()

    step = 1
    while step < BLOCK:
        slot = 2 * step * t
        if slot < BLOCK:
            part[slot] += part[slot + step]
        cuda.syncthreads()
        step *= 2

    if t == 0:
        out[cuda.blockIdx.x] = part[0]
