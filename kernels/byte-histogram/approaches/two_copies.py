from numba import cuda, int32

BINS = 256
COPIES = 2


@cuda.jit
def histogram(a, bins):
    # Two sets of bins for each block: even threads count in one, odd threads in the other. Fewer meet in one cell, and
    # the two are added up on the way out, so that device memory sees no more atomics than with one set.
    own = cuda.shared.array((COPIES, BINS), int32)
    t = cuda.threadIdx.x
    threads = cuda.blockDim.x
    for k in range(t, BINS, threads):
        own[0, k] = 0
        own[1, k] = 0
    cuda.syncthreads()

    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(own, (t % COPIES, a[i]), 1)
    cuda.syncthreads()

    for k in range(t, BINS, threads):
        cuda.atomic.add(bins, k, own[0, k] + own[1, k])
