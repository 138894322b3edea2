# expects: wrong_answer
import statistics

from numba import cuda


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    start, end = cuda.event(), cuda.event()
    times = []
    for _ in range(3):
        start.record()
        for _ in range(4):
            d_out.copy_to_device(d_a)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end) / 4)
    return statistics.median(times)
