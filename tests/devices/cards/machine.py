"""A machine with cards that do what a test tells them. It stands in where there is no GPU: no process, no CUDA."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

import numpy as np

from app.devices.cards.area import Area
from app.devices.cards.executor import DiedError, ExecutorError, HungError
from app.devices.cards.job import FATAL, Job, Ran
from app.devices.records import Card, Peaks
from app.errors import InfrastructureError

PEAKS = Peaks(4000.0, 50_000.0, 25_000.0)
DIED = DiedError("the executor ended with -9", -9, "")
HUNG = HungError("the executor did not answer in time", reaped=True)


def card(index: int, arch: str = "sm_90", name: str = "NVIDIA H200") -> Card:
    return Card(index, f"GPU-{index}", name, arch, 140 << 30, 132, "580.1", "13.0", reads_host=False)


class Machine:
    """`refuses` are cards on which nothing starts; `answers` is what the next jobs on a card come to, by its number."""

    def __init__(self) -> None:
        self.started: list[Standin] = []
        self.refuses: set[int] = set()
        self.immortal: set[int] = set()
        self.answers: defaultdict[int, deque[Ran | ExecutorError]] = defaultdict(deque)

    def start(self, index: int) -> Standin:
        made = Standin(self, index)
        self.started.append(made)
        return made

    def on(self, index: int) -> list[Standin]:
        return [one for one in self.started if one.index == index and one.alive]


class Standin:
    """An executor's face."""

    def __init__(self, machine: Machine, index: int) -> None:
        self.index = index
        self.jobs = 0
        self.alive = True
        self.closed = False
        self.pid = 1_000_000 + len(machine.started)
        self.held: dict[str, Area] = {}
        self.ran: list[Job] = []
        self._machine = machine

    def ready(self, seconds: float = 30.0) -> Card:
        if self.index in self._machine.refuses:
            raise ExecutorError("CUDA_ERROR_OUT_OF_MEMORY")
        return card(self.index)

    def hold(self, key: str, area: Area) -> None:
        self.held[key] = area

    def drop(self, key: str) -> None:
        del self.held[key]

    def run(self, job: Job, seconds: float) -> Ran:
        assert job.key in self.held
        self.jobs += 1
        self.ran.append(job)
        answers = self._machine.answers[self.index]
        came = answers.popleft() if answers else Ran("ok", outputs={name: np.ones(4) for name in job.outputs})
        if isinstance(came, ExecutorError) or came.status in FATAL:
            self.kill()
        if isinstance(came, ExecutorError):
            raise came
        return came

    def kill(self) -> None:
        self.alive = False

    def ended(self, seconds: float = 0.0) -> bool:
        return not self.alive and self.index not in self._machine.immortal

    def close(self) -> None:
        self.alive = False
        self.closed = True
        if self.index in self._machine.immortal:
            raise ExecutorError("the executor was killed and does not end")


class Trials:
    """Kernels of ours that go wrong on the cards in `ill`, and die as often as `dies` says."""

    def __init__(self) -> None:
        self.ill: set[int] = set()
        self.dies = 0
        self.probed = 0
        self.measured: list[int] = []

    def probe(self, executor: Standin) -> None:
        self.probed += 1
        if self.dies:
            self.dies -= 1
            raise DIED
        if executor.index in self.ill:
            raise InfrastructureError("a kernel of ours computed something else")

    def peaks(self, executor: Standin) -> Peaks:
        self.measured.append(executor.index)
        return PEAKS


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until it is so; fail where it does not come to be."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.002)
