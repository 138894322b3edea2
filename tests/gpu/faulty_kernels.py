import numpy as np
from numba import cuda, float64


@cuda.jit
def right(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]


@cuda.jit
def far(a, out):
    out[cuda.grid(1) + (1 << 40)] = a[0]


@cuda.jit
def misaligned(a, out):
    wide = a[1:3].view(np.float64)
    out[cuda.grid(1)] = wide[0]


@cuda.jit
def greedy(a, out):
    own = cuda.local.array(60_000, float64)
    i = cuda.grid(1)
    for k in range(a.size):
        own[(i * k) % 60_000] += a[k]
    out[i] = own[i % 60_000]


@cuda.jit
def endless(a, out):
    while True:
        cuda.atomic.add(out, 0, 1)


@cuda.jit
def behind(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]
    if i == 0:
        out[out.size + 3] = 1


@cuda.jit
def overwriting(a, out):
    i = cuda.grid(1)
    if i < out.size:
        a[i] = -1
        out[i] = a[i]


@cuda.jit
def talking(a, out):
    i = cuda.grid(1)
    print(i, a[i])
    out[i] = a[i]


@cuda.jit
def together(a, out):
    cuda.cg.this_grid().sync()
    if cuda.grid(1) < out.size:
        out[cuda.grid(1)] = a[0]


@cuda.jit
def long(a, out):
    value = a.size
    for k in range(200_000_000):
        value = (value * 1_664_525 + k) & 0x7FFFFFFF
    out[0] = value
