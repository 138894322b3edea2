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

    # 128 threads add a second slot to their own,
    # then 64, then 32, ... then 1. Which second
    # slot? And who has to wait for whom?

    if t == 0:
        out[cuda.blockIdx.x] = part[0]
