"""Shuffles, votes and matches: lanes that are missing are told, lanes that need not be there are not."""

import numpy as np
import pytest

from app.findings import Severity
from app.simt import launch

HEAD = "from numba import cuda\n@cuda.jit\ndef k(a, out):\n    i = cuda.grid(1)\n    v = a[i]\n"
TREE = "    for d in (16, 8, 4, 2, 1):\n        v += cuda.shfl_down_sync(0xFFFFFFFF, v, d)\n    out[i] = v\n"
QUIET = {
    "a tree in whole warps": (TREE, 64),
    "a broadcast in part of a warp": ("    out[i] = cuda.shfl_sync(0xFFFFFFFF, v, 0)\n", 7),
    "a shift up in part of a warp": ("    out[i] = cuda.shfl_up_sync(0xFFFFFFFF, v, 1)\n", 7),
    "a vote after some returned": ("    if i >= 40:\n        return\n    out[i] = cuda.any_sync(-1, v > 3)\n", 64),
    "a mask of those who come": ("    if i % 32 < 16:\n        out[i] = cuda.shfl_xor_sync(0xFFFF, v, 8)\n", 64),
    "whole warps in a branch": ("    if i >= 32:\n        out[i] = cuda.shfl_down_sync(-1, v, 8)\n", 64),
    "the mask of the active": ("    if i % 2:\n        out[i] = cuda.ballot_sync(cuda.activemask(), v > 3)\n", 64),
}
TOLD = {
    "a tree in part of a warp": (TREE, 40, "uninitialized_read.lane", 7, "16..23"),
    "half of a warp": ("    if i % 32 < 16:\n        out[i] = cuda.shfl_xor_sync(-1, v, 8)\n", 64,
                       "barrier_divergence.warp", 7, "16..31"),
    "a lane that the branch leaves out": (
        "    if i % 32 < 16:\n        out[i] = cuda.shfl_sync(0xFFFF, v, 20)\n", 64, "uninitialized_read.lane", 7, "20"
    ),
    "a match of the odd lanes": ("    if i % 2:\n        out[i] = cuda.match_any_sync(-1, i)\n", 4,
                                 "barrier_divergence.warp", 7, "0, 2"),
    "a loop that lanes leave": (
        "    for _ in range(i % 3):\n        out[i] = cuda.all_sync(-1, v > 0)\n", 3, "barrier_divergence.warp", 7, "0"
    ),
}  # fmt: skip


def run(body, threads):
    out = np.zeros(64, np.float32)
    return launch(HEAD + body, "k", grid=1, block=threads, args=[np.arange(64, dtype=np.float32), out]).findings


@pytest.mark.parametrize("name", QUIET)
def test_lanes_that_need_not_come_are_not_missed(name):
    assert run(*QUIET[name]) == []


@pytest.mark.parametrize("name", TOLD)
def test_lanes_that_are_missing_are_told_once_a_line(name):
    body, threads, key, line, lanes = TOLD[name]
    (found,) = run(body, threads)
    assert (found.message_key, found.line, found.severity) == (key, line, Severity.WARNING)
    assert found.args["lanes"] == lanes
