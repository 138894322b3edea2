# expects: wrong_answer
from numba import cuda


@cuda.jit
def save(start, rates, out):
    account = cuda.grid(1)
    if account < start.size:
        for year in range(rates.size):
            out[account] = start[account] + start[account] * rates[year] // 1000
