from numba import cuda


@cuda.jit
def save(start, rates, out):
    account = cuda.grid(1)
    if account >= start.size:
        return
    # The balance is kept in memory from year to year. Right, and slower: every year reads and writes it.
    out[account] = start[account]
    for year in range(rates.size):
        out[account] += out[account] * rates[year] // 1000
