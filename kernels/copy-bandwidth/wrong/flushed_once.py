# expects: wrong_answer
import statistics

import numpy as np
from numba import cuda


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    trash = cuda.device_array(16_000_000, np.float32)
    start, end = cuda.event(), cuda.event()
    trash[:] = 0
    times = []
    for _ in range(3):
        start.record()
        d_out.copy_to_device(d_a)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end))
    return statistics.median(times)
