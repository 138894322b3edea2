"""The device on real processes, in which the stand-in takes the place of a card: what ends one, and what comes next."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from app.devices.cards.device import GpuDevice
from app.devices.cards.executor import Executor
from app.devices.cards.fleet import Fleet
from app.devices.cards.station import KEPT
from app.devices.records import Argument, Launch, RunLimits, RunResult
from app.protocol.compiled import Compiled
from app.worker.stop import Abandon
from tests.devices.cards.machine import Trials, card, until

GIVEN = np.arange(8, dtype=np.float32)
ARGUMENTS = [Argument("given", GIVEN), Argument("out", np.zeros_like(GIVEN), is_output=True)]
pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    start = partial(Executor, child="tests.devices.cards.standin")
    cards = [replace(card(0), uuid="GPU-standin-0")]
    with Fleet(cards, tmp_path_factory.mktemp("gpus"), start) as made:
        made.settle()
        made.equip(Trials())
        yield made


@pytest.fixture
def launch(fleet):
    def launch(symbol: str, seconds: float = 20.0) -> RunResult:
        with GpuDevice(fleet) as device:
            kernel = Compiled("", "k", symbol, "sm_90", "", b"cubin", 16, 0, 0, 0)
            return device.run(kernel, Launch((1,), (32,), given="case"), ARGUMENTS, RunLimits(seconds=seconds))

    return launch


def right(result: RunResult) -> bool:
    return result.status == "ok" and np.array_equal(result.outputs["out"], 2 * GIVEN)


def test_a_kernel_answers_and_its_inputs_stay(launch):
    assert right(launch("double"))
    assert np.array_equal(GIVEN, np.arange(8, dtype=np.float32))


def test_a_view_goes_over_as_what_its_kernel_is_compiled_for(fleet):
    """The stand-in prints the strides that a kernel would be told."""
    views = [np.zeros((4, 6), np.float32)[:, ::2], np.zeros((4, 3), np.float32).T, np.float32(0).reshape(())]
    arguments = [Argument(f"a{at}", view, is_output=True) for at, view in enumerate(views)]
    with GpuDevice(fleet) as device:
        kernel = Compiled("", "k", "strides", "sm_90", "", b"cubin", 16, 0, 0, 0)
        said = device.run(kernel, Launch((1,), (32,)), arguments, RunLimits()).stdout
    assert said == "(12, 4) (4, 12) ()"


@pytest.mark.parametrize(
    ("symbol", "seconds", "key"),
    [("illegal_address", 20.0, "out_of_bounds.gpu"), ("hang", 0.3, "timeout.gpu"), ("crash", 20.0, "source_error.gpu")],
)
def test_whatever_a_kernel_does_it_gets_its_finding_and_the_next_one_runs(launch, symbol, seconds, key):
    assert [finding.message_key for finding in launch(symbol, seconds).findings] == [key]
    assert right(launch("double"))


def killed(pid: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(pid, signal.SIGKILL)


def test_processes_that_are_killed_in_the_middle_give_a_verdict_and_the_next_kernel_runs(fleet, launch, monkeypatch):
    station = fleet._stations[0]
    take = station.take

    def taken() -> Executor | None:
        executor = take()
        if executor is not None:
            threading.Timer(0.2, killed, (executor.pid,)).start()
        return executor

    monkeypatch.setattr(station, "take", taken)
    assert launch("hang").findings[0].message_key == "source_error.gpu"
    monkeypatch.undo()
    time.sleep(0.3)  # the one that was taken for the proof is killed too
    assert right(launch("double"))


def test_a_process_that_is_killed_while_it_waits_is_not_noticed_by_the_learner(fleet, launch):
    assert right(launch("double"))
    os.kill(fleet._stations[0]._warm[0].pid, signal.SIGKILL)
    assert right(launch("double"))
    assert fleet.usable


def test_a_worker_that_leaves_an_attempt_ends_its_process_and_gives_the_card_back(fleet, launch):
    def leave(*_: object) -> None:
        raise Abandon("stop")

    before = signal.signal(signal.SIGUSR1, leave)
    working = fleet._stations[0]._warm[0].pid
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    with pytest.raises(Abandon):
        launch("hang")
    signal.signal(signal.SIGUSR1, before)
    until(lambda: not os.path.exists(f"/proc/{working}"))  # noqa: PTH110  # a name of a moment
    assert right(launch("double"))


def test_no_process_and_no_descriptor_is_left(tmp_path, fleet):
    until(lambda: len(fleet._stations[0]._warm) == KEPT)  # a spare that it starts later opens descriptors of its own
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208  # names of a moment
    with Fleet(
        [replace(card(0), uuid="GPU-standin-0")], tmp_path, partial(Executor, child="tests.devices.cards.standin")
    ) as made:
        made.settle()
        with made.lease(20.0) as leased:
            pid = leased.executor.pid
    assert not os.path.exists(f"/proc/{pid}")  # noqa: PTH110  # a name of a moment
    assert set(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208  # what others held may be gone
