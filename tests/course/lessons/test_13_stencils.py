"""Lesson 13: its kernel in place races, its figures of stability are right, and so are its counts."""

import numpy as np

from app.toolchain import compile_kernel
from tests.course.lessons import shown
from tests.taught import taught


def test_step_in_place_compiles_and_races_between_warps() -> None:
    (code,) = shown.kernels(13)["step_in_place"]
    u = shown.floats(151, 203)
    assert compile_kernel(shown.IMPORTS + code, "step_in_place", {"u": u, "r": 0.2}).registers > 0
    report = shown.run(code, "step_in_place", (7, 19), (32, 8), u, 0.2)
    assert {finding.kind for finding in report.findings} == {"data_race"}


def test_a_long_step_grows_as_the_text_says() -> None:
    u = np.full((40, 40), 20.0)
    u[20, 20] = 80
    for _ in range(30):
        inner = u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u[1:-1, 1:-1] = inner + 0.3 * (around - 4 * inner)
    assert [round(u[20, x]) for x in (19, 20)] == [-17_049, 17_748]
    assert round(1.4**10) == 29


def test_a_tile_moves_the_bytes_that_the_text_says() -> None:
    exercise = taught().exercises["wide-stencil"]
    case = exercise.cases(np.random.default_rng(1))[-1]
    (plain,) = [wrong.source for wrong in exercise.wrong if wrong.path.stem == "no_tile"]
    moved = {}
    for name, source in (("plain", plain), ("tile", exercise.solution)):
        report = shown.run(source, "curvature", case.grid, case.block, *(np.copy(case.args[at]) for at in ("u", "out")))
        counts = [(line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in report.lines.values()]
        moved[name] = 32 * sum(counts) / 1e6
    assert (round(moved["plain"], 2), round(moved["tile"], 2)) == (1.76, 0.52)
