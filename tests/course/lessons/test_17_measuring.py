"""The measurements that lesson 17 shows say what its text says: a launch, a compilation, a gap, a warm cache."""

from __future__ import annotations

import sys
import textwrap
from unittest.mock import patch

import numpy as np
import pytest

from app.devices.program import ProgramLimits
from app.devices.program.cache import Cache
from app.devices.program.relay import Relay
from app.devices.program.timeline import CALL_US, COMPILE_US, Timeline
from app.program.interpreting import Interpreted
from app.program.running import run
from app.program.wire import Wire
from tests.course.lessons import shown

KERNEL = """\
import time
from numba import cuda, float32

@cuda.jit
def cool(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range({steps}):
            x -= float32(0.01) * x
        out[i] = x


def main(a):
    blocks = 1
    d_a = cuda.to_device(a)
    d_out = cuda.device_array_like(d_a)
"""
WARMED = "cool[blocks, 256](d_a, d_out)\ncuda.synchronize()\n"


def says(code: str, before: str = WARMED, steps: int = 1) -> float:
    """The microseconds of a measurement in the lesson, round a kernel of so many steps."""
    relay = Relay(Interpreted().answer, 99, ProgramLimits())
    body = textwrap.indent(f"{before}{code}\nreturn microseconds\n", "    ")
    with patch.dict(sys.modules):  # the program's numba is a stand-in
        ran = run(KERNEL.format(steps=steps) + body, "main", [np.ones(256, np.float32)], Wire(relay.answer, print))
    assert ran.error is None
    assert isinstance(ran.result, float)
    return ran.result


def block(part: str) -> str:
    """The lesson's only block with these words."""
    (found,) = [code for code in shown.blocks(17) if part in code]
    return found


def unwaited() -> str:
    return next(code for code in shown.blocks(17) if "perf_counter" in code and "synchronize" not in code)


def test_without_a_wait_the_clock_says_the_same_of_more_work() -> None:
    assert [says(unwaited(), steps=steps) for steps in (1, 1_000)] == pytest.approx([CALL_US, CALL_US])


def test_with_a_wait_on_both_sides_the_kernel_is_in_it() -> None:
    short, long = (says(block("cuda.synchronize()\nstart"), steps=steps) for steps in (1, 1_000))
    assert CALL_US < short < long


def test_the_first_launch_is_compiled() -> None:
    assert says(unwaited(), before="") == pytest.approx(COMPILE_US + CALL_US)
    assert says(block("start.record()"), before="") == pytest.approx(10_003, abs=2)


def test_events_round_one_launch_have_a_gap_between_them_and_round_twenty_a_twentieth_of_it() -> None:
    code = block("start.record()")
    one = code.replace("range(20)", "range(1)").replace("/ 20", "/ 1")
    gap = says(one) - 3
    assert gap == pytest.approx(2 * CALL_US, abs=0.1)
    assert says(code) - 3 == pytest.approx(gap / 20, abs=0.1)


def test_a_warm_copy_of_24_mb_is_faster_than_the_memory_and_a_cold_one_is_not() -> None:
    time, cache, rates = Timeline(), Cache(), []
    for _ in range(2):
        cached = cache.used([(1, 0, 24_000_000), (2, 0, 24_000_000)])
        start, end = time.computed(48_000_000, 0, 0, cached=cached)
        rates.append(48e-3 / (1e-6 * (end - start)))
    assert rates == pytest.approx([3_200, 5_333], abs=1)
    assert rates[1] / 4_800 == pytest.approx(1.11, abs=0.005)


@pytest.mark.parametrize(
    ("sizes", "there"),
    [((40,), True), ((64, 64), False), ((4, 30), True), ((24,) * 8, False)],
)
def test_what_the_question_says_of_the_cache(sizes: tuple[int, ...], there: bool) -> None:
    cache = Cache()
    for _ in range(3):
        shares = [cache.used([(at, 0, 1_000_000 * size)]) for at, size in enumerate(sizes)]
    assert (shares[0] == 1.0) is there


def test_nan_is_never_too_far_off() -> None:
    error = np.array([0.0, np.nan])
    assert not (error > 1e-5).any()
    assert not (error <= 1e-5).all()
