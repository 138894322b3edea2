# expects: data_race
from numba import cuda, int32

BINS = 256


@cuda.jit
def histogram(a, bins):
    own = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    threads = cuda.blockDim.x
    for k in range(t, BINS, threads):
        own[k] = 0
    cuda.syncthreads()

    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(own, a[i], 1)

    for k in range(t, BINS, threads):
        cuda.atomic.add(bins, k, own[k])
