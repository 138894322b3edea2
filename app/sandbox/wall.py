"""The wall seen from the parent: a job goes in, an outcome comes out, whatever happens inside."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from fcntl import F_ADD_SEALS, F_SEAL_GROW, F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_WRITE, F_SETPIPE_SZ, fcntl
from pathlib import Path
from typing import Self

from app.protocol.frames import Frame, encode
from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.nursery import Nursery
from app.sandbox.outcome import Ending, Limits, Outcome
from app.sandbox.spawn import Spec, Zygote
from app.sandbox.watch import Watch

_JOBS = 200
_RESULT_PIPE = 1 << 20
_SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE


class Sandbox:
    """Runs jobs in throw-away children of a warm zygote, one at a time. Not thread-safe.

    `child` names a module that is imported in the zygote only and that has

    - `PACKAGES`, the top-level packages that its children may read files of, such as `("numpy",)`;
    - `warm()`, run once before any fork: import everything of ours that a job needs, for our own files cannot be
      read later, and load every shared library that is outside the packages;
    - `handle(job, send)`, run in the child, behind all layers; or `talk(job, send, receive)` for a module whose jobs
      are talked with. A MemoryError that it lets out ends the job with `MEMORY_LIMIT`, any other exception with
      `CRASHED` and a traceback on stderr.

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
    ) -> None:
        spec = Spec(child, tuple(map(str, path)), frozenset(layers), user, landlock_abi)
        self._limits = limits
        self._nursery = Nursery(spec, jobs_per_zygote)
        try:
            self._nursery.zygote()
        except BaseException:
            self._nursery.close()
            raise

    def run(self, job: Frame, *, limits: Limits | None = None) -> Outcome:
        """Run one job. Raises SandboxError where the fault is ours; the next job then gets a new zygote.

        A job that a frame cannot hold raises FrameError, and nothing is started.
        """
        data = encode(job)
        try:
            return self._run(self._nursery.zygote(), data, limits or self._limits)
        except BaseException:
            self._nursery.discard()
            raise

    @contextmanager
    def talk(self, job: Frame, *, limits: Limits | None = None) -> Iterator[Talk]:
        """Run one job that is talked with while it runs; it ends with the block. Raises as `run` does."""
        data = encode(job)
        try:
            with ExitStack() as stack:
                yield self._started(stack, self._nursery.zygote(), data, limits or self._limits, talks=True)
        except BaseException:
            self._nursery.discard()
            raise

    @property
    def zygote_pid(self) -> int | None:
        """The process id of the zygote that forked last, or that would fork next; None after a fault of ours."""
        zygote = self._nursery.current
        return None if zygote is None else zygote.pid

    def close(self) -> None:
        """End the zygote, and with it whatever runs in a child."""
        self._nursery.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _run(self, zygote: Zygote, job: bytes, limits: Limits) -> Outcome:
        with ExitStack() as stack:
            return self._started(stack, zygote, job, limits, talks=False).end()

    def _started(self, stack: ExitStack, zygote: Zygote, job: bytes, limits: Limits, *, talks: bool) -> Talk:
        stdout, stdout_in = _pipe(stack)
        stderr, stderr_in = _pipe(stack)
        result, result_in = _pipe(stack)
        fcntl(result, F_SETPIPE_SZ, _RESULT_PIPE)
        sealed = stack.enter_context(_sealed(job))
        theirs = [stdout_in, stderr_in, result_in, sealed]
        answers = None
        if talks:
            heard, answers = _pipe(stack)
            os.set_blocking(answers.fileno(), False)
            theirs.append(heard)
        watch = Watch(limits, result, stdout, stderr)
        started = time.monotonic()
        child = zygote.fork([end.fileno() for end in theirs], limits)
        handle = stack.enter_context(io.FileIO(child.handle, "rb"))
        for end in theirs:
            end.close()
        talk = Talk(zygote, watch, handle.fileno(), None if answers is None else answers.fileno(), started, limits)
        stack.callback(talk.abandon)
        return talk


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


def _pipe(stack: ExitStack) -> tuple[io.FileIO, io.FileIO]:
    reading, writing = os.pipe()
    return (
        stack.enter_context(io.FileIO(reading, "rb")),
        stack.enter_context(io.FileIO(writing, "wb")),
    )


def _sealed(job: bytes) -> io.FileIO:
    """An anonymous file that holds the job and that nobody can change any more."""
    memory = io.FileIO(os.memfd_create("job", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING), "r+b")
    rest = memoryview(job)
    while rest:
        rest = rest[os.write(memory.fileno(), rest) :]
    memory.seek(0)
    fcntl(memory, F_ADD_SEALS, _SEALS)
    return memory
