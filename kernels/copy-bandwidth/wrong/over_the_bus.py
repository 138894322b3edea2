# expects: wrong_answer
import statistics

import numpy as np
from numba import cuda


def main(a):
    d_a = cuda.to_device(a)
    trash = cuda.device_array(16_000_000, np.float32)
    start, end = cuda.event(), cuda.event()
    times = []
    for _ in range(3):
        trash[:] = 0
        start.record()
        d_a.copy_to_device(a)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end))
    return statistics.median(times)
