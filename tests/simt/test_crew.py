"""A loop that goes on with few lanes gives what it gives lane by lane, in all of its forms."""

from __future__ import annotations

import numpy as np
import pytest

from app.simt import Checks, Limits, launch

KERNEL = """
from numba import cuda
import math

@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    n = i * 7919 % 10007 + 1
    a, b = 0, 1.5
    pair = (0, 1)
{body}
    out[i, 0] = n
    out[i, 1] = a
    out[i, 2] = b
    out[i, 3] = pair[0]
"""
LOOPS = {
    "while": ["while n > 1:", "    n = n // 2 if n % 2 == 0 else 3 * n + 1", "    a += 1"],
    "break": ["while True:", "    n //= 2", "    if n == 3:", "        break", "    if n < 2:", "        break"],
    "else": ["while n > 9:", "    n //= 3", "    if n == 11:", "        break", "else:", "    a = -1"],
    "continue": ["while n > 1:", "    n -= 1 + n // 3", "    if n % 2:", "        continue", "    a += n"],
    "range": ["for k in range(40):", "    if n < k * k:", "        break", "    n -= k", "    b = math.sqrt(b + k)"],
    "within a range": ["for k in range(3):", "    while n % 5:", "        n += k + 1", "        a += 1"],
    "around a range": ["while n > 3:", "    for k in range(n % 4):", "        a += k", "    n = n // 2"],
    "types that widen": ["while n > 1:", "    n //= 2", "    a = a + 0.5"],
    "a tuple": ["while n > 1:", "    n //= 2", "    pair = (pair[1], n)"],
    "a tuple of names": ["while n > 1:", "    n, a = n // 2, n"],
    "under a condition": ["if n % 3:", "    while n > 1:", "        n //= 2", "        a += 1", "else:", "    b = 2.0"],
}


def run(body: list[str], lanes: int, threads: int = 8192, steps: int = 1_000_000) -> tuple[np.ndarray, list[str]]:
    out = np.zeros((threads, 4))
    source = KERNEL.format(body="\n".join(f"    {line}" for line in body))
    limits = Limits(lanes=lanes, steps=steps)
    report = launch(source, "kernel", grid=threads // 256, block=256, args=[out], checks=Checks.none(), limits=limits)
    return out, [str(finding) for finding in report.findings]


@pytest.mark.parametrize("name", LOOPS)
def test_few_lanes_go_on_as_all_would(name: str):
    together, found = run(LOOPS[name], 65_536)
    apart, _ = run(LOOPS[name], 256)  # too few lanes to be packed
    assert not found
    assert np.array_equal(together, apart)


def test_a_lane_that_spins_in_a_packed_loop_is_named():
    (found,) = run(["while n != 1:", "    n = max(n // 2, 1) if i != 8000 else n"], 65_536, steps=20_000)[1]
    assert "line=11" in found
    assert "thread=(64, 0, 0), block=(31, 0, 0)" in found
