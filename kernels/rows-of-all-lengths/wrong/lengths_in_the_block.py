# expects: wrong_answer
from numba import cuda


@cuda.jit
def totals(values, start, by_length, out):
    t = cuda.grid(1)
    if t < out.size:
        row = by_length[cuda.threadIdx.x]
        total = 0
        for k in range(start[row], start[row + 1]):
            total += values[k]
        out[row] = total
