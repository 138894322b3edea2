"""Programs without a wall, for authors on their own computers: two plain processes, bounded in time and memory."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from app.devices.open import MEMORY_EXIT, started
from app.errors import FrameError, InfrastructureError
from app.protocol.frames import Frame, Reader, encode
from app.sandbox import Ending, Limits, Outcome

CHILD = "app.devices.program.open_child"
_CHUNK = 1 << 20
_START_S = 60.0
_FLOOD = 1_000_000  # bytes of text that end a program


class OpenProcesses:
    """Starts a process for every conversation. `child` is the module that it talks with."""

    def __init__(self, child: str, limits: Limits) -> None:
        self._child, self._limits = child, limits

    @contextmanager
    def talk(self, job: Frame, *, limits: Limits | None = None) -> Iterator[OpenTalk]:
        """As `Sandbox.talk`."""
        bounds = limits or self._limits
        process = started(CHILD, self._child, str(bounds.address_bytes), str(bounds.cpu_seconds))
        talk = OpenTalk(process, bounds)
        try:
            talk.await_ready()
            talk.say(job)
            yield talk
        finally:
            talk.close()

    def close(self) -> None:
        """Nothing is kept."""


class OpenTalk:
    """As `app.sandbox.Talk`: frames come on the process's stdout, what it prints on its stderr."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
        self._process, self._limits = process, limits
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._frames, self._text = process.stdin, process.stdout, process.stderr
        self._open: list[IO[bytes]] = [self._frames, self._text]
        self._reader, self._whole, self._said = Reader(limits.frame_bytes), list[Frame](), bytearray()
        self._told_early = not limits.early_seconds
        self._started = time.monotonic()
        self._deadline = self._started + limits.seconds
        self._stopped: tuple[Ending, str] | None = None
        os.set_blocking(self._in.fileno(), False)

    def await_ready(self) -> None:
        """Its start is not on the program's time. Raises InfrastructureError."""
        deadline, self._deadline = self._deadline, time.monotonic() + _START_S
        if self.hear() is None:
            said = self._said.decode(errors="replace")[-2000:]
            raise InfrastructureError(f"a program's process does not start: {said}")
        self._deadline = deadline + time.monotonic() - self._started

    def hear(self) -> Frame | None:
        while self._frames in self._open and not self._whole and self._stopped is None:
            self._listen()
        return self._whole.pop(0) if self._whole and self._stopped is None else None

    def say(self, frame: Frame) -> None:
        rest = memoryview(encode(frame))
        while rest and self._stopped is None and (left := self._left()) > 0:
            _, ready, _ = select.select([], [self._in], [], left)
            if ready:
                try:
                    rest = rest[os.write(self._in.fileno(), rest[:_CHUNK]) :]
                except BrokenPipeError:
                    return

    def grant(self, seconds: float) -> None:
        self._deadline += seconds

    def stop(self, ending: Ending, detail: str) -> None:
        self._stopped = self._stopped or (ending, detail)

    def end(self) -> Outcome:
        while self._open and self._stopped is None:
            self._listen()
        if self._stopped is not None:
            self._process.kill()
        code = self._process.wait()
        ending, detail = self._stopped or _judged(code)
        text = self._said.decode(errors="replace")[: self._limits.stdout_bytes]
        return Outcome(ending, tuple(self._whole), text, text, detail, time.monotonic() - self._started)

    def close(self) -> None:
        self._process.kill()
        for pipe in (self._in, self._frames, self._text):
            with suppress(OSError):  # what was not yet sent cannot be sent any more
                pipe.close()
        self._process.wait()

    def _listen(self) -> None:
        left = self._left()
        early = 0.0 if self._told_early else self._limits.early_seconds
        ready, _, _ = select.select(self._open, [], [], max(left - early, 0))
        if not ready and not self._told_early:
            self._told_early = True
            self._process.send_signal(signal.SIGXCPU)
        for pipe in ready:
            data = os.read(pipe.fileno(), _CHUNK)
            if not data:
                self._open.remove(pipe)
            elif pipe is self._text:
                self._said += data
                if len(self._said) > _FLOOD:
                    self.stop(Ending.OUTPUT_LIMIT, "it prints without end")
            else:
                self._take(data)

    def _take(self, data: bytes) -> None:
        try:
            self._whole.extend(self._reader.feed(data))
        except FrameError as error:
            self.stop(Ending.CRASHED, str(error))

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            self.stop(Ending.TIME_LIMIT, f"{self._limits.seconds} s are over")
        return left


def _judged(code: int) -> tuple[Ending, str]:
    if code == MEMORY_EXIT:
        return Ending.MEMORY_LIMIT, "Python found no more memory"
    return (Ending.OK, "") if code == 0 else (Ending.CRASHED, f"it ended with status {code}")
