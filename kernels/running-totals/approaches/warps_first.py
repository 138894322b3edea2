from numba import cuda, int32

BLOCK = 256
WARPS = 8
ALL = 0xFFFFFFFF


@cuda.jit
def running_totals(a, out):
    # Each warp scans its 32 numbers with shuffles. Then it needs only what the warps in front of it sum up to.
    sums = cuda.shared.array(WARPS, int32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    lane = t % 32
    inside = t < a.shape[1]
    total = a[row, t] if inside else int32(0)
    for step in (1, 2, 4, 8, 16):
        before = cuda.shfl_up_sync(ALL, total, step)
        if lane >= step:
            total += before
    if lane == 31:
        sums[t // 32] = total
    cuda.syncthreads()
    for warp in range(t // 32):
        total += sums[warp]
    if inside:
        out[row, t] = total
