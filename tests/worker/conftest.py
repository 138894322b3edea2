"""A store in a folder of its own, and real processes that work on it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.config import ROOT
from app.devices.compiler import Compiler
from app.devices.simt import SimtDevice
from app.domain.submission import Mode, Stage, Submission
from app.domain.verdict import VerdictKind
from app.queue import LocalBus, LocalQueue
from app.store.attempts import AttemptStore
from app.store.database import Database
from app.store.learners import LearnerStore
from app.store.submissions import SubmissionStore
from app.worker.pipeline import Grader
from app.worker.references import References

CHILD = str(Path(__file__).with_name("child.py"))
SERVE = "import sys; from app.config import Settings; from app.worker.supervisor import serve; "
SERVE += "raise SystemExit(serve(Settings.from_environ(), [sys.executable, sys.argv[1]]))"


class Site:
    """One data folder, seen as the web sees it, and the processes that a test started on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = Database.open(folder)
        self.db.migrate()
        self.queue = LocalQueue(folder)
        self.bus = LocalBus(folder)
        self.learners = LearnerStore(self.db)
        self.submissions = SubmissionStore(self.db, self.queue, self.bus)
        self.processes: list[subprocess.Popen[str]] = []

    def attempts(self, lease_s: float = 15.0) -> AttemptStore:
        return AttemptStore(self.db, self.queue, self.bus, lease_s=lease_s, tries=3)

    def submit(self, source: str, token: str = "ada") -> Submission:
        return self.submissions.create(self.learners.create(token), "vector-add", "v1", Mode.SUBMIT, source)

    def kind(self, submission: Submission) -> VerdictKind | None:
        found = self.submissions.get(submission.id)
        assert found is not None
        return None if found.verdict is None else found.verdict.kind

    def stages(self, submission: Submission) -> list[Stage]:
        return [event.stage for event in self.submissions.events(submission.id)]

    def worker(self, grace_s: float = 3.0, **settings: object) -> subprocess.Popen[str]:
        return self.start([sys.executable, CHILD, "worker"], {}, grace_s=grace_s, **settings)

    def serve(self, port: int, refuses: str = "", **settings: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", SERVE, CHILD]
        return self.start(command, {"CHILD_REFUSES": refuses}, port=port, grace_s=0.5, **settings)

    def start(self, command: list[str], extra: dict[str, str], **settings: object) -> subprocess.Popen[str]:
        environ = extra | {f"GRIDSTRIDE_{name.upper()}": str(value) for name, value in settings.items()}
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT), "GRIDSTRIDE_DATA": str(self.folder), **environ},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.processes.append(process)
        return process

    def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Wait until it is so; fail where it does not come to be."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it did not come to be"
            time.sleep(0.02)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()
        self.queue.close()
        self.bus.close()
        self.db.close()


@pytest.fixture(scope="session")
def compiler() -> Iterator[Compiler]:
    with Compiler.start("sm_90") as started:
        yield started


@pytest.fixture(scope="session")
def device() -> Iterator[SimtDevice]:
    with SimtDevice.start() as started:
        yield started


@pytest.fixture(scope="session")
def grader(compiler: Compiler, device: SimtDevice) -> Grader:
    """The real pipeline, every part in its place: compiler, linker and interpreter behind the wall."""
    return Grader(compiler, device, References(seed=1))


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """What an attempt waits for that is told `until`: a test lets it go on by `touch`."""
    return tmp_path / "gate"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "data")
    yield made
    made.close()
