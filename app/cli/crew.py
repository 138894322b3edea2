"""Proves many subjects at once: a few processes, each with a grader of its own."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from app.config import ROOT
from app.course.models import Fault
from app.course.proofs import Subject

COMMAND = (sys.executable, "-m", "app.cli.prover")


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found. Where `trouble` says why nothing could be found out, there is nothing to remember."""

    subject: Subject  # with the hash of what was judged
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0
    trouble: str = ""

    @property
    def holds(self) -> bool:
        return not self.faults and not self.trouble


def prove(
    waiting: Sequence[Subject], jobs: int, root: Path, command: Sequence[str] = COMMAND
) -> Generator[Found, None, None]:
    """Everything that was found, as it is found; close it to end early.

    `root` is the course's folder, and `command` starts one that speaks as `app.cli.prover` does.
    """
    left, found = deque(waiting), queue.Queue[Found]()
    members = [_Member(command, root) for _ in range(min(jobs, len(waiting)))]
    threads = [threading.Thread(target=_work, args=(member, left, found)) for member in members]
    for thread in threads:
        thread.start()
    try:
        for _ in waiting:
            yield found.get()
    finally:
        left.clear()
        for member in members:
            member.kill()
        for thread in threads:
            thread.join()


def _work(member: _Member, left: deque[Subject], found: queue.Queue[Found]) -> None:
    with member:
        while True:
            try:
                subject = left.popleft()
            except IndexError:
                return
            found.put(member.prove(subject))


class _Member:
    """One process. One that died is started again for the next subject."""

    def __init__(self, command: Sequence[str], root: Path) -> None:
        self._command = list(command)
        self._environ = {**os.environ, "GRIDSTRIDE_COURSE": str(root)}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._killed = False

    def prove(self, subject: Subject) -> Found:
        process = self._started()
        answer = self._asked(process, subject.name) if process is not None else ""
        if not answer.endswith("\n"):  # it may die in the middle of a line
            self.__exit__()
            return Found(subject, trouble="the process that checked it died")
        said: dict[str, Any] = json.loads(answer)
        if "trouble" in said:
            return Found(subject, trouble=said["trouble"])
        judged = Subject(subject.name, subject.path, said["hash"])
        return Found(judged, tuple(Fault(**fault) for fault in said["faults"]), said["seconds"])

    def kill(self) -> None:
        """End the process now, from another thread."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.communicate()  # closes its stdin, which ends it

    def _started(self) -> subprocess.Popen[str] | None:
        with self._lock:
            if self._process is None and not self._killed:
                self._process = subprocess.Popen(
                    self._command,
                    cwd=ROOT,
                    env=self._environ,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            return self._process

    def _asked(self, process: subprocess.Popen[str], name: str) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            print(name, file=process.stdin, flush=True)
            return process.stdout.readline()
        except BrokenPipeError:
            return ""
