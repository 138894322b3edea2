from numba import cuda, int32

BLOCK = 256


@cuda.jit
def running_totals(a, out):
    total = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    inside = t < a.shape[1]
    if inside:
        total[t] = a[row, t]
    else:
        total[t] = 0
    cuda.syncthreads()

    # Steps of 1, 2, 4, ..., 128. In each,
    # thread t adds what stands `step` slots
    # in front of its own, if there is such
    # a slot. Who must not be overwritten?

    if inside:
        out[row, t] = total[t]
