from numba import cuda


@cuda.jit
def alarms(a, limit, count, peak):
    # A barrier that counts: every thread of the block comes to it with a yes or a no, and all of them learn how many
    # said yes. One thread then adds the whole block's number. Threads without an element say no, and so have to come.
    i = cuda.grid(1)
    above = 1 if i < a.size and a[i] > limit else 0
    found = cuda.syncthreads_count(above)
    if cuda.threadIdx.x == 0 and found > 0:
        cuda.atomic.add(count, 0, found)
    if i < a.size:
        cuda.atomic.max(peak, 0, a[i])
