# expects: timeout
from numba import cuda


@cuda.jit
def save(start, rates, out):
    for account in range(start.size):
        balance = start[account]
        for year in range(rates.size):
            balance += balance * rates[year] // 1000
        out[account] = balance
