# expects: data_race
from numba import cuda


@cuda.jit
def alarms(a, limit, count, peak):
    i = cuda.grid(1)
    if i == 0:
        count[0] = 0
    if i < a.size:
        if a[i] > limit:
            cuda.atomic.add(count, 0, 1)
        cuda.atomic.max(peak, 0, a[i])
