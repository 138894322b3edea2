# expects: wrong_answer
import math

import numpy as np
from numba import cuda, float32


@cuda.jit
def plain(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = float32(1) / (float32(1) + math.exp(-a[i]))


@cuda.jit
def by_four(a, out):
    first = 4 * cuda.grid(1)
    if first + 3 < a.size:
        for i in range(first, first + 4):
            out[i] = float32(1) / (float32(1) + math.exp(-a[i]))


@cuda.jit
def one_sign(a, out):
    i = cuda.grid(1)
    if i < a.size:
        e = math.exp(a[i])
        out[i] = e / (float32(1) + e)


@cuda.jit
def no_exp(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = float32(1) + a[i] / float32(1024)
        for _ in range(10):
            x *= x
        out[i] = x / (float32(1) + x)


@cuda.jit
def fastest(a, out):
    i = cuda.grid(1)
    if i < 0:
        out[i] = float32(1) / (float32(1) + math.exp(-a[i]))


KERNELS = (plain, by_four, one_sign, no_exp, fastest)


def main(a):
    expected = 1 / (1 + np.exp(-a.astype(np.float64)))
    d_a = cuda.to_device(a)
    right = []
    for kernel in KERNELS:
        d_out = cuda.to_device(np.zeros_like(a))
        kernel[(a.size + 255) // 256, 256](d_a, d_out)
        error = np.abs(d_out.copy_to_host() - expected)
        right.append(bool(error.mean() <= 1e-3))
    return np.array(right)
