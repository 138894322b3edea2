# expects: data_race
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

    step = BLOCK // 2
    while step > 0:
        if t < step:
            part[t] += part[t + step]
        step //= 2

    if t == 0:
        out[cuda.blockIdx.x] = part[0]
