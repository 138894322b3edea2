"""`gridstride submit` against a real server, as a shell sees it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from app.cli.sending import step
from app.config import ROOT

ADD = ROOT / "kernels/vector-add"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environ = {
        **os.environ,
        "GRIDSTRIDE_DATA": str(tmp_path_factory.mktemp("served")),
        "GRIDSTRIDE_PORT": str(port),
    }
    served = subprocess.Popen(
        [sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True
    )
    assert served.stdout is not None
    address = served.stdout.readline().rpartition(" ")[2].strip().rstrip("/")
    yield address
    served.terminate()
    served.wait(30)
    served.stdout.close()


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def call(*command: str) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
        whole = [sys.executable, "-m", "app", "submit", *command]
        return subprocess.run(whole, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)

    return call


def test_a_solution_passes_and_each_step_is_told(url: str, run: Run) -> None:
    done = run("vector-add", str(ADD / "solution.py"), "--url", url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Passed: ")
    assert re.search(r"running case \d of 8", done.stderr)  # steps of less than a tenth of a second are not told
    assert f"{url}/submissions/" in done.stderr


def test_a_submission_that_nobody_grades_is_said_to_be_kept() -> None:
    assert step({"stage": "queued", "position": 1}) == "waiting, at place 1"
    assert "nobody grades" in step({"stage": "queued", "position": 1, "idle": True})


@pytest.mark.slow
def test_a_wrong_kernel_is_told_with_its_line(url: str, run: Run) -> None:
    done = run("vector-add", str(ADD / "wrong/no_guard.py"), "--url", url, "--json")
    verdict = json.loads(done.stdout)["verdict"]
    assert (done.returncode, verdict["kind"]) == (1, "fault")
    assert verdict["findings"][0]["line"] == 8


def test_the_key_is_kept_for_its_owner_and_used_again(url: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "gridstride/keys.json"
    run("vector-add", str(ADD / "solution.py"), "--url", url, "--run")
    first = json.loads(file.read_text())
    run("vector-add", str(ADD / "solution.py"), "--url", url + "/", "--run")
    assert json.loads(file.read_text()) == first
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_kept_key_that_the_server_has_lost_gives_way_to_a_new_one(url: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "gridstride/keys.json"
    file.parent.mkdir()
    file.write_text(json.dumps({url: "k" * 43}))
    done = run("vector-add", str(ADD / "solution.py"), "--url", url)
    assert done.returncode == 0, done.stderr
    assert json.loads(file.read_text())[url] != "k" * 43


@pytest.mark.slow
def test_the_key_of_a_browser_brings_its_progress(url: str, run: Run, tmp_path: Path) -> None:
    run("vector-add", str(ADD / "solution.py"), "--url", url, "--run")
    file = tmp_path / "gridstride/keys.json"
    key = json.loads(file.read_text())[url]
    file.unlink()
    done = run("vector-add", str(ADD / "solution.py"), "--url", url, "--key", key)
    request = urllib.request.Request(f"{url}/api/exercises/vector-add", headers={"Cookie": f"learner={key}"})
    assert done.returncode == 0
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["passed"] is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "sentence"),
    [("k" * 43, "knows no learner with this key"), ("k" * 42, "is not whole"), ("é", "is not whole")],
)
def test_a_mistyped_key_makes_no_other_learner(url: str, run: Run, tmp_path: Path, key: str, sentence: str) -> None:
    done = run("vector-add", str(ADD / "solution.py"), "--url", url, "--key", key)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert f"{url}/key" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("no-such", "kernels/vector-add/solution.py"), "has no exercise 'no-such'"),
        (("no such?", "kernels/vector-add/solution.py"), "has no exercise 'no such?'"),
        (("vector-add", "no-such.py"), "no-such.py cannot be read: No such file"),
        (("vector-add", "static/vendor/course-math.woff2"), "is not UTF-8"),
    ],
)
def test_what_cannot_be_sent_is_a_sentence(url: str, run: Run, command: tuple[str, ...], sentence: str) -> None:
    done = run(*command, "--url", url)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_source_that_is_too_large_is_refused_in_the_servers_words(url: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "large.py"
    file.write_text("#" * 70_000)
    done = run("vector-add", str(file), "--url", url)
    assert done.returncode == 2
    assert "refuses: " in done.stderr
    assert "65,536" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://127.0.0.1:1", "does not answer"),
        ("ftp://example.org", "is no address of a server"),
        ("http://", "is no address of a server"),
        ("http://[::1", "is no address of a server"),
        ("http://127.0.0.1:abc", "is no address of a server"),
    ],
)
def test_a_server_that_is_not_there_is_a_sentence(run: Run, address: str, sentence: str) -> None:
    done = run("vector-add", str(ADD / "solution.py"), "--url", address)
    assert done.returncode == 2
    assert sentence in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("body", [b"<html>", b"[1]", b"{}", b"\xff"])
def test_a_server_that_is_something_else_is_a_sentence(run: Run, body: bytes) -> None:
    with _answering(body) as address:
        done = run("vector-add", str(ADD / "solution.py"), "--url", address)
    assert done.returncode == 2
    assert "no Gridstride server" in done.stderr
    assert "Traceback" not in done.stderr


@contextmanager
def _answering(body: bytes) -> Iterator[str]:
    """A server that answers everything with `body`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_server_that_starts_again_is_waited_for(run: Run) -> None:
    verdict = {"title": "Passed", "message": "", "passed": True, "findings": [], "cases": [], "requirements": []}
    starting, waiting = (503, {"error": {"message": "later"}}), (200, {"verdict": None})
    answers: dict[str, list[tuple[int, object]]] = {
        "/api/session": [(200, {"csrf_token": "t", "known": False})],
        "/api/exercises/one/submissions": [(201, {"id": "s", "url": "/submissions/s"})],
        "/api/submissions/s": [waiting, starting, waiting, (200, {"verdict": verdict})],
        "/api/submissions/s/events": [starting, (200, {})],  # the second ends without a word
    }
    with _scripted(answers) as url:
        done = run("one", str(ADD / "solution.py"), "--url", url)
    assert (done.returncode, done.stdout) == (0, "Passed: \n"), done.stderr
    assert not any(answers.values())


@contextmanager
def _scripted(answers: dict[str, list[tuple[int, object]]]) -> Iterator[str]:
    """A server that answers each path with the next of its answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answers[self.path].pop(0)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        do_POST = do_GET  # noqa: N815  # the name that http.server calls

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
