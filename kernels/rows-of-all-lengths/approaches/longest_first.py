from numba import cuda


@cuda.jit
def totals(values, start, by_length, out):
    # The longest rows first, so that no block with much to do is left over when all the others are done.
    t = cuda.grid(1)
    if t < out.size:
        row = by_length[out.size - 1 - t]
        total = 0
        for k in range(start[row], start[row + 1]):
            total += values[k]
        out[row] = total
