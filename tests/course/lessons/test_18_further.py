"""What lesson 18 shows and says: a barrier of the grid, its blocks, what a step takes, the calls of a graph."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
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
        host += 16
        ends.append(max(host, ends[-1]) + 2)
    assert ends[-1] == 322
    assert 1 - 40 / ends[-1] > 7 / 8  # of the time the device is idle


def test_the_calls_that_record_a_graph_are_there() -> None:
    for owner, names in ((GraphBuilder, ("begin_building", "end_building", "complete")), (Graph, ("launch",))):
        assert all(callable(getattr(owner, name)) for name in names)
    assert callable(Device.create_stream)


def test_the_way_over_nvlink_and_the_memory_within_that_time() -> None:
    seconds = 4.5 / 450
    assert math.isclose(seconds, 0.010)
    assert math.isclose(4_800 * seconds, 48)


ROADS = shown.ROOT / "bench/lessons/roads"


@pytest.mark.parametrize(("language", "ran"), [("c++", "with_cupy.py"), ("python", "with_triton.py")])
def test_what_is_shown_of_another_language_is_what_was_measured(language: str, ran: str) -> None:
    codes = re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", shown.text(18), re.DOTALL | re.MULTILINE)
    (code,) = [code for code in codes if "__global__ void bias_gelu" in code or "@triton.jit" in code]
    assert code in (ROADS / ran).read_text("utf-8")


def test_four_elements_a_thread_give_what_the_lesson_before_asks_for() -> None:
    (code,) = shown.kernels(18)["bias_gelu"]
    x, out = 4 * shown.floats(64, 32) - 2, np.zeros((64, 32), np.float32)
    bias = shown.floats(32, seed=2)
    report = shown.run(code, "bias_gelu", (1, 2), (32, 8), x, bias, out)
    v = x.astype(np.float64) + bias
    assert report.findings == []
    assert np.allclose(out, 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3))), rtol=1e-5, atol=1e-6)


def test_the_times_are_those_that_were_measured() -> None:
    text = shown.text(18)
    results = shown.ROOT / "bench/results/lessons"
    roads = json.loads((results / "roads.json").read_text("utf-8"))
    times = [time for road in roads.values() if isinstance(road, dict) for time in road.values()]
    tiles = json.loads((results / "lesson_18.json").read_text("utf-8"))["tiles"]
    times += [*tiles["gelu by elements a thread"].values(), tiles["softmax, row kept"]]
    measured = {f"{time:,.0f}" for time in times if not isinstance(time, str)}
    assert measured - {"318"} <= set(re.findall(r"[\d,]*\d", text))  # 318 is a road that is left out
