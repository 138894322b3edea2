"""`serve --author`: a course on any laptop, for its author alone."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli import main
from app.config import ROOT
from app.store.presence import Presence

BLOCKED = str(Path(__file__).with_name("author.py"))


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("course")
    main(["new", "exercise", "twice", "--course", str(root)])
    main(["new", "lesson", "01-blocks", "--course", str(root)])
    return root


@pytest.fixture(scope="module")
def browser(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser before the web and the worker of a preview, on a computer without numba and without a sandbox."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    data = str(tmp_path_factory.mktemp("data"))
    settings = {"GRIDSTRIDE_COURSE": str(course), "GRIDSTRIDE_DATA": data, "GRIDSTRIDE_PORT": str(port)}
    commands = [[sys.executable, BLOCKED, verb, "--author"] for verb in ("web", "worker")]
    running = [subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}) for command in commands]
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            answers(client)
            yield client
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        assert [process.wait(30) for process in running] == [0, 0]


def answers(client: httpx.Client) -> None:
    for _ in range(600):
        try:
            client.get("/healthz")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the web does not answer")


def graded(browser: httpx.Client, source: str) -> dict[str, Any]:
    """The verdict on a source that is submitted."""
    page = browser.get("/exercises/twice").text
    (token,) = re.findall(r'name="csrf-token" content="([^"]+)"', page)
    sent = browser.post(
        "/api/exercises/twice/submissions",
        json={"source": source, "mode": "submit"},
        headers={"X-CSRF-Token": token, "Origin": str(browser.base_url)},
    )
    for _ in range(600):
        found: dict[str, Any] = browser.get(f"/api/submissions/{sent.json()['id']}").json()
        if found["verdict"] is not None:
            return dict(found["verdict"])
        time.sleep(0.1)
    raise AssertionError("no verdict came")


@pytest.mark.slow
def test_every_page_says_that_it_is_a_preview(browser: httpx.Client) -> None:
    for path in ("/", "/lessons/01-blocks", "/exercises/twice", "/lessons/none"):
        assert "data-preview" in browser.get(path).text


@pytest.mark.slow
def test_an_exercise_that_is_not_proved_is_shown_with_the_reason(browser: httpx.Client) -> None:
    page = browser.get("/exercises/twice")
    assert page.status_code == 200
    assert "kernels/twice/exercise.toml:0:0</code> not proved yet: run gridstride check twice" in page.text


def test_kernels_are_judged_without_a_compiler(browser: httpx.Client, course: Path) -> None:
    folder = course / "kernels/twice"
    passed = graded(browser, (folder / "solution.py").read_text())
    assert (passed["kind"], passed["device"], passed["compiled"]) == ("passed", "preview", None)
    assert graded(browser, (folder / "starter.py").read_text())["kind"] == "wrong_answer"
    assert graded(browser, (folder / "wrong/no_guard.py").read_text())["kind"] == "fault"
    assert graded(browser, "def twice(a, out:\n")["kind"] == "compile_error"


@pytest.mark.slow
def test_an_edit_is_seen_without_a_restart_and_a_broken_one_keeps_the_page(browser: httpx.Client, course: Path) -> None:
    lesson = course / "lessons/01-blocks/en.md"
    text, before = lesson.read_text(), browser.get("/api/author/revision").json()
    lesson.write_text(text.replace("title: Blocks", "title: Bricks").replace("[x]", "[ ]"))
    until(lambda: browser.get("/api/author/revision").json() != before)
    page = browser.get("/lessons/01-blocks").text
    assert "<h1>Blocks" in page
    assert "</code> no answer is right" in page
    lesson.write_text(text.replace("title: Blocks", "title: Bricks"))
    until(lambda: "<h1>Bricks" in browser.get("/lessons/01-blocks").text)


def until(condition: Callable[[], bool]) -> None:
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("verb", ["serve", "web"])
def test_no_guest_is_let_in(verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GRIDSTRIDE_HOST", "0.0.0.0")
    assert main([verb, "--author"]) == 2
    assert "serves this computer alone: GRIDSTRIDE_HOST is 0.0.0.0" in capsys.readouterr().err


def test_no_preview_takes_a_sites_work(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRIDSTRIDE_DATA", str(tmp_path))
    with Presence(tmp_path, "worker"):
        assert main(["serve", "--author", "--course", str(course)]) == 2
    assert f"a site works on {tmp_path} (worker)" in capsys.readouterr().err
