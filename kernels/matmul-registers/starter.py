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
    a_k = cuda.local.array(SIDE, float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    top = cuda.blockIdx.y * TILE
    left = cuda.blockIdx.x * TILE

    # A local array holds garbage at first.

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

        # Sixteen sums, eight reads: take four
        # elements of a_tile and four of
        # b_tile for this k, and add each of
        # their sixteen products to its sum.
        # Your rows of a_tile are ty,
        # ty + 16, ty + 32, ty + 48, your
        # columns of b_tile tx, tx + 16, …
        cuda.syncthreads()

    # Store the sums that lie inside out.
