"""A real server and a real Chromium. Every page is watched: no console message, no error, nothing from elsewhere."""

from __future__ import annotations

import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: ViewportSize = {"width": 1280, "height": 900}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark our tests, and put them last: Playwright keeps an event loop running, in which no other could start."""

    def ours(item: pytest.Item) -> bool:
        return item.path.is_relative_to(Path(__file__).parent)

    for item in filter(ours, items):
        item.add_marker(pytest.mark.browser)
    items.sort(key=ours)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`gridstride serve` on a data folder of its own, with the real course unless another is given."""

    def __init__(self, data: Path, course: Path = ROOT) -> None:
        self.data = data
        self.course = course
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environ = {**os.environ, "GRIDSTRIDE_DATA": str(self.data), "GRIDSTRIDE_PORT": str(self.port)}
        environ["GRIDSTRIDE_COURSE"] = str(self.course)
        with (self.data / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environ, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 120
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the server did not start:\n{(self.data / 'serve.log').read_text()[-2000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(30)

    def workers(self) -> list[int]:
        """The process ids of the workers that `serve` has started."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if b"worker" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def wait_until_idle(self) -> None:
        """Until everything that was sent has its verdict."""
        deadline = time.monotonic() + 120
        with closing(sqlite3.connect(self.data / "gridstride.sqlite")) as conn:
            while conn.execute("SELECT id FROM submission WHERE state <> 'done'").fetchone():
                assert time.monotonic() < deadline, "the workers do not come to an end"
                time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


class Workers:
    """The workers of a server, which do nothing until they are woken."""

    def __init__(self, server: Server) -> None:
        server.wait_until_idle()  # one that is stopped in the middle of a write would hold up the web
        self._pids = server.workers()
        assert self._pids
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for pid in self._pids:
            os.kill(pid, number)


class Line:
    """A wire to the server that can be cut: TCP passed on as it comes."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """Break every connection that is open now; new ones go through."""
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()  # or one that it has just accepted would stay open
        self.cut()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._open += [near, far]
            carrier = threading.Thread(target=_carry, args=(near, far), daemon=True)
            self._threads.append(carrier)
            carrier.start()


def _carry(near: socket.socket, far: socket.socket) -> None:
    other = {near: far, far: near}
    with near, far, suppress(OSError):
        while True:
            for ready in select.select([near, far], [], [])[0]:
                data = ready.recv(65_536)
                if not data:
                    return
                other[ready].sendall(data)


@dataclass
class Watch:
    """What went wrong on the pages of a test. A test that breaks the network says which messages it means to see."""

    host: str
    trouble: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def attach(self, page: Page) -> None:
        page.on("console", lambda message: self._note(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("request", lambda request: self._origin(request.url))

    def _origin(self, url: str) -> None:
        if not url.startswith((self.host, "data:", "blob:")):
            self._note(f"a request left the host: {url}")

    def _note(self, what: str) -> None:
        self.trouble.append(what)

    def unexpected(self) -> list[str]:
        return [what for what in self.trouble if not any(text in what for text in self.expected)]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM} (apt-get install chromium, or set CHROMIUM)")
    expect.set_options(timeout=20_000)  # a machine that runs the other tests at the same time is slow
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def serving(browser: Browser) -> type[Server]:
    """For tests that bring a course of their own; they override `server`."""
    return Server


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def sleeping(server: Server) -> Iterator[Workers]:
    workers = Workers(server)
    yield workers
    workers.wake()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    wire = Line(server.port)
    yield wire
    wire.close()


class Visit:
    """Opens contexts, each a reader of its own, and watches their pages.

    `goto` and `reload` return at `load`, and a click on a link before that: the page's scripts come later. So each
    action and each `expect` waits until the page says that they are there, except where a reader is `hasty`. What asks
    the page without waiting (`evaluate`, `all`, `bounding_box`) has to come behind one that does.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self.watch = Watch(url)
        self.contexts: list[BrowserContext] = []

    def context(self, *, url: str = "", hasty: bool = False, **options: Any) -> BrowserContext:
        self.watch.host = url or self.url
        options = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | options
        made = self._browser.new_context(base_url=self.watch.host, **options)
        made.set_default_timeout(20_000)
        made.on("page", self.watch.attach)
        if options.get("java_script_enabled", True) and not hasty:
            made.on("page", _wait_for_scripts)
        self.contexts.append(made)
        return made

    def page(self, **options: Any) -> Page:
        return self.context(**options).new_page()


def _wait_for_scripts(page: Page) -> None:
    """Playwright asks before it acts whether this is in its way, and waits until it is gone."""
    page.add_locator_handler(page.locator("html:not([data-ready])"), lambda: None)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    made = Visit(browser, server.url)
    yield made
    for context in made.contexts:
        context.close()
    assert made.watch.unexpected() == []


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit.page()
