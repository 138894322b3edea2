# expects: out_of_bounds
from numba import cuda


@cuda.jit
def totals(values, start, by_length, out):
    row = by_length[cuda.grid(1)]
    total = 0
    for k in range(start[row], start[row + 1]):
        total += values[k]
    out[row] = total
