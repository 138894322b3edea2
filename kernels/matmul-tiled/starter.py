from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, out):
    a_tile = cuda.shared.array((TILE, TILE), float32)
    b_tile = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)

    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        # 1. Each thread brings one element
        #    of a and one of b:
        #    a[row, start + tx] into
        #    a_tile[ty, tx] and
        #    b[start + ty, column] into
        #    b_tile[ty, tx]. What lies outside
        #    a matrix becomes 0.
        # 2. When both tiles are full: add up
        #    16 products, from row ty of a_tile
        #    and column tx of b_tile.
        # 3. Nobody may bring the next tiles
        #    too early.
        pass

    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total
