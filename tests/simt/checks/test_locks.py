"""Locks of every shape: one that each lane of a warp takes is named, one that a thread takes for its block runs."""

import numpy as np
import pytest

from app.simt import Limits, launch

HEAD = """from numba import cuda
@cuda.jit(device=True)
def acquire(lock):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
@cuda.jit
def k(lock, total):
    t = cuda.threadIdx.x
"""
GIVE = "    total[0] += 1\n    cuda.threadfence()\n    cuda.atomic.exch(lock, 0, 0)\n"
TICKET = "    my = cuda.atomic.add(lock, 0, 1)\n    while cuda.atomic.add(lock, 1, 0) != my:\n        pass\n"
NEXT = "    total[0] += 1\n    cuda.threadfence()\n    cuda.atomic.add(lock, 1, 1)\n"
HANG = {
    "compare and swap": ("    while cuda.atomic.cas(lock, 0, 0, 1) != 0:\n        pass\n" + GIVE, 9),
    "exchange": ("    while cuda.atomic.exch(lock, 0, 1) != 0:\n        cuda.nanosleep(8)\n" + GIVE, 9),
    "the older compare and swap": ("    while cuda.atomic.compare_and_swap(lock, 0, 1):\n        pass\n" + GIVE, 9),
    "a loop that is left": (
        "    while True:\n        if cuda.atomic.cas(lock, 0, 0, 1) == 0:\n            break\n" + GIVE, 10
    ),
    "in a device function": ("    acquire(lock)\n" + GIVE, 4),
    "a ticket": (TICKET + NEXT, 10),
}  # fmt: skip
DEEP = " " * 8
RUN = {
    "thread 0 for its block": (
        f"    if t == 0:\n{DEEP}acquire(lock)\n{DEEP}cuda.threadfence()\n" + GIVE.replace("    ", DEEP)
    ),
    "thread 0 by a ticket": (
        f"    if t == 0:\n{TICKET.replace('    ', DEEP)}{DEEP}cuda.threadfence()\n" + NEXT.replace("    ", DEEP)
    ),
}
LANES = """    done = False
    while not done:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            cuda.threadfence()
            total[0] += 1
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
            done = True
"""


def run(body, blocks, steps=2_000):
    total = np.zeros(1)
    source, limits = HEAD + body, Limits(steps=steps)
    report = launch(source, "k", grid=blocks, block=32, args=[np.zeros(2, np.int32), total], limits=limits)
    return report, total[0]


@pytest.mark.parametrize("name", HANG)
def test_a_lock_that_every_lane_takes_is_named_with_its_line(name):
    told(name, 1)


@pytest.mark.slow  # an order of the blocks is looked for first, in vain
@pytest.mark.parametrize("name", HANG)
def test_it_is_named_so_among_several_blocks(name):
    told(name, 3)


def told(name, blocks):
    body, line = HANG[name]
    report, _ = run(body, blocks, steps=500)
    found = next(finding for finding in report.findings if finding.kind == "timeout")
    assert (found.message_key, found.args["lock_line"]) == ("timeout.lock", line)


@pytest.mark.parametrize("name", RUN)
def test_a_lock_that_one_thread_takes_for_its_block_runs(name):
    report, total = run(RUN[name], 4)
    assert (report.findings, total) == ([], 4)


def test_a_lock_that_is_given_back_within_the_loop_runs():
    report, total = run(LANES, 3)
    assert (report.findings, total) == ([], 96)
