# expects: wrong_answer
from numba import cuda


@cuda.jit
def save(start, rates, out):
    account = cuda.grid(1)
    if account < start.size:
        total = 0
        for year in range(rates.size):
            total += rates[year]
        out[account] = start[account] + start[account] * total // 1000
