# expects: async_copy
import numpy as np
from numba import cuda

ROUNDS = 80


@cuda.jit
def decode(words, pixels):
    i = cuda.grid(1)
    if i < pixels.size:
        x = words[i]
        for _ in range(ROUNDS):
            x = (x * 75 + 74) % 65_537
        pixels[i] = x


@cuda.jit
def subtract(pixels, dark, image):
    i = cuda.grid(1)
    if i < image.size:
        image[i] = pixels[i] - dark[i]


def main(words, dark):
    n, kind = words.size, np.int32
    blocks = (n + 255) // 256
    pinned = [cuda.pinned_array(n, kind) for _ in range(3)]
    h_words, h_dark, image = pinned
    h_words[:], h_dark[:] = words, dark
    device = [cuda.device_array(n, kind) for _ in range(4)]
    d_words, d_dark, d_pixels, d_image = device
    stream, other = cuda.stream(), cuda.stream()
    arrived = cuda.event()
    d_words.copy_to_device(h_words, stream=stream)
    decode[blocks, 256, stream](d_words, d_pixels)
    d_dark.copy_to_device(h_dark, stream=other)
    arrived.record(other)
    arrived.wait(other)
    subtract[blocks, 256, stream](d_pixels, d_dark, d_image)
    d_image.copy_to_host(image, stream=stream)
    cuda.synchronize()
    return image
