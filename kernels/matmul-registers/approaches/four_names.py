from numba import cuda, float32

BLOCK = 16
SIDE = 4
TILE = 64
DEPTH = 16


@cuda.jit
def matmul(a, b, out):
    # The four elements of b as four names, and one of a at a time: five values at once instead of eight.
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
            a_tile[ty + BLOCK * i, tx] = a[row, k] if row < a.shape[0] and k < a.shape[1] else 0
            k = start + ty
            column = left + tx + BLOCK * i
            b_tile[ty, tx + BLOCK * i] = b[k, column] if k < b.shape[0] and column < b.shape[1] else 0
        cuda.syncthreads()
        for k in range(DEPTH):
            b0 = b_tile[k, tx]
            b1 = b_tile[k, tx + BLOCK]
            b2 = b_tile[k, tx + 2 * BLOCK]
            b3 = b_tile[k, tx + 3 * BLOCK]
            for i in range(SIDE):
                a_k = a_tile[ty + BLOCK * i, k]
                sums[i, 0] += a_k * b0
                sums[i, 1] += a_k * b1
                sums[i, 2] += a_k * b2
                sums[i, 3] += a_k * b3
        cuda.syncthreads()
    for i in range(SIDE):
        for j in range(SIDE):
            row = top + ty + BLOCK * i
            column = left + tx + BLOCK * j
            if row < out.shape[0] and column < out.shape[1]:
                out[row, column] = sums[i, j]
