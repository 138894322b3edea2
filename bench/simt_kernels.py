"""The kernels of bench/simt.py, as a learner writes them: undecorated, so that every engine can take the same text."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

from numba import cuda, float32, int32

Kernel = Callable[..., None]
Array = Any  # a kernel sees no NumPy array

HEADER = "import math\nfrom numba import cuda, float32, int32\n\n@cuda.jit\n"


def source(kernel: Kernel) -> str:
    """The learner's file with this kernel."""
    return HEADER + inspect.getsource(kernel)


def vector_add(a: Array, b: Array, out: Array) -> None:
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


def saxpy(factor: float, x: Array, y: Array, out: Array) -> None:
    start = cuda.grid(1)
    step = cuda.gridsize(1)
    for i in range(start, out.size, step):
        out[i] = factor * x[i] + y[i]


def product(a: Array, b: Array, out: Array) -> None:
    ta = cuda.shared.array((16, 16), float32)
    tb = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = float32(0)
    for start in range(0, a.shape[1], 16):
        ta[ty, tx] = a[y, start + tx]
        tb[ty, tx] = b[start + ty, x]
        cuda.syncthreads()
        for k in range(16):
            total += ta[ty, k] * tb[k, tx]
        cuda.syncthreads()
    out[y, x] = total


def transpose(a: Array, out: Array) -> None:
    tile = cuda.shared.array((16, 17), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * 16 + tx
    y = cuda.blockIdx.x * 16 + ty
    if x < out.shape[1] and y < out.shape[0]:
        out[y, x] = tile[tx, ty]


def histogram(values: Array, out: Array) -> None:
    counts = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    counts[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(counts, values[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(out, t, counts[t])


def reduction(values: Array, out: Array) -> None:
    partial = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    partial[t] = values[i] if i < values.size else float32(0)
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            partial[t] += partial[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = partial[0]


def softmax(values: Array, out: Array) -> None:
    partial = cuda.shared.array(256, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    columns = values.shape[1]
    largest = values[row, t]
    for k in range(t + 256, columns, 256):
        largest = max(largest, values[row, k])
    partial[t] = largest
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            partial[t] = max(partial[t], partial[t + step])
        cuda.syncthreads()
        step //= 2
    largest = partial[0]
    cuda.syncthreads()
    total = float32(0)
    for k in range(t, columns, 256):
        total += math.exp(values[row, k] - largest)
    partial[t] = total
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            partial[t] += partial[t + step]
        cuda.syncthreads()
        step //= 2
    for k in range(t, columns, 256):
        out[row, k] = math.exp(values[row, k] - largest) / partial[0]


def stencil(a: Array, out: Array) -> None:
    x, y = cuda.grid(2)
    height, width = a.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        out[y, x] = (a[y, x] + a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1]) / float32(5)
    elif x < width and y < height:
        out[y, x] = a[y, x]


def mandelbrot(rounds: int, out: Array) -> None:
    x, y = cuda.grid(2)
    height, width = out.shape
    if x < width and y < height:
        cr = x * 3.0 / width - 2.0
        ci = y * 2.0 / height - 1.0
        zr = 0.0
        zi = 0.0
        count = 0
        while count < rounds and zr * zr + zi * zi <= 4.0:
            zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
            count += 1
        out[y, x] = count


def nbody(bodies: Array, out: Array) -> None:
    px = cuda.shared.array(256, float32)
    py = cuda.shared.array(256, float32)
    pz = cuda.shared.array(256, float32)
    mass = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    x = bodies[0, i]
    y = bodies[1, i]
    z = bodies[2, i]
    ax = float32(0)
    ay = float32(0)
    az = float32(0)
    for start in range(0, bodies.shape[1], 256):
        px[t] = bodies[0, start + t]
        py[t] = bodies[1, start + t]
        pz[t] = bodies[2, start + t]
        mass[t] = bodies[3, start + t]
        cuda.syncthreads()
        for k in range(256):
            dx = px[k] - x
            dy = py[k] - y
            dz = pz[k] - z
            square = dx * dx + dy * dy + dz * dz + float32(0.01)
            pull = mass[k] / (square * math.sqrt(square))
            ax += dx * pull
            ay += dy * pull
            az += dz * pull
        cuda.syncthreads()
    out[0, i] = ax
    out[1, i] = ay
    out[2, i] = az
