"""Kernels that walk every path of the compiler once, for what is loaded before a fork need not be loaded after it."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from app.protocol.compiled import CompileError
from app.protocol.signature import Parameter
from app.toolchain.kernel import to_ptx
from app.toolchain.link import link

ARCH = "sm_90"
KERNELS = """
import math
import numba
import numpy as np
from numba import cuda, float32, float64, int32
from numba.cuda.random import xoroshiro128p_uniform_float32

T = 8
WEIGHTS = np.array([0.25, 0.5, 0.25])

@cuda.jit(device=True)
def mix(a, b):
    return math.sqrt(a * a + b * b)

@cuda.jit
def first(a, b, out, n, scale):
    tile = cuda.shared.array((T, T), float32)
    own = cuda.local.array(4, float64)
    weights = cuda.const.array_like(WEIGHTS)
    x, y = cuda.grid(2)
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    for k in range(4):
        own[k] = weights[k % 3] * scale
    if x < out.shape[0] and y < out.shape[1]:
        tile[cuda.threadIdx.x, cuda.threadIdx.y] = a[x] + b[y]
    cuda.syncthreads()
    if i < n and x < a.size or not y:
        out[x, y] = max(mix(tile[0, 0], own[x % 4]), min(b[y], float32(2))) // 2 + i % 3 - abs(-a[i]) ** 2
    while n > 0:
        n >>= 1
        cuda.atomic.add(out, (0, 0), out[0, n] / 2)
    print(n)

@cuda.jit
def second(flags, values, n):
    i = cuda.grid(1)
    stride = cuda.gridsize(1)
    for j in range(i, n, stride):
        flags[j] = int(values[j] * 2.0) & 1 if values[j] != 0 else math.floor(math.exp(values[j]))
    if cuda.laneid == 0:
        values[i] = cuda.shfl_down_sync(0xFFFFFFFF, values[i], 1)

@cuda.jit
def third(halves):
    i = cuda.grid(1)
    halves[i] = halves[i] * halves[i] + math.sqrt(halves[i])

@cuda.jit
def fourth(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""
FAULTY = (
    "    m = n / 2\n    a[m] = 1\n",
    "    a[0, 0] = n\n",
    "    s = cuda.shared.array(n, float32)\n",
    "    return a[0]\n",
    "    a[0] = missing\n",
    "    v = [1, 2]\n    a[0] = v[0]\n",
    "    if a == a:\n        a[0] = 1\n",
)


def one_path() -> None:
    """Compile and link a kernel that needs no library, in a fraction of the others' time."""
    floats = np.zeros(4, np.float32)
    _walk("fourth", {"a": floats, "b": floats, "out": floats})


def all_paths() -> None:
    """Compile and link good kernels, and explain bad ones. Raises whatever is broken in this installation."""
    floats, grid = np.zeros(4, np.float32), np.zeros((4, 4))
    _walk("first", {"a": floats, "b": floats, "out": grid, "n": 3, "scale": 2.0})
    _walk("second", {"flags": np.zeros(4, np.int32), "values": floats, "n": 3})
    _walk("third", {"halves": np.zeros(4, np.float16)})
    for body in FAULTY:
        with suppress(CompileError):
            parameters = _parameters({"a": floats, "n": 3})
            to_ptx(f"from numba import cuda, float32\n@cuda.jit\ndef k(a, n):\n{body}", "k", parameters, arch=ARCH)


def _walk(entry: str, arguments: dict[str, object]) -> None:
    parameters = _parameters(arguments)
    link(to_ptx(KERNELS, entry, parameters, arch=ARCH), KERNELS, entry, parameters, arch=ARCH)


def _parameters(arguments: dict[str, object]) -> list[Parameter]:
    return [Parameter.of(name, value) for name, value in arguments.items()]
