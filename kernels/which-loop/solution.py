from numba import cuda


@cuda.jit
def save(start, rates, out):
    account = cuda.grid(1)
    if account < start.size:
        balance = start[account]
        for year in range(rates.size):
            balance += balance * rates[year] // 1000
        out[account] = balance
