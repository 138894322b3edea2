from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, out):
    # Two pairs of tiles in turn. While some threads still read one pair, others may fill the other: one barrier a step.
    a_tile = cuda.shared.array((2, TILE, TILE), float32)
    b_tile = cuda.shared.array((2, TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    total = float32(0)
    turn = 0
    for start in range(0, a.shape[1], TILE):
        inside = row < a.shape[0] and start + tx < a.shape[1]
        a_tile[turn, ty, tx] = a[row, start + tx] if inside else 0
        inside = start + ty < b.shape[0] and column < b.shape[1]
        b_tile[turn, ty, tx] = b[start + ty, column] if inside else 0
        cuda.syncthreads()
        for k in range(TILE):
            total += a_tile[turn, ty, k] * b_tile[turn, k, tx]
        turn = 1 - turn
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total
