# expects: too_slow
from numba import cuda, float32

BLOCK = 128


@cuda.jit
def divide_by_peak(a, peaks, out):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    highest = float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        highest = max(highest, abs(a[i]))
    tile[t] = highest
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        cuda.syncthreads()
        half //= 2
    if t == 0:
        peaks[cuda.blockIdx.x] = tile[0]
    for i in range(a.size):
        highest = max(highest, abs(a[i]))
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i] / highest
