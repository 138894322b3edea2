"""A child that was forked ahead: it is behind the wall, has gone through its work once, and waits for its job.

A fork shares its zygote's memory, and pays for every page that it writes to. A spare has paid before the job arrives.
"""

from __future__ import annotations

import io
import os
import select
from collections.abc import Sequence
from contextlib import ExitStack
from fcntl import F_ADD_SEALS, F_SEAL_GROW, F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_WRITE, F_SETPIPE_SZ, fcntl

from app.errors import SandboxError
from app.sandbox.outcome import Limits
from app.sandbox.spawn import Started, Zygote

Job = Sequence[bytes | memoryview]  # its pieces, one behind the other
_RESULT_PIPE = 1 << 20
_SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE


class Ends:
    """The pipes of one child and the memory that holds its job; all closed with `stack`."""

    def __init__(self, stack: ExitStack, *, speaks: bool) -> None:
        """`speaks`: there is a pipe to the child, too."""
        self.stdout, stdout_in = _pipe(stack)
        self.stderr, stderr_in = _pipe(stack)
        self.result, result_in = _pipe(stack)
        fcntl(self.result, F_SETPIPE_SZ, _RESULT_PIPE)
        flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
        self._memory = stack.enter_context(io.FileIO(os.memfd_create("job", flags), "r+b"))
        os.fchmod(self._memory.fileno(), 0o444)  # a new one could be executed
        self.answers: io.FileIO | None = None
        self._theirs = [stdout_in, stderr_in, result_in]
        self._heard: list[io.FileIO] = []
        if speaks:
            heard, self.answers = _pipe(stack)
            os.set_blocking(self.answers.fileno(), False)
            self._heard = [heard]

    def theirs(self) -> Sequence[int]:
        """What the zygote is sent, in its order."""
        return [end.fileno() for end in (*self._theirs, self._memory, *self._heard)]

    def hand_over(self, *, job: bool) -> None:
        """Close what only the child needs, for the zygote has it now; the memory too, if the `job` is in it."""
        for end in (*self._theirs, *self._heard):
            end.close()
        if job:
            self._memory.close()

    def write(self, job: Job) -> None:
        """The job, which nobody can change any more."""
        for piece in job:
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(self._memory.fileno(), rest) :]
        self._memory.seek(0)  # the child's descriptor shares the place at which is read
        fcntl(self._memory, F_ADD_SEALS, _SEALS)


class Spare:
    """Ordered from a zygote without waiting. Whoever takes it over owns `stack`."""

    def __init__(self, zygote: Zygote, limits: Limits) -> None:
        self.zygote = zygote
        self._bounds = limits.cpu_seconds, limits.address_bytes
        with ExitStack() as stack:
            self.ends = Ends(stack, speaks=True)
            zygote.order(self.ends.theirs(), limits, waits=True)
            self.ends.hand_over(job=False)
            self.stack = stack.pop_all()

    def suits(self, limits: Limits) -> bool:
        """Whether it may use what the job may use, which was settled when it was forked."""
        return self._bounds == (limits.cpu_seconds, limits.address_bytes)

    def begin(self, job: Job) -> Started:
        """Give it the job. Raises SandboxError where it has not lived until now."""
        started = self.zygote.started()
        self.stack.callback(os.close, started.handle)
        if select.select([started.handle], [], [], 0)[0]:
            raise SandboxError("a child ended while it waited for its job")
        self.ends.write(job)
        self.ends.hand_over(job=True)
        assert self.ends.answers is not None
        try:
            os.write(self.ends.answers.fileno(), b"\n")
        except BrokenPipeError:
            raise SandboxError("a child ended when its job came") from None
        return started

    def close(self) -> None:
        """Send it away. Raises SandboxError where its zygote is gone, and it with it."""
        with self.stack:
            started = self.zygote.started()
            os.close(started.handle)
            self.stack.close()  # it hears that there will be no job
            self.zygote.ended()


def _pipe(stack: ExitStack) -> tuple[io.FileIO, io.FileIO]:
    reading, writing = os.pipe()
    return (
        stack.enter_context(io.FileIO(reading, "rb")),
        stack.enter_context(io.FileIO(writing, "wb")),
    )
