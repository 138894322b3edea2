# expects: too_slow
from numba import cuda


@cuda.jit
def clip(a, low, high, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], low), high)


buffers = []


def main(a, low, high):
    buffers.append(cuda.to_device(a))
    buffers.append(cuda.device_array_like(buffers[0]))
    threads = 256
    clip[(a.size + threads - 1) // threads, threads](buffers[0], low, high, buffers[1])
    return buffers[1].copy_to_host()
