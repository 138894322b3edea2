"""Kernels that go wrong on a real card: each gets its word, and the next right one is served within two seconds.

They go to the device that a worker has, past the interpreter, which would have stopped most of them.
"""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from app.devices import Argument, Launch, RunLimits
from app.findings import Kind

pytestmark = pytest.mark.slow

SERVED_S = 2.0
LENGTH = 1 << 20
SOURCE = (Path(__file__).parent / "faulty_kernels.py").read_text()


@pytest.fixture(scope="module")
def run(gpu, compiler):
    """Launch a kernel of the file with fresh arrays; the result, and how long it took."""
    compiled = {}

    def run(entry, grid=(LENGTH // 256,), block=(256,), seconds=10.0):
        arrays = {"a": np.arange(LENGTH, dtype=np.float32), "out": np.full(LENGTH, np.nan, np.float32)}
        arguments = [
            Argument(name, array, is_output=name == "out", holds_input=name == "a") for name, array in arrays.items()
        ]
        if entry not in compiled:
            compiled[entry] = compiler.compile(SOURCE, entry, arguments)
        began = time.monotonic()
        made = gpu.run(compiled[entry], Launch(grid, block), arguments, RunLimits(seconds=seconds))
        return made, time.monotonic() - began

    run("right")
    return run


@pytest.fixture(autouse=True)
def _served(run, record_property):
    """After every test a right kernel is right, and soon."""
    yield
    made, seconds = run("right")
    record_property("next_served_ms", round(1000 * seconds, 1))
    assert made.status == "ok"
    assert made.findings == ()
    assert np.array_equal(made.outputs["out"], 2 * np.arange(LENGTH, dtype=np.float32))
    assert seconds < SERVED_S


def told(made):
    return [(finding.kind, finding.message_key) for finding in made.findings]


def test_an_address_that_is_none_is_out_of_bounds(run):
    made, _ = run("far")
    assert told(made) == [(Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu")]


def test_eight_bytes_at_an_odd_place_are_misaligned(run):
    made, _ = run("misaligned")
    assert told(made) == [(Kind.MISALIGNED, "misaligned.gpu")]


@pytest.mark.parametrize(("grid", "block"), [((1,), (2048,)), ((1, 70_000), (32,)), ((1,), (1, 1, 128))])
def test_a_launch_beyond_the_limits_is_refused(run, grid, block):
    made, _ = run("right", grid, block)
    assert told(made) == [(Kind.LAUNCH_CONFIG, "launch_config.gpu")]


def test_memory_that_the_card_does_not_have_is_a_memory_limit(run):
    made, _ = run("greedy")
    assert made.status == "memory_limit"
    assert told(made) == [(Kind.MEMORY, "memory.gpu")]


def test_a_kernel_without_an_end_is_ended_within_its_time_and_a_second(run):
    made, seconds = run("endless", (1,), (32,), seconds=1.0)
    assert made.status == "time_limit"
    assert told(made) == [(Kind.TIMEOUT, "timeout.gpu")]
    assert seconds < 1.0 + 1.0 + SERVED_S  # the probe of a kernel of ours, which tells a kernel from a card, included


def test_a_write_just_behind_a_buffer_is_seen(run):
    made, _ = run("behind")
    assert told(made) == [(Kind.OUT_OF_BOUNDS, "out_of_bounds.guard")]


def test_a_write_into_another_buffer_does_not_last(run):
    made, _ = run("overwriting")
    assert made.status == "ok"


def test_a_flood_of_text_is_cut(run):
    made, _ = run("talking", (195,))  # 49,920 threads: for a million the driver takes some 20 s
    assert made.status == "ok"
    assert 0 < len(made.stdout) <= 64_000


def test_a_grid_that_cannot_wait_for_itself_is_refused(run):
    made, _ = run("together", grid=(1_000_000,))
    assert told(made) == [(Kind.LAUNCH_CONFIG, "launch_config.together")]


def test_an_executor_that_is_killed_costs_nothing(run, fleet):
    killed = []

    def kill():
        while not killed:
            time.sleep(0.3)
            warm = {executor.pid for station in fleet._stations for executor in station._warm}
            for pid in executors() - warm:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    made, _ = run("long", (1,), (1,))
    killer.join()
    assert made.status == "ok"
    assert made.findings == ()


def executors() -> set[int]:
    """The processes on cards that descend from this one."""
    tasks = Path("/proc/self/task").glob("*/children")
    pids = {int(pid) for task in tasks for pid in task.read_text().split()}
    return {pid for pid in pids if b"app.devices.gpu.child" in Path(f"/proc/{pid}/cmdline").read_bytes()}
