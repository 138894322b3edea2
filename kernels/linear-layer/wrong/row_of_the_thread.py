# expects: wrong_answer
from numba import cuda, float32

TILE = 16
PADDED = 17


@cuda.jit
def linear(x, w, bias, out):
    x_tile = cuda.shared.array((TILE, TILE), float32)
    w_tile = cuda.shared.array((TILE, PADDED), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)

    total = float32(0)
    for start in range(0, x.shape[1], TILE):
        k = start + tx
        if row < x.shape[0] and k < x.shape[1]:
            x_tile[ty, tx] = x[row, k]
        else:
            x_tile[ty, tx] = 0
        if column < w.shape[0] and k < w.shape[1]:
            w_tile[ty, tx] = w[column, k]
        else:
            w_tile[ty, tx] = 0
        cuda.syncthreads()

        for k in range(TILE):
            total += x_tile[ty, k] * w_tile[tx, k]
        cuda.syncthreads()

    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total + bias[column]
