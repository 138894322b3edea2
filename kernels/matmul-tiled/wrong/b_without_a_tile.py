# expects: too_slow
from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, out):
    a_tile = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)

    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        if row < a.shape[0] and start + tx < a.shape[1]:
            a_tile[ty, tx] = a[row, start + tx]
        else:
            a_tile[ty, tx] = 0
        cuda.syncthreads()

        if column < b.shape[1]:
            for k in range(min(TILE, b.shape[0] - start)):
                total += a_tile[ty, k] * b[start + k, column]
        cuda.syncthreads()

    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total
