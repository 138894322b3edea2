# expects: too_slow
from numba import cuda, float32

BLOCK = 16
SIDE = 4
TILE = 64
DEPTH = 16


@cuda.jit
def matmul(a, b, out):
    a_tile = cuda.shared.array((TILE, DEPTH), float32)
    b_tile = cuda.shared.array((DEPTH, TILE), float32)
    sums = cuda.local.array((SIDE, SIDE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    top = cuda.blockIdx.y * TILE
    left = cuda.blockIdx.x * TILE

    for i in range(SIDE):
        for j in range(SIDE):
            sums[i, j] = 0

    for start in range(0, a.shape[1], DEPTH):
        for i in range(SIDE):
            row = top + ty + BLOCK * i
            k = start + tx
            if row < a.shape[0] and k < a.shape[1]:
                a_tile[ty + BLOCK * i, tx] = a[row, k]
            else:
                a_tile[ty + BLOCK * i, tx] = 0
        for j in range(SIDE):
            k = start + ty
            column = left + tx + BLOCK * j
            if k < b.shape[0] and column < b.shape[1]:
                b_tile[ty, tx + BLOCK * j] = b[k, column]
            else:
                b_tile[ty, tx + BLOCK * j] = 0
        cuda.syncthreads()

        for k in range(DEPTH):
            for j in range(SIDE):
                b_k = b_tile[k, tx + BLOCK * j]
                for i in range(SIDE):
                    sums[i, j] += a_tile[ty + BLOCK * i, k] * b_k
        cuda.syncthreads()

    for i in range(SIDE):
        for j in range(SIDE):
            row = top + ty + BLOCK * i
            column = left + tx + BLOCK * j
            if row < out.shape[0] and column < out.shape[1]:
                out[row, column] = sums[i, j]
