"""The application with limits that a test sets, and a browser at whatever address it likes."""

from __future__ import annotations

import dataclasses
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI

from app.config import RATES, Settings
from app.web.connections import Crowd
from app.web.rates import Rates
from app.web.serve import configured, listen
from app.web.site import Site
from tests.web.conftest import opened


@pytest.fixture
def limit(app: FastAPI, site: Site) -> Callable[..., Rates]:
    """Call it with `submissions_learner="1/minute"` and the like; all others keep their defaults."""

    def put(**limits: str) -> Rates:
        named = {name.replace("_", "."): rate for name, rate in limits.items()}
        rates = Rates({**RATES, **named})
        app.state.site = dataclasses.replace(app.state.site, rates=rates)
        return rates

    return put


class Served:
    """An application on a port, as `gridstride web` serves it, from a thread that holds up no end of the tests."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self.crowd = Crowd(settings.connections, settings.trusted)
        self._listening = listen(settings.host, 0)
        self.address: tuple[str, int] = self._listening.getsockname()
        self.url = "http://{}:{}".format(*self.address)
        self._server = uvicorn.Server(configured(app, settings, self.crowd))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.app.state.site.stopping.set()
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()

    def client(self, source: str = "127.0.0.1") -> socket.socket:
        """A connection of a client at this address. Nothing here waits longer than a minute."""
        return socket.create_connection(self.address, timeout=60, source_address=(source, 0))

    def answer(self, sent: bytes) -> bytes:
        """All that comes back to a client that sends this and then reads until the server has closed."""
        with self.client() as client:
            client.sendall(sent)
            return read(client)

    def is_left(self) -> None:
        """Wait until no connection is open. The tests' time limit is the end of it."""
        while len(self.crowd):
            time.sleep(0.01)


def read(client: socket.socket) -> bytes:
    """Until the other side has closed."""
    parts = []
    try:
        while part := client.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass  # closed with something unread: what came before it is here
    return b"".join(parts)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of clients: with room for few, and with little patience."""
    yield from _served(tmp_path_factory.mktemp("served"), patience_s=0.5)


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Served]:
    """A server that waits for as long as a test takes."""
    yield from _served(tmp_path, patience_s=300.0)


def _served(folder: Path, patience_s: float) -> Iterator[Served]:
    with opened(folder, patience_s) as app:
        made = Served(app, Settings(connections=120, patience_s=patience_s, proxies="none"))
        yield made
        made.stop()
