from numba import cuda, float32

TILE = 16
DEPTH = 32


@cuda.jit
def matmul(a, b, out):
    # Tiles of 16 × 32 and 32 × 16: every thread brings two elements of each, and half as many barriers are needed.
    a_tile = cuda.shared.array((TILE, DEPTH), float32)
    b_tile = cuda.shared.array((DEPTH, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    total = float32(0)
    for start in range(0, a.shape[1], DEPTH):
        for k in range(tx, DEPTH, TILE):
            inside = row < a.shape[0] and start + k < a.shape[1]
            a_tile[ty, k] = a[row, start + k] if inside else 0
        for k in range(ty, DEPTH, TILE):
            inside = start + k < b.shape[0] and column < b.shape[1]
            b_tile[k, tx] = b[start + k, column] if inside else 0
        cuda.syncthreads()
        for k in range(DEPTH):
            total += a_tile[ty, k] * b_tile[k, tx]
        cuda.syncthreads()
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total
