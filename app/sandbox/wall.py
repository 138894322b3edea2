"""The wall seen from the parent: a job goes in, an outcome comes out, whatever happens inside."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterable
from contextlib import ExitStack
from fcntl import F_ADD_SEALS, F_SEAL_GROW, F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_WRITE, F_SETPIPE_SZ, fcntl
from pathlib import Path
from typing import Self

from app.protocol.frames import Frame, encode
from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.nursery import Nursery
from app.sandbox.outcome import Limits, Outcome
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
    - `handle(job, send)`, run in the child, behind all layers. A MemoryError that it lets out ends the job with
      `MEMORY_LIMIT`, any other exception with `CRASHED` and a traceback on stderr.

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
            stdout, stdout_in = _pipe(stack)
            stderr, stderr_in = _pipe(stack)
            result, result_in = _pipe(stack)
            fcntl(result, F_SETPIPE_SZ, _RESULT_PIPE)
            sealed = stack.enter_context(_sealed(job))
            theirs = (stdout_in, stderr_in, result_in, sealed)
            watch = Watch(limits, result, stdout, stderr)
            started = time.monotonic()
            child = zygote.fork([end.fileno() for end in theirs], limits)
            handle = stack.enter_context(io.FileIO(child.handle, "rb"))
            for end in theirs:
                end.close()
            return watch.follow(zygote, handle.fileno(), started)


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
