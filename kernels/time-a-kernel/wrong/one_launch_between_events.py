# expects: wrong_answer
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



def main(a):
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
    blocks = (a.size + 255) // 256
    start, end = cuda.event(), cuda.event()
    times = []
    for _ in range(6):
        start.record()
        cool[blocks, 256](d_a, d_out)
        end.record()
        end.synchronize()
        times.append(1000 * start.elapsed_time(end))
    return d_out.copy_to_host(), min(times)
