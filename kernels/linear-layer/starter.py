from numba import cuda, float32

TILE = 16


@cuda.jit
def linear(x, w, bias, out):
    x_tile = cuda.shared.array((TILE, TILE), float32)
    w_tile = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    first = cuda.blockIdx.x * TILE

    total = float32(0)
    for start in range(0, x.shape[1], TILE):
        # 1. Bring a piece of x, as in the
        #    plain product: 0 outside.
        # 2. Bring a piece of w. The block
        #    needs rows first to first + 15
        #    of w. Which of them does this
        #    thread take, so that neighbours
        #    along x read neighbours in
        #    memory?
        # 3. Wait.
        # 4. Add 16 products: row ty of x_tile,
        #    row tx of w_tile.
        # 5. Wait.
        pass

    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = total
