"""Vector add, source to cubin: through the wall of a warm compiler, and in a cold Python process. Prints JSON.

python bench/toolchain.py [rounds]
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from app.devices import Argument
from app.devices.compiler import Compiler

KERNEL = """
from numba import cuda

@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""
COLD = f"""
import numpy as np
from app.toolchain import compile_kernel
a = np.zeros(8, np.float32)
compile_kernel({KERNEL!r}, "vector_add", {{"a": a, "b": a, "out": a}})
"""


def milliseconds(work: Callable[[], object], rounds: int) -> dict[str, float]:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return {"median": round(statistics.median(times), 1), "min": round(min(times), 1), "max": round(max(times), 1)}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    floats = np.zeros(8, np.float32)
    arguments = [Argument("a", floats), Argument("b", floats), Argument("out", floats, is_output=True)]
    start = time.perf_counter()
    with Compiler.start("sm_90") as compiler:
        started = time.perf_counter() - start
        warm = milliseconds(lambda: compiler.compile(KERNEL, "vector_add", arguments), rounds)
    cold = milliseconds(lambda: subprocess.run([sys.executable, "-c", COLD], check=True), max(3, rounds // 4))
    ratio = round(cold["median"] / warm["median"], 1)
    print(json.dumps({"start_s": round(started, 2), "warm_ms": warm, "cold_ms": cold, "ratio": ratio}, indent=2))


if __name__ == "__main__":
    main()
