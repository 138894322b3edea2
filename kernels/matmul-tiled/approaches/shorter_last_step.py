from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, out):
    # No zeros: the last step adds up fewer products, and threads outside out only help to bring the tiles.
    a_tile = cuda.shared.array((TILE, TILE), float32)
    b_tile = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    inside = row < out.shape[0] and column < out.shape[1]
    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        if row < a.shape[0] and start + tx < a.shape[1]:
            a_tile[ty, tx] = a[row, start + tx]
        if start + ty < b.shape[0] and column < b.shape[1]:
            b_tile[ty, tx] = b[start + ty, column]
        cuda.syncthreads()
        if inside:
            for k in range(min(TILE, a.shape[1] - start)):
                total += a_tile[ty, k] * b_tile[k, tx]
        cuda.syncthreads()
    if inside:
        out[row, column] = total
