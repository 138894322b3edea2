"""Two hundred submissions while web and workers are killed at random: two hundred verdicts, each right."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.config import ROOT

ADD = ROOT / "kernels/vector-add"
SOURCES = [ADD / "solution.py", *sorted((ADD / "wrong").glob("*.py"))]
LEARNERS, EACH = 10, 20
SEED = 20_261_130


class Served:
    """`gridstride serve` in a process of its own, whose children can be killed."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        # A kill costs an attempt one of its tries, and here the same attempt may meet many.
        settings = {"DATA": str(folder), "PORT": str(port), "WORKERS": "2", "TRIES": "100"}
        environ = {**os.environ, **{f"GRIDSTRIDE_{name}": value for name, value in settings.items()}}
        with (folder / "serve.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        assert self.url.encode() in self.process.stdout.readline()

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Learner:
    """Sends kernels one after the other, as often as it takes for each to be acknowledged."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=10)

    def close(self) -> None:
        self._http.close()

    def graded(self, source: Path) -> dict[str, Any]:
        sent = self._until_answered("POST", source.read_text())
        while True:
            submission = self._until_answered("GET", sent["id"])
            if submission["verdict"] is not None:
                return submission
            time.sleep(0.1)

    def _until_answered(self, method: str, what: str) -> dict[str, Any]:
        while True:
            try:
                answer = self._send(what) if method == "POST" else self._http.get(f"/api/submissions/{what}")
            except httpx.TransportError:
                time.sleep(0.1)
                continue
            if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
                time.sleep(0.1)
                continue
            assert answer.is_success, answer.text
            found: dict[str, Any] = answer.json()
            return found

    def _send(self, source: str) -> httpx.Response:
        token = self._http.get("/api/session").json()["csrf_token"]
        body, headers = {"source": source, "mode": "run"}, {"X-CSRF-Token": token}
        return self._http.post("/api/exercises/vector-add/submissions", json=body, headers=headers)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    started = Served(tmp_path)
    yield started
    started.stop()


def told(submission: dict[str, Any]) -> tuple[object, ...]:
    """What of a verdict hangs on the kernel, and not on the moment."""
    verdict = submission["verdict"]
    findings = [(finding["kind"], finding["line"], finding["severity"]) for finding in verdict["findings"]]
    return verdict["kind"], findings, [(case["name"], case["status"]) for case in verdict["cases"]]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_submissions_get_their_verdicts_whatever_is_killed(served: Served) -> None:
    with closing(Learner(served.url)) as calm:
        right = {source: told(calm.graded(source)) for source in SOURCES}
    assert {kind for kind, *_ in right.values()} >= {"passed", "wrong_answer", "fault"}
    done, kills, graded = threading.Event(), [], Counter[int]()

    def kill() -> None:
        """By how much is done, not by the clock: a slow machine must not be killed faster than it starts."""
        chance, target = random.Random(SEED), 0
        while not done.wait(chance.uniform(0, 0.5)):
            if graded.total() >= target and (alive := served.children()):
                kills.append(chance.choice(alive))
                os.kill(kills[-1], signal.SIGKILL)
                target = graded.total() + chance.randint(3, 8)

    def send(number: int) -> list[tuple[str, Path, tuple[object, ...]]]:
        results = []
        with closing(Learner(served.url)) as learner:
            for source in random.Random(SEED + number).choices(SOURCES, k=EACH):
                submission = learner.graded(source)
                results.append((submission["id"], source, told(submission)))
                graded[number] += 1
        return results

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        with ThreadPoolExecutor(LEARNERS) as pool:
            results = [one for many in pool.map(send, range(LEARNERS)) for one in many]
    finally:
        done.set()
        killer.join()
    assert len({id_ for id_, *_ in results}) == LEARNERS * EACH == 200
    assert [(source.name, got) for _, source, got in results if got != right[source]] == []
    assert len(kills) > 20
