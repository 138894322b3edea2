# expects: data_race
from numba import cuda


@cuda.jit
def save(start, rates, out):
    year = cuda.grid(1)
    if year < rates.size:
        for account in range(min(start.size, 8)):
            out[account] = start[account] + start[account] * rates[year] // 1000
