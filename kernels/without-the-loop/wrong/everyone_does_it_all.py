# expects: timeout
from numba import cuda


@cuda.jit
def fees(minutes, fee):
    for k in range(fee.size):
        fee[k] = max(minutes[k] - 30, 0) * 2
