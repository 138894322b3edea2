from numba import cuda


@cuda.jit
def fees(minutes, fee):
    i = cuda.grid(1)  # the number of this thread
    if i == 0:
        # Right, but thread 0 does it all, and
        # every other thread does nothing.
        # Let thread i work out fee[i] alone.
        for k in range(fee.size):
            fee[k] = max(minutes[k] - 30, 0) * 2
