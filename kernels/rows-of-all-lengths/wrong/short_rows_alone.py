# expects: too_slow
from numba import cuda


@cuda.jit
def totals(values, start, by_length, out):
    row = cuda.grid(1)
    if row < out.size:
        total = 0
        length = start[row + 1] - start[row]
        if length < 8:
            for k in range(start[row], start[row + 1]):
                total += values[k]
        else:
            for k in range(start[row], start[row + 1]):
                total += values[k]
        out[row] = total
