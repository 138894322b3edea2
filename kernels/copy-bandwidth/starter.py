from numba import cuda

REPEATS = 10


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    d_out.copy_to_device(d_a)
    start, end = cuda.event(), cuda.event()
    start.record()
    for _ in range(REPEATS):
        d_out.copy_to_device(d_a)
    end.record()
    end.synchronize()
    microseconds = 1000 * start.elapsed_time(end) / REPEATS
    gigabytes = 2 * a.nbytes / 1e9
    print(f"{microseconds:.2f} µs: {gigabytes / microseconds * 1e6:,.0f} GB/s")
    return microseconds
