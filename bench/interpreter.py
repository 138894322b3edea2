"""The interpreter against numba-cuda's own simulator, in one run: `python bench/interpreter.py`.

Vector add and a tiled matrix product. The simulator starts a thread for every thread of the grid, so it gets
fewer of them, and its rate is what is compared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from app.simt import Checks, launch

ADD = """
from numba import cuda

@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""
PRODUCT = """
from numba import cuda, float32

T = 16

@cuda.jit
def product(a, b, out):
    ta = cuda.shared.array((T, T), float32)
    tb = cuda.shared.array((T, T), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for start in range(0, a.shape[1], T):
        ta[ty, tx] = a[y, start + tx]
        tb[ty, tx] = b[start + ty, x]
        cuda.syncthreads()
        for k in range(T):
            total += ta[ty, k] * tb[k, tx]
        cuda.syncthreads()
    out[y, x] = total
"""


def vectors(n: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.random(n).astype(np.float32), rng.random(n).astype(np.float32), np.zeros(n, np.float32)]


def matrices() -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [*(rng.random((64, 64)).astype(np.float32) for _ in range(2)), np.zeros((64, 64), np.float32)]


def best(run: Callable[[], object], times: int = 7) -> float:
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        taken.append(time.perf_counter() - started)
    return min(taken)


def simulate() -> None:
    """Print the simulator's seconds: 4,096 threads of vector add, then the product."""
    names: dict[str, object] = {}
    exec(ADD + PRODUCT, names)
    a, b, out = vectors(4096)
    print(best(lambda: names["add"][16, 256](a, b, out), 1))
    a, b, out = matrices()
    print(best(lambda: names["product"][(4, 4), (16, 16)](a, b, out), 1))


def main() -> None:
    command = [sys.executable, __file__, "--simulate"]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=True
    )
    small, product = (float(line) for line in done.stdout.split()[-2:])
    large, tiles = vectors(1 << 20), matrices()
    for name, checks in (("no checks", Checks.none()), ("all checks", Checks.all())):
        add = best(lambda c=checks: launch(ADD, "add", grid=4096, block=256, args=large, checks=c))
        mul = best(lambda c=checks: launch(PRODUCT, "product", grid=(4, 4), block=(16, 16), args=tiles, checks=c))
        print(f"{name}: 1,048,576-thread vector add {add * 1e3:.1f} ms, {small * 256 / add:,.0f} times as fast")
        print(f"{name}: 64 x 64 tiled product {mul * 1e3:.1f} ms, {product / mul:,.0f} times as fast")


if __name__ == "__main__":
    simulate() if "--simulate" in sys.argv else main()
