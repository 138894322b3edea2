"""What lesson 4 says of its two kernels, of conditions that split a warp, and of what fits on a multiprocessor."""

import numpy as np
import pytest

from app.devices.occupancy import REGISTERS, multiprocessor, residency
from app.simt import Report
from app.toolchain import compile_kernel
from tests.course.lessons import shown

BLOCK = 256
ROUNDS = 256
CODE = shown.kernels(4)["by_lane"][0]
(FIRST,) = [code.strip() for code in shown.blocks(4) if code.startswith("first = ")]
BY_WARP = CODE.replace("first = i % 2 == 0", FIRST)


def test_kernels_compile() -> None:
    floats = shown.floats(4)
    assert BY_WARP != CODE
    for code in (CODE, BY_WARP):
        assert compile_kernel(shown.IMPORTS + code, "by_lane", {"a": floats, "out": floats}).registers > 0


def ran(code: str) -> tuple[np.ndarray, dict[str, tuple[int, int]]]:
    """The result, and of each kind of arithmetic how often warps ran it, with how many lanes in all."""
    a, out = shown.floats(BLOCK), np.zeros(BLOCK, np.float32)
    report: Report = shown.run(code, "by_lane", 1, BLOCK, a, out)
    assert report.findings == []
    lines = (shown.IMPORTS + code).splitlines()
    counts = {lines[line - 1].strip(): counted for line, counted in report.lines.items()}
    return out, {
        text: (counts[text].executions, counts[text].active_lanes) for text in counts if text.startswith("x = x")
    }


def test_a_branch_by_lane_runs_both_loops_in_every_warp_and_one_by_warp_in_half_of_them() -> None:
    _, by_lane = ran(CODE)
    _, by_warp = ran(BY_WARP)
    assert list(by_lane.values()) == [(8 * ROUNDS, 128 * ROUNDS)] * 2
    assert list(by_warp.values()) == [(4 * ROUNDS, 128 * ROUNDS)] * 2


@pytest.mark.parametrize(
    ("condition", "split"),
    [
        ("i % 2 == 0", 32),
        ("cuda.threadIdx.x < 64", 0),
        ("a[i] > 0.5", 32),
        ("cuda.blockIdx.x == 0", 0),
        ("i < 1000", 1),
    ],
)
def test_conditions_split_as_many_warps_as_the_question_says(condition: str, split: int) -> None:
    code = f"@cuda.jit\ndef ask(a, out):\n    i = cuda.grid(1)\n    if {condition}:\n        out[i] = 1\n"
    report = shown.run(code, "ask", 4, BLOCK, shown.floats(1_024), np.zeros(1_024, np.int32))
    assert sum(line.divergent_branches or 0 for line in report.lines.values()) == split


def test_what_fits_is_what_the_text_says() -> None:
    h200 = multiprocessor("sm_90")
    assert (h200.warps, h200.blocks, h200.shared_bytes, REGISTERS) == (64, 32, 233_472, 65_536)
    assert "233,472 bytes of shared memory (228 KB)" in shown.text(4)
    assert residency("sm_90", 32, 16, 0).warps == 32
    assert residency("sm_90", 128, 40, 0).warps == 48
    assert residency("sm_90", 64, 32, 8_192).warps == 50
    assert residency("sm_90", 1_024, 32, 0).warps == 64
    assert [-(-20_000 // block) for block in (1_024, 128)] == [20, 157]
