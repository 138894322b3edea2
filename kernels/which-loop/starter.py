from numba import cuda


@cuda.jit
def save(start, rates, out):
    # Two loops, and one thread for both.
    # One of them can be given to many threads.
    if cuda.grid(1) == 0:
        for account in range(start.size):
            balance = start[account]
            for year in range(rates.size):
                balance += balance * rates[year] // 1000
            out[account] = balance
