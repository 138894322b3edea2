import time

from numba import cuda, float32

STEPS = 100


@cuda.jit
def cool(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(STEPS):
            x -= float32(0.01) * x
        out[i] = x


REPEATS = 20


def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    blocks = (a.size + 255) // 256
    cool[blocks, 256](d_a, d_out)
    cuda.synchronize()  # so that nothing of the first launch is left when the clock is read
    start = time.perf_counter()
    for _ in range(REPEATS):
        cool[blocks, 256](d_a, d_out)
    cuda.synchronize()  # the host waits for the last of them
    passed = time.perf_counter() - start
    return d_out.copy_to_host(), 1e6 * passed / REPEATS
