"""Lesson 15: its kernel gives the pulls that NumPy gives, and sectors and waiting lanes are as the text has them."""

import numpy as np
import pytest

from app.simt import Report
from tests.course.lessons import shown

(PULL,) = shown.kernels(15)["pull"]
SOFT = np.float32(0.01)
WORLD = """\
@cuda.jit
def live(lasts, steps):
    i = cuda.grid(1)
    for step in range(lasts[i]):
        steps[i] += 1
"""


def pulled(code: str, count: int) -> tuple[Report, np.ndarray, np.ndarray]:
    """The report, what the kernel gives and what NumPy gives, x alone."""
    x, y, mass = (shown.floats(count, seed=seed) for seed in (1, 2, 3))
    ax, ay = np.zeros(count, np.float32), np.zeros(count, np.float32)
    report = shown.run(code, "pull", (count + 127) // 128, 128, x, y, mass, SOFT, ax, ay)
    dx, dy = x[None] - x[:, None], y[None] - y[:, None]
    expected = (mass * dx / (dx * dx + dy * dy + SOFT) ** 1.5).sum(axis=1)
    return report, ax, expected


def sectors(report: Report) -> int:
    return sum((line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in report.lines.values())


def test_bodies_pull_as_numpy_says() -> None:
    report, got, expected = pulled(PULL, 40)
    assert report.findings == []
    assert np.allclose(got, expected, rtol=1e-4, atol=1e-4)


def test_tiles_touch_as_few_sectors_as_the_text_says() -> None:
    kernels = shown.ROOT / "kernels" / "n-body-tiles"
    alone, *_ = pulled((kernels / "wrong" / "each_thread_fetches_all.py").read_text("utf-8"), 500)
    tiled, *_ = pulled((kernels / "solution.py").read_text("utf-8"), 500)
    assert (sectors(alone), sectors(tiled)) == (87_126, 1_008)


@pytest.mark.parametrize(("lasts", "useful"), [([1, 2, 4, 2], 9 / 16), ([10] * 31 + [40], 350 / 1_280)])
def test_lanes_wait_for_the_world_that_lasts_longest(lasts: list[int], useful: float) -> None:
    steps = np.zeros(len(lasts), np.int32)
    report = shown.run(WORLD, "live", 1, len(lasts), np.array(lasts, np.int32), steps)
    line = report.lines[10]
    assert line.active_lanes / (len(lasts) * line.executions) == useful
