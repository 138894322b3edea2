"""What lesson 18 shows and says: a barrier of the grid, its blocks, what a step takes, the calls of a graph."""

from __future__ import annotations

import math

import numpy as np
from cuda.core import Device
from cuda.core.graph import Graph, GraphBuilder

from app.simt import Report
from app.simt.limits import Device as Limits
from app.toolchain import compile_kernel
from tests.course.lessons import shown


def share(code: str, blocks: int) -> tuple[Report, np.ndarray, np.ndarray]:
    a, total, out = shown.floats(300), np.zeros(1, np.float32), np.zeros(300, np.float32)
    return shown.run(code, "share", blocks, 128, a, total, out), a, out


def test_with_the_barrier_of_the_grid_everyone_sees_the_whole_total() -> None:
    (code,) = shown.kernels(18)["share"]
    report, a, out = share(code, 3)
    assert report.findings == []
    assert np.allclose(out, a / a.sum(), rtol=1e-5)


def test_the_barrier_of_a_block_does_not_do() -> None:
    (code,) = shown.kernels(18)["share"]
    report, _, _ = share(code.replace("cuda.cg.this_grid().sync()", "cuda.syncthreads()"), 3)
    assert {finding.kind for finding in report.findings} == {"data_race"}


def test_the_kernel_compiles() -> None:
    (code,) = shown.kernels(18)["share"]
    vector = np.zeros(4, np.float32)
    assert compile_kernel(shown.IMPORTS + code, "share", {"a": vector, "total": vector, "out": vector}).registers > 0


def test_a_cooperative_grid_has_as_many_blocks_as_the_text_says() -> None:
    assert Limits().resident // 256 == 132 * (2_048 // 256) == 1_056


def test_a_step_takes_as_long_as_the_question_says() -> None:
    host, ends = 0, [0]
    for _ in range(20):
        host += 13
        ends.append(max(host, ends[-1]) + 2)
    assert ends[-1] == 262
    assert 1 - 40 / ends[-1] > 5 / 6  # of the time the device is idle


def test_the_calls_that_record_a_graph_are_there() -> None:
    for owner, names in ((GraphBuilder, ("begin_building", "end_building", "complete")), (Graph, ("launch",))):
        assert all(callable(getattr(owner, name)) for name in names)
    assert callable(Device.create_stream)


def test_the_way_over_nvlink_and_the_memory_within_that_time() -> None:
    seconds = 4.5 / 450
    assert math.isclose(seconds, 0.010)
    assert math.isclose(4_800 * seconds, 48)
