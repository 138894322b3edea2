# expects: wrong_answer
from numba import cuda, float32, int32


@cuda.jit
def alarms(a, limit, count, peak):
    above = cuda.shared.array(1, int32)
    highest = cuda.shared.array(1, float32)
    i = cuda.grid(1)
    if cuda.threadIdx.x == 0:
        above[0] = 0
        highest[0] = 0
    cuda.syncthreads()
    if i < a.size:
        if a[i] > limit:
            cuda.atomic.add(above, 0, 1)
        cuda.atomic.max(highest, 0, a[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(count, 0, above[0])
        cuda.atomic.max(peak, 0, highest[0])
