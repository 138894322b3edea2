import statistics

import numpy as np
from numba import cuda

REPEATS = 3
FLUSH = 16_000_000  # float32 values: 64 MB are more than the cache holds


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    trash = cuda.device_array(FLUSH, np.float32)
    start, end = cuda.event(), cuda.event()
    times = []
    for _ in range(REPEATS):
        trash[:] = 0
        start.record()
        d_out.copy_to_device(d_a)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end))
    microseconds = statistics.median(times)
    gigabytes = 2 * a.nbytes / 1e9
    print(f"{microseconds:.2f} µs: {gigabytes / microseconds * 1e6:,.0f} GB/s")
    return microseconds
