"""Loads and stores that take a short way to memory have the values of the long one."""

from __future__ import annotations

import numpy as np
import pytest

from app.simt import launch

HEAD = "from numba import cuda, float32\n\n@cuda.jit\ndef kernel(a, out):\n    i = cuda.grid(1)\n"


def run(body: str, n: int = 8) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """The arrays a and out, and what was found, after a launch of two blocks of four."""
    a, out = np.arange(n), np.zeros(8, np.int64)
    report = launch(
        HEAD + "".join(f"    {line}\n" for line in body.split("; ")), "kernel", grid=2, block=4, args=[a, out]
    )
    return a, out, [finding.message_key for finding in report.findings]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("out[i] = a[i] + cuda.atomic.add(a, i, 10)", np.arange(8) * 2),
        ("out[i] = cuda.atomic.add(a, i, 10) + a[i]", np.arange(8) * 2 + 10),
        ("old = a[i]; a[i] = 7; out[i] = old - a[i]", np.arange(8) - 7),
        ("a[i] += a[i] * a[i]; out[i] = a[i]", np.arange(8) + np.arange(8) ** 2),
    ],
)
def test_an_operand_is_what_memory_held_when_it_was_read(body: str, expected: np.ndarray):
    assert np.array_equal(run(body)[1], expected)


@pytest.mark.parametrize("guard", ["0 < i < 7", "i > 0 and i < a.size - 1"])
def test_lanes_that_are_not_active_may_reach_beyond_an_array(guard: str):
    _, out, found = run(f"if {guard}: out[i] = a[i - 1] * 100 + a[i + 1]")
    inner = np.arange(1, 7)
    assert np.array_equal(out, [0, *((inner - 1) * 100 + inner + 1), 0])
    assert not found


def test_an_active_lane_that_reaches_beyond_is_still_found():
    _, out, found = run("if i > 0: out[i] = a[i + 1]")
    assert np.array_equal(out, [0, 2, 3, 4, 5, 6, 7, 0])
    assert found == ["out_of_bounds.read"]


def test_a_block_that_reaches_over_the_end_of_its_shared_array_reads_no_other_block():
    body = "s = cuda.shared.array(4, float32); t = cuda.threadIdx.x; s[t] = a[i]; cuda.syncthreads()"
    _, out, found = run(f"{body}; out[i] = s[t]; cuda.syncthreads(); out[i] = out[i] + s[t + 2] if t < 2 else out[i]")
    assert np.array_equal(out, [2, 4, 2, 3, 10, 12, 6, 7])
    assert not found
