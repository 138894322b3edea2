"""Blocks that wait for one another: some order is found where there is one, and a doubt is told as a doubt."""

import numpy as np
import pytest

from app.findings import Kind
from app.simt import Limits, launch

HEAD = """from numba import cuda


@cuda.jit
def kernel(flag, out):
    b = cuda.blockIdx.x
    last = cuda.gridDim.x - 1
"""
SUCCESSOR = """
    if b < last:
        while cuda.atomic.add(flag, b + 1, 0) == 0:
            pass
    out[b] = b
    cuda.threadfence()
    cuda.atomic.add(flag, b, 1)
"""
MEETING = """
    cuda.atomic.add(flag, 0, 1)
    while cuda.atomic.max(flag, 0, 0) <= last:
        pass
    out[b] = b
"""
PING_PONG = """
    for k in range(3):
        while cuda.atomic.add(flag, 0, 0) != 2 * k + b:
            pass
        cuda.atomic.add(flag, 0, 1)
    out[b] = b
"""
KEPT = """
    while cuda.atomic.cas(flag, 0, 0, 1) != 0:
        pass
    out[b] = b
"""
WITHIN = """
    if cuda.threadIdx.x == 0:
        while cuda.atomic.add(flag, b, 0) == 0:
            pass
        out[b] = b
    else:
        cuda.atomic.add(flag, b, 1)
"""
ALONE = """
    while cuda.atomic.add(flag, b, 0) == 0:
        pass
"""
LONG = """
    k = 0
    while k < 550:
        k += 1
    out[b] = cuda.atomic.add(flag, 0, 1) * 0 + b
"""


def run(body, blocks, steps=1_500, threads=1):
    flag, out = np.zeros(blocks, np.int32), np.full(blocks, -1)
    report = launch(HEAD + body, "kernel", grid=blocks, block=threads, args=[flag, out], limits=Limits(steps=steps))
    return report, out


@pytest.mark.parametrize("body", [SUCCESSOR, MEETING, LONG])
@pytest.mark.parametrize("blocks", [2, 5])
def test_blocks_that_wait_get_through(body, blocks):
    report, out = run(body, blocks)
    assert report.findings == []
    assert out.tolist() == list(range(blocks))


def test_blocks_that_answer_each_other_in_turns_are_not_accused():
    report, _ = run(PING_PONG, 2)
    (found,) = report.findings
    assert (found.kind, found.message_key, found.args["lock_line"]) == (Kind.UNSUPPORTED, "unsupported.lock", 10)


def test_a_lock_that_nobody_gives_back_is_certain():
    report, _ = run(KEPT, 3, steps=1_500)
    (found,) = report.findings
    assert (found.kind, found.message_key, found.line) == (Kind.TIMEOUT, "timeout.lock", 9)


@pytest.mark.parametrize("blocks", [1, 2])
def test_threads_that_wait_for_their_block_mates_are_not_accused(blocks):
    report, _ = run(WITHIN, blocks, steps=600, threads=64)
    (found,) = report.findings
    assert (found.kind, found.message_key, found.args["lock_line"]) == (Kind.UNSUPPORTED, "unsupported.lock", 10)


def test_a_flag_that_all_wait_for_is_raised_by_nobody():
    report, _ = run(ALONE, 1, steps=600, threads=64)
    (found,) = report.findings
    assert (found.kind, found.count) == (Kind.TIMEOUT, 64)
