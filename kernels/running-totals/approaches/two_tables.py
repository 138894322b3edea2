from numba import cuda, int32

BLOCK = 256


@cuda.jit
def running_totals(a, out):
    # Two tables in turn: each step reads one and writes the other. Nobody overwrites what is still read, so one barrier
    # for each step is enough.
    total = cuda.shared.array((2, BLOCK), int32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    inside = t < a.shape[1]
    total[0, t] = a[row, t] if inside else 0
    cuda.syncthreads()

    now = 0
    step = 1
    while step < BLOCK:
        own = total[now, t]
        if t >= step:
            own += total[now, t - step]
        now = 1 - now
        total[now, t] = own
        cuda.syncthreads()
        step *= 2

    if inside:
        out[row, t] = total[now, t]
