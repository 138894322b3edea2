"""The wall seen from the parent: a job goes in, an outcome comes out, whatever happens inside."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from app.errors import SandboxError
from app.protocol.frames import Frame, encode, pieces
from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.nursery import Nursery
from app.sandbox.outcome import Ending, Limits, Outcome
from app.sandbox.spare import Ends, Job, Spare
from app.sandbox.spawn import Spec, Started, Zygote
from app.sandbox.watch import Watch

_JOBS = 200


class Sandbox:
    """Runs jobs in throw-away children of a warm zygote, one at a time. Not thread-safe.

    `child` names a module that is imported in the zygote only and that has

    - `PACKAGES`, the top-level packages that its children may read files of, such as `("numpy",)`;
    - `warm()`, run once before any fork: import everything of ours that a job needs, for our own files cannot be
      read later, and load every shared library that is outside the packages;
    - `handle(job, send)`, run in the child, behind all layers; or `talk(job, send, receive)` for a module whose jobs
      are talked with. A MemoryError that it lets out ends the job with `MEMORY_LIMIT`, any other exception with
      `CRASHED` and a traceback on stderr;
    - `PROGRAM` in place of the last, a file and its arguments: each child becomes that program, and can become no
      other. The job is no frame but bytes, which lie in a file whose name is the last argument;
    - `rehearse()`, where there are spares: run in a child that waits, to go through what a job does.

    With `spares` the child of the next job is forked as soon as one has ended, and waits behind the wall: a job then
    finds a process that has its own pages.

    `path` adds folders to the zygote's import path. `layers` and `landlock_abi` take parts of the wall away, so that
    tests can show what each part is for. Raises SandboxError, or MissingLayerError where the kernel lacks a layer.
    """

    def __init__(
        self,
        child: str,
        *,
        limits: Limits,
        path: Iterable[str | Path] = (),
        user: int = 65_534,
        layers: Iterable[Layer] = ALL_LAYERS,
        landlock_abi: int | None = None,
        jobs_per_zygote: int = _JOBS,
        spares: bool = False,
    ) -> None:
        spec = Spec(child, tuple(map(str, path)), frozenset(layers), user, landlock_abi)
        self._limits = limits
        self._nursery = Nursery(spec, jobs_per_zygote)
        self._spares = spares
        self._spare: Spare | None = None
        try:
            self._nursery.zygote()
            self._order(limits)
        except BaseException:
            self._nursery.close()
            raise

    def run(self, job: Frame | bytes, *, limits: Limits | None = None) -> Outcome:
        """Run one job; bytes are for a program.

        Raises SandboxError where the fault is ours; the next job then gets a new zygote. A job that a frame
        cannot hold raises FrameError, and nothing is started.
        """
        data = [job] if isinstance(job, bytes) else pieces(job)
        wanted = limits or self._limits
        try:
            with ExitStack() as stack:
                outcome = self._child(stack, data, wanted).end()
        except BaseException:
            self._discard()
            raise
        self._order(wanted)
        return outcome

    @contextmanager
    def begun(self, job: Frame, *, limits: Limits | None = None) -> Iterator[Running]:
        """Run one job beside what the block does. Raises as `run` does.

        One whose end nobody waited for is killed with the block. Until it has ended, no other job can be run.
        """
        data = pieces(job)
        wanted = limits or self._limits
        with ExitStack() as stack:
            try:
                talk = self._child(stack, data, wanted)
            except BaseException:
                self._discard()
                raise
            yield Running(talk, self._discard)
        self._order(wanted)

    @contextmanager
    def talk(self, job: Frame, *, limits: Limits | None = None) -> Iterator[Talk]:
        """Run one job that is talked with while it runs; it ends with the block. Raises as `run` does."""
        data = pieces(job)
        try:
            with ExitStack() as stack:
                self._dismiss()
                yield self._forked(stack, self._nursery.zygote(), data, limits or self._limits, talks=True)
        except BaseException:
            self._discard()
            raise

    @property
    def zygote_pid(self) -> int | None:
        """The process id of the zygote that forked last, or that would fork next; None after a fault of ours."""
        zygote = self._nursery.current
        return None if zygote is None else zygote.pid

    def close(self) -> None:
        """End the zygote, and with it whatever runs in a child."""
        self._forget()
        self._nursery.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _child(self, stack: ExitStack, job: Job, limits: Limits) -> Talk:
        spare = self._spare
        if spare is None or not spare.suits(limits):
            self._dismiss()
            return self._forked(stack, self._nursery.zygote(), job, limits, talks=False)
        self._spare = None
        started = time.monotonic()
        try:
            child = spare.begin(job)
        except SandboxError:  # it knew nothing of the job: another can have it
            spare.stack.close()
            self._discard()
            return self._forked(stack, self._nursery.zygote(), job, limits, talks=False)
        stack.enter_context(spare.stack)
        return _talk(stack, spare.zygote, spare.ends, child, started, limits)

    def _forked(self, stack: ExitStack, zygote: Zygote, job: Job, limits: Limits, *, talks: bool) -> Talk:
        ends = Ends(stack, speaks=talks)
        ends.write(job)
        started = time.monotonic()
        child = zygote.fork(ends.theirs(), limits)
        stack.callback(os.close, child.handle)
        ends.hand_over(job=True)
        return _talk(stack, zygote, ends, child, started, limits)

    def _order(self, limits: Limits) -> None:
        """Have the next child forked, which the next job probably suits."""
        if not self._spares or self._nursery.current is None or self._nursery.spent:
            return  # who makes a zygote anew, waits for it
        try:
            self._spare = Spare(self._nursery.zygote(), limits)
        except SandboxError:
            self._discard()  # the job that has just ended has its outcome all the same

    def _dismiss(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            try:
                spare.close()
            except SandboxError:
                self._nursery.discard()

    def _forget(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.stack.close()

    def _discard(self) -> None:
        self._forget()
        self._nursery.discard()


def _talk(stack: ExitStack, zygote: Zygote, ends: Ends, child: Started, started: float, limits: Limits) -> Talk:
    watch = Watch(limits, ends.result, ends.stdout, ends.stderr)
    answers = None if ends.answers is None else ends.answers.fileno()
    talk = Talk(zygote, watch, child.handle, answers, started, limits)
    stack.callback(talk.abandon)
    return talk


class Running:
    """A job that runs beside something else. The time in which nobody listens to it is not its own."""

    def __init__(self, talk: Talk, discard: Callable[[], None]) -> None:
        self._talk, self._discard = talk, discard
        self._deaf_since = time.monotonic()

    def answer(self) -> Frame | None:
        """Its first frame, as soon as that is whole; None where there will be none.

        How the job ends is not known by then: it takes the kernel milliseconds to clear a large process away.
        """
        with self._listening():
            return self._talk.answer()

    def end(self) -> Outcome:
        """Wait for its end."""
        with self._listening():
            return self._talk.end()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """What is broken off in the middle leaves a zygote that nobody knows the state of."""
        self._talk.grant(time.monotonic() - self._deaf_since)
        try:
            yield
        except BaseException:
            self._discard()
            raise
        finally:
            self._deaf_since = time.monotonic()


class Talk:
    """A job that is running: hear what it says, answer, and learn how it ended."""

    def __init__(
        self, zygote: Zygote, watch: Watch, child: int, answers: int | None, started: float, limits: Limits
    ) -> None:
        self._zygote, self._watch, self._child, self._answers = zygote, watch, child, answers
        self._started = started
        self._deadline = started + limits.seconds
        self._granted = 0.0
        self._followed = False
        self._outcome: Outcome | None = None

    def hear(self) -> Frame | None:
        """The child's next frame, waited for; None where none will come. Nothing in it is to be believed."""
        return self._watch.hear(self._zygote, self._child, self._deadline)

    def answer(self) -> Frame | None:
        """Its first frame, which remains among its results; None where there will be none."""
        return self._watch.first(self._zygote, self._deadline)

    def say(self, frame: Frame) -> None:
        """Answer. A child that does not listen runs out of time. Raises FrameError for what a frame cannot hold."""
        assert self._answers is not None
        self._watch.say(self._zygote, self._answers, encode(frame), self._deadline)

    def grant(self, seconds: float) -> None:
        """Give it so much more wall time: what passed was not its own."""
        self._granted += seconds
        self._deadline += seconds

    def stop(self, ending: Ending, detail: str) -> None:
        """Have it end so, whatever it does."""
        self._watch.stop(ending, detail)

    def end(self) -> Outcome:
        """Wait for its end. Raises SandboxError where the fault is ours."""
        if self._outcome is None:
            self._followed = True  # to an end of ours, too: the zygote tells it once
            self._outcome = self._watch.follow(self._zygote, self._child, self._started, self._granted)
        return self._outcome

    def abandon(self) -> None:
        """Kill it where nobody has waited for its end."""
        if not self._followed:
            self.stop(Ending.CRASHED, "nobody talks with it any more")
            self.end()
