# expects: wrong_answer
import numpy as np
from numba import cuda

REPEATS = 2


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    trash = cuda.device_array(16_000_000, np.float32)
    start, end = cuda.event(), cuda.event()
    start.record()
    for _ in range(REPEATS):
        trash[:] = 0
        d_out.copy_to_device(d_a)
    end.record()
    end.synchronize()
    return 1000 * start.elapsed_time(end) / REPEATS
