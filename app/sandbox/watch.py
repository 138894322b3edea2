"""The parent's side of one running job: empty its pipes, keep the clock, kill, and say how it ended.

Everything that arrives is an enemy's: it is counted before it is kept, and nothing in it decides the ending.
"""

from __future__ import annotations

import io
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

from app.errors import FrameError, SandboxError
from app.protocol.frames import Frame, Reader
from app.sandbox import control
from app.sandbox.outcome import Ending, Limits, Outcome
from app.sandbox.spawn import Ended, Zygote

_FLOOD = 1_000_000  # bytes on stdout or stderr that end a job
_CHUNK = 1 << 20
_FRAMES = 1000  # far more than any job sends


class Text:
    """stdout or stderr: its beginning is kept, all of it is counted."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._kept = bytearray()
        self._seen = 0

    def take(self, data: bytes) -> str | None:
        """Keep what fits. A string says why the job has to end."""
        self._kept += data[: self._keep - len(self._kept)]
        self._seen += len(data)
        return f"more than {_FLOOD} bytes of text" if self._seen > _FLOOD else None

    def __str__(self) -> str:
        return self._kept.decode(errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}")


class Results:
    """The result pipe: whole frames, up to a number of bytes for all together, whatever they announce."""

    def __init__(self, most: int, frame_bytes: int) -> None:
        self.frames: list[Frame] = []
        self.garbage: str | None = None
        self._reader = Reader(frame_bytes)
        self._left = most

    def take(self, data: bytes) -> str | None:
        """Read frames. A string says why the job has to end; after garbage nothing is read any more."""
        self._left -= len(data)
        if self._left < 0:
            return "more results than allowed"
        if self.garbage is None:
            try:
                self.frames.extend(islice(self._reader.feed(data), _FRAMES))
            except FrameError as error:
                self.garbage = str(error)
        return "more results than any job has" if len(self.frames) >= _FRAMES else None

    def finish(self) -> None:
        """The pipe is closed: a frame that is not whole by now is garbage."""
        if self.garbage is None:
            try:
                self._reader.finish()
            except FrameError as error:
                self.garbage = str(error)


class Watch:
    """Follows one job over its three pipes, to its end or from frame to frame."""

    def __init__(self, limits: Limits, result: io.FileIO, stdout: io.FileIO, stderr: io.FileIO) -> None:
        self._limits = limits
        self._results = Results(limits.result_bytes, limits.frame_bytes)
        self._stdout = Text(limits.stdout_bytes)
        self._stderr = Text(limits.stdout_bytes)
        self._pipes: dict[int, Results | Text] = {
            result.fileno(): self._results,
            stdout.fileno(): self._stdout,
            stderr.fileno(): self._stderr,
        }
        self._open = set(self._pipes)
        self._ended = False
        self._stopped: tuple[Ending, str] | None = None
        self._told_early = not limits.early_seconds
        for pipe in self._pipes:
            os.set_blocking(pipe, False)

    def hear(self, zygote: Zygote, child: int, deadline: float) -> Frame | None:
        """The next frame of the pidfd `child`; None where there will be none: it has ended or has to be stopped."""
        frames = self._results.frames
        if not self._told_early:
            self._listen(zygote.fileno(), deadline, lambda: bool(frames), self._limits.early_seconds)
            if not frames and not self._ended and self._stopped is None:
                self._told_early = True
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(child, signal.SIGXCPU)
        self._listen(zygote.fileno(), deadline, lambda: bool(frames))
        if self._ended and not frames:
            self._empty()
        return frames.pop(0) if frames and self._stopped is None else None

    def first(self, zygote: Zygote, deadline: float) -> Frame | None:
        """The first frame, which is not taken away; None where there will be none."""
        frames = self._results.frames
        self._listen(zygote.fileno(), deadline, lambda: bool(frames))
        if self._ended and not frames:
            self._empty()
        return frames[0] if frames and self._stopped is None else None

    def say(self, zygote: Zygote, answers: int, data: bytes, deadline: float) -> None:
        """Write to the child, for as long as it reads and lives."""
        rest = memoryview(data)
        poll = select.poll()
        poll.register(answers, select.POLLOUT)
        poll.register(zygote.fileno(), select.POLLIN)
        while rest and self._stopped is None:
            left = self._left(deadline)
            ready = dict(poll.poll(left * 1000)) if left > 0 else {}
            if zygote.fileno() in ready or ready.get(answers, 0) & (select.POLLERR | select.POLLHUP):
                return
            if answers in ready:
                with suppress(BrokenPipeError):  # it has ended since; the next turn sees that
                    rest = rest[os.write(answers, rest[:_CHUNK]) :]

    def stop(self, ending: Ending, detail: str) -> None:
        """End the job, unless it has to end for another reason already."""
        self._stopped = self._stopped or (ending, detail)

    def follow(self, zygote: Zygote, child: int, started: float, granted: float = 0.0) -> Outcome:
        """Wait for the job of the pidfd `child`, which may have been `granted` some seconds more.

        Raises SandboxError where the zygote broke or the end is ours.
        """
        self._listen(zygote.fileno(), started + self._limits.seconds + granted, lambda: False)
        if self._stopped is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(child, signal.SIGKILL)
        ended = zygote.ended()
        if self._stopped is None:
            self._empty()
        ending, detail = self._stopped or self._judged(ended)
        seconds = time.monotonic() - started
        return Outcome(ending, tuple(self._results.frames), str(self._stdout), str(self._stderr), detail, seconds)

    def _listen(self, end: int, deadline: float, enough: Callable[[], bool], early: float = 0.0) -> None:
        """Take what the pipes bring until it is enough, `end` has news, the time is over, or the job has to end.

        With `early` it returns so many seconds before the deadline.
        """
        poll = select.poll()
        poll.register(end, select.POLLIN)
        for pipe in self._open:
            poll.register(pipe, select.POLLIN)
        while self._stopped is None and not self._ended and not enough():
            left = self._left(deadline)
            if left <= early:
                return
            ready = [descriptor for descriptor, _ in poll.poll((left - early) * 1000)]
            self._ended = end in ready
            for pipe in ready if not self._ended else ():
                if not self._read(pipe):
                    poll.unregister(pipe)
                    self._open.discard(pipe)

    def _left(self, deadline: float) -> float:
        """Seconds until the deadline, at which the job is stopped."""
        left = deadline - time.monotonic()
        if left <= 0:
            self.stop(Ending.TIME_LIMIT, f"{self._limits.seconds} s of wall clock are over")
        return left

    def _empty(self) -> None:
        """Read what the child left in its pipes. Bounded, because a pipe is, and nobody writes any more."""
        for pipe in self._pipes:
            while self._stopped is None and select.select([pipe], [], [], 0)[0] and self._read(pipe):
                continue
        self._results.finish()

    def _read(self, pipe: int) -> bool:
        """Take what a pipe holds. False where it has ended."""
        data = os.read(pipe, _CHUNK)
        too_much = self._pipes[pipe].take(data)
        if too_much is not None:
            self._stopped = Ending.OUTPUT_LIMIT, too_much
        elif self._results.garbage is not None:
            self._stopped = Ending.CRASHED, self._results.garbage
        return bool(data)

    def _judged(self, ended: Ended) -> tuple[Ending, str]:
        code = os.waitstatus_to_exitcode(ended.code)
        if code == -signal.SIGXCPU or (code == -signal.SIGKILL and ended.cpu_seconds >= self._limits.cpu_seconds):
            return Ending.TIME_LIMIT, f"{self._limits.cpu_seconds} s of CPU time are over"
        if code == -signal.SIGKILL:
            if ended.resident_bytes < self._limits.address_bytes // 2:
                raise SandboxError("a child was killed from outside, and not for its memory")
            return Ending.MEMORY_LIMIT, "killed by the kernel, which had no memory left"
        if code == control.MEMORY_EXIT:
            return Ending.MEMORY_LIMIT, "Python found no more memory"
        if code < 0:
            return Ending.CRASHED, f"ended by {signal.Signals(-code).name}"
        if code > 0:
            return Ending.CRASHED, f"ended with exit status {code}"
        if self._results.garbage is not None:
            return Ending.CRASHED, self._results.garbage
        return Ending.OK, "ended by itself"
