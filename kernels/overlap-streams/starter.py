import numpy as np
from numba import cuda

ROUNDS = 200


@cuda.jit
def scramble(words, out):
    i = cuda.grid(1)
    if i < out.size:
        x = words[i]
        for _ in range(ROUNDS):
            x = (x * 25_173 + 13_849) % 65_536
        out[i] = x


def main(a, chunk):
    out = np.empty_like(a)
    d_words, d_out = cuda.device_array_like(a), cuda.device_array_like(a)
    stream = cuda.stream()

    # All of this works, and nothing of it happens at the same time.
    # 1. A copy lets the host go on only where the host's memory is pinned: cuda.pinned_array(a.size, np.int32).
    # 2. What is in one stream happens in order: chunks that take turns in two streams can overlap.
    # 3. Who goes on without waiting has to wait once, in the end.
    for start in range(0, a.size, chunk):
        part = slice(start, min(start + chunk, a.size))
        d_words[part].copy_to_device(a[part], stream=stream)
        scramble[(chunk + 255) // 256, 256, stream](d_words[part], d_out[part])
        d_out[part].copy_to_host(out[part], stream=stream)
    return out
