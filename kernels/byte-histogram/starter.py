from numba import cuda, int32

BINS = 256


@cuda.jit
def histogram(a, bins):
    own = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    threads = cuda.blockDim.x
    # 1. Set all 256 bins of the block to 0,
    #    with 128 threads. Then wait.

    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        # 2. Count in the block's own bins.
        cuda.atomic.add(bins, a[i], 1)

    # 3. Wait until the block has counted,
    #    then add its 256 numbers to bins.
