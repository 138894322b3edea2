"""Lesson 8: its kernels run, and the counts that it gives are those of the interpreter."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from app.findings import LineProfile
from app.simt import Report
from tests.course.lessons import shown

LOST, SAFE = shown.kernels(8)["count"]


def total_of(code: str, grid: int, block: int) -> tuple[int, Report]:
    total = np.zeros(1, np.int32)
    report = shown.run(code, "count", grid, block, total)
    return int(total[0]), report


def test_a_plain_update_is_lost_and_an_atomic_one_is_not() -> None:
    lost, report = total_of(LOST, 1, 256)
    assert (lost, [finding.kind for finding in report.findings]) == (1, ["data_race"])
    kept, report = total_of(SAFE, 4, 256)
    assert (kept, report.findings) == (1_024, [])


def counted(path: str, grid: int, block: int, *args: np.ndarray) -> Iterable[LineProfile]:
    """Of a kernel of an exercise, by line."""
    code = (shown.ROOT / "kernels" / path).read_text("utf-8")
    return shown.run(code, entry(path), grid, block, *args).lines.values()


def entry(path: str) -> str:
    return {"block-sums": "block_sums", "byte-histogram": "histogram"}[Path(path).parts[0]]


@pytest.mark.parametrize(
    ("kernel", "requests", "conflicts"),
    [("solution", 45, 0), ("wrong/every_warp_stays_busy", 150, 0), ("wrong/few_threads_far_apart", 45, 105)],
)
def test_three_orders_of_a_tree_cost_what_the_text_says(kernel: str, requests: int, conflicts: int) -> None:
    lines = list(counted(f"block-sums/{kernel}.py", 1, 256, shown.floats(256), np.zeros(1, np.float32)))
    assert sum(line.shared_requests or 0 for line in lines) == requests
    assert sum((line.shared_wavefronts or 0) - (line.shared_ideal or 0) for line in lines) == conflicts


@pytest.mark.parametrize(("kernel", "atomics"), [("solution", 2_048), ("wrong/all_in_device_memory", 65_539)])
def test_a_copy_for_each_block_spares_device_memory_its_turns(kernel: str, atomics: int) -> None:
    picture = np.random.default_rng(8).integers(0, 256, 65_539).astype(np.uint8)
    lines = counted(f"byte-histogram/{kernel}.py", 8, 128, picture, np.zeros(256, np.int32))
    assert sum(line.global_atomics or 0 for line in lines) == atomics
