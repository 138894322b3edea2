# expects: async_copy
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
    words, out = cuda.pinned_array(a.size, np.int32), cuda.pinned_array(a.size, np.int32)
    words[:] = a
    d_words, d_out = cuda.device_array_like(words), cuda.device_array_like(out)
    streams = cuda.stream(), cuda.stream()
    for number, start in enumerate(range(0, a.size, chunk)):
        stream = streams[number % 2]
        part = slice(start, min(start + chunk, a.size))
        d_words[part].copy_to_device(words[part], stream=streams[0])
        scramble[(chunk + 255) // 256, 256, streams[1]](d_words[part], d_out[part])
        d_out[part].copy_to_host(out[part], stream=streams[0])
    cuda.synchronize()
    return out
