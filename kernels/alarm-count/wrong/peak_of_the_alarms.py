# expects: wrong_answer
from numba import cuda


@cuda.jit
def alarms(a, limit, count, peak):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > limit:
            cuda.atomic.add(count, 0, 1)
            cuda.atomic.max(peak, 0, a[i])
