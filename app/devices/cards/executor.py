"""The parent's hold on one executor: a process with a context on one card, which runs compiled kernels.

It is started by name and never imported here. It runs device code of strangers, so that whatever it answers is read as
theirs, and a process that answers nonsense is ended.
"""

from __future__ import annotations

import json
import math
import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import NoReturn, Self, TypeVar

from app.devices.cards import messages
from app.devices.cards.area import Area, Layout
from app.devices.cards.job import FATAL, Bounds, Job, Ran
from app.devices.cards.process import Process
from app.devices.cards.seeing import VISIBLE
from app.devices.cards.wire import Wire
from app.devices.records import Card, Peaks
from app.errors import FrameError, InfrastructureError
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame
from app.sandbox.confine import Hardened

CHILD = "app.devices.gpu.child"
_ANSWER_S = 20.0  # for whatever runs no kernel of a learner's
_PEAKS_S = 60.0
_LAST_S = 0.5
_KILLED_S = 1.0  # a learner waits; whether it ends at all is for its station to see
_MOST = 1 << 20  # bytes of one answer
Answer = TypeVar("Answer")


class ExecutorError(InfrastructureError):
    """An executor does not start, or answers what makes no sense."""


class HungError(ExecutorError):
    """It did not answer in time and was killed. `reaped` is false where it has not ended within a second even so."""

    def __init__(self, said: str, *, reaped: bool) -> None:
        super().__init__(said)
        self.reaped = reaped


class DiedError(ExecutorError):
    """It ended before it answered. `code` is its exit status, negative for a signal; `stderr` is what it last said."""

    def __init__(self, said: str, code: int | None, stderr: str) -> None:
        super().__init__(f"{said}: {stderr.splitlines()[-1]}" if stderr else said)
        self.code = code
        self.stderr = stderr


@dataclass(slots=True)
class _Kept:
    """How a held area lies, and the memory for outputs that was made so far, by their names."""

    layout: Layout
    outputs: dict[tuple[str, ...], Area] = field(default_factory=dict)

    def close(self) -> None:
        for area in self.outputs.values():
            area.close()


class Executor:
    """One process on one card. Not thread-safe. After HungError, DiedError or a kernel's fault it is dead."""

    def __init__(self, index: int, bounds: Bounds | None = None, child: str = CHILD) -> None:
        """Starts the process and does not wait for it."""
        self.index = index
        self.jobs = 0
        self.alive = True
        self.hardened: Hardened | None = None  # known once it is ready
        self._held: dict[str, _Kept] = {}
        visible = os.environ.get(VISIBLE, "")
        ours, theirs = socket.socketpair()
        self._wire = Wire(ours, _MOST)
        try:
            with theirs:
                self._process = Process(child, theirs, [str(index), json.dumps(asdict(bounds or Bounds())), visible])
        except BaseException:
            self._wire.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def ready(self, seconds: float = 30.0) -> Card:
        """Wait until it has its context. Raises ExecutorError."""
        frame = self._hear(time.monotonic() + seconds)
        card, self.hardened = self._read(lambda: messages.ready(frame, self.index))
        return card

    def hold(self, key: str, area: Area) -> None:
        """Have it keep the inputs of one case until they are dropped; the area itself may be closed then.

        Raises ExecutorError.
        """
        self.drop(key)
        self._held[key] = _Kept(area.layout)
        self._told(Frame("hold", {"key": key, **area.layout.plain()}), [area.fileno()], "held")

    def drop(self, key: str) -> None:
        """Forget what was held, if it was. Raises ExecutorError."""
        kept = self._held.pop(key, None)
        if kept is not None:
            kept.close()
            self._told(Frame("drop", {"key": key}), [], "dropped")

    def holds(self, key: str) -> bool:
        return key in self._held

    def run(self, job: Job, seconds: float) -> Ran:
        """Run one job with inputs that are held. Raises HungError, DiedError, ExecutorError; each ends the process."""
        kept, names = self._held[job.key], job.outputs
        fresh = names not in kept.outputs
        if fresh:
            kept.outputs[names] = Area.for_outputs(kept.layout.only(names), copies=2)
        outputs = kept.outputs[names]
        frame = messages.asked(job, seconds, new_outputs=fresh)
        answer = self._ask(frame, [outputs.fileno()] if fresh else [], time.monotonic() + seconds)
        ran, differs = self._read(lambda: messages.ran(answer, job))
        self.jobs += 1
        if ran.status in FATAL:
            self.kill()
        if ran.status != "ok":
            return ran
        return replace(ran, outputs=outputs.read(), last=outputs.read(1) if differs else {})

    def peaks(self, kernels: Mapping[str, Compiled]) -> Peaks:
        """Measure the card, with the kernels of peak_kernels.py by their names. Raises ExecutorError."""
        answer = self._ask(messages.peaks_asked(kernels), [], time.monotonic() + _PEAKS_S)
        return self._read(lambda: messages.peaks(answer))

    def talk(self, job: Frame, seconds: float, most: int = _MOST) -> ExecutorTalk:
        """Begin a conversation, which has the executor to itself until it ends. Frames may have `most` bytes."""
        self._wire.bound(most)
        self._say(job, [], time.monotonic() + seconds)
        return ExecutorTalk(self, time.monotonic() + seconds)

    def kill(self) -> None:
        """End the process now; `close` waits for it."""
        self.alive = False
        self._process.kill()

    def ended(self, seconds: float = 0.0) -> bool:
        """Whether the process is gone, waited for so long."""
        return self._process.ended(seconds) is not None

    def close(self) -> None:
        """End the process and give everything back. Raises ExecutorError where it does not end: its card is ill."""
        self.alive = False
        self._wire.close()
        while self._held:
            self._held.popitem()[1].close()
        if not self._process.close():
            raise ExecutorError("the executor was killed and does not end")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _told(self, frame: Frame, descriptors: Sequence[int], wanted: str) -> None:
        answer = self._ask(frame, descriptors, time.monotonic() + _ANSWER_S)
        if answer.kind != wanted:
            self.kill()
            raise ExecutorError(f"the executor answered {frame.kind!r} with {answer.kind[:40]!r}")

    def _ask(self, frame: Frame, descriptors: Sequence[int], until: float) -> Frame:
        if not self._wire.silent():
            self.kill()
            raise ExecutorError("the executor spoke out of turn")
        self._wire.bound(_MOST)  # a conversation may have had larger frames
        self._say(frame, descriptors, until)
        return self._hear(until)

    def _say(self, frame: Frame, descriptors: Sequence[int], until: float) -> None:
        if not self.alive:
            raise ExecutorError("the executor has ended")
        try:
            self._wire.send(frame, descriptors, until=until)
        except TimeoutError:
            self._hung()
        except OSError:
            self._died()

    def _hear(self, until: float) -> Frame:
        try:
            return self._wire.receive(until=until, watched=self._process.fileno())
        except TimeoutError:
            self._hung()
        except (EOFError, OSError):
            self._died()
        except FrameError as error:
            self.kill()
            raise ExecutorError(f"the executor answered nonsense: {error}") from error

    def _read(self, read: Callable[[], Answer]) -> Answer:
        try:
            return read()
        except FrameError as error:
            self.kill()
            raise ExecutorError(f"the executor answered nonsense: {error}") from error

    def _hung(self) -> NoReturn:
        self.kill()
        raise HungError("the executor did not answer in time", reaped=self.ended(_KILLED_S))

    def _died(self) -> NoReturn:
        code = self._process.ended(_LAST_S)  # it may be on its way, and its status says more than our signal
        self.kill()
        if code is None:
            code = self._process.ended(_KILLED_S)
        raise DiedError(f"the executor ended with {code}", code, self._process.said())


class ExecutorTalk:
    """A host program's device: frames there and back, until the time is over or both sides know that it has ended."""

    def __init__(self, executor: Executor, until: float) -> None:
        self._executor, self._until = executor, until

    def say(self, frame: Frame) -> None:
        """Raises HungError, DiedError."""
        self._executor._say(frame, [], self._until)  # noqa: SLF001  # a part of the executor, apart for its time

    def hear(self, seconds: float = math.inf) -> Frame:
        """The next frame, waited for no longer than this. Raises HungError, DiedError, ExecutorError."""
        return self._executor._hear(min(self._until, time.monotonic() + seconds))  # noqa: SLF001  # a part of the executor, apart for its time

    def grant(self, seconds: float) -> None:
        """Extend the time."""
        self._until += seconds
