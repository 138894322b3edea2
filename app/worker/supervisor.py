"""`gridstride serve`: one process tree of the web and local workers, which starts again what dies."""

from __future__ import annotations

import errno
import http.client
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields
from types import FrameType

from app import __version__
from app.config import ROOT, Settings
from app.devices.cards import seeing
from app.errors import ConfigError, GridstrideError, StoreError
from app.logs import about, refuse
from app.queue import LocalBus, LocalQueue
from app.store.attempts import AttemptStore
from app.store.cards import CardStore
from app.store.database import Database
from app.store.presence import Presence
from app.worker.child import Child
from app.worker.loop import name_of

REFUSED = 2  # a child that exits so has told why it cannot work, and would say it again
_SPARE_S = 1.5  # on top of the grace, in which a child leaves what it does and ends
_LOOK_S = 0.05

log = logging.getLogger(__name__)


def serve(
    settings: Settings,
    command: Sequence[str] = (sys.executable, "-m", "app"),
    *,
    flags: Sequence[str] = (),
    beside: Sequence[str] = (),
) -> int:
    """Run `command web` and `command worker` until SIGTERM, SIGINT or SIGHUP. Returns the exit code.

    Both get `flags`. `command beside` runs as well, where it is given, and is not started again when it ends.

    0: asked to stop. 2: refused to start, with a sentence on stderr.
    """
    try:
        _check_port(settings)
        with (
            Presence(settings.data, "serve"),
            Database.open(settings.data) as db,
            closing(LocalQueue(settings.data)) as queue,
            closing(LocalBus(settings.data)) as bus,
        ):
            db.migrate()
            attempts = AttemptStore(db, queue, bus, lease_s=settings.lease_s, tries=settings.tries)
            children = [["web", *flags], *[["worker", *flags]] * _workers(settings, flags)]
            return _Tree(settings, command, attempts, CardStore(db), children, beside).run()
    except GridstrideError as error:
        refuse(settings.log, error)
        return REFUSED


class _Tree:
    def __init__(
        self,
        settings: Settings,
        command: Sequence[str],
        attempts: AttemptStore,
        cards: CardStore,
        children: Sequence[Sequence[str]],
        beside: Sequence[str],
    ) -> None:
        self._settings = settings
        self._attempts = attempts
        self._cards = cards
        self._asked = False
        self._announced = False
        environ = {**os.environ, **_environ(settings)}
        self._children = [Child(one[0], [*command, *one], environ, ROOT, self._released) for one in children]
        if beside:
            once = Child(beside[0], [*command, *beside], environ, ROOT, self._released, once=True)
            self._children.append(once)

    def run(self) -> int:
        before = {number: signal.signal(number, self._ask) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
        try:
            return self._watch()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _watch(self) -> int:
        while not self._asked:
            if REFUSED in [child.watch() for child in self._children]:
                return REFUSED
            self._announce()
            time.sleep(_LOOK_S)
        return 0

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    def _announce(self) -> None:
        if not self._announced and _answers(self._settings):
            self._announced = True
            url = f"http://{_shown(self._settings)}/"
            if self._settings.log == "json":  # what gathers logs often reads both streams as one
                log.info("Gridstride is at %s", url, extra=about("started", url=url, version=__version__))
            else:
                print(f"Gridstride is at {url}", flush=True)

    def _stop(self) -> None:
        deadline = time.monotonic() + self._settings.grace_s + _SPARE_S
        for child in self._children:
            child.ask_to_stop()
        for child in self._children:
            child.stop(deadline)

    def _released(self, pid: int) -> None:
        """A worker that was killed holds its attempt until the lease ends, unless someone who knows says so."""
        try:
            self._attempts.release(name_of(pid))
            self._cards.tell(name_of(pid), ())
        except StoreError as error:
            log.warning("a dead worker's lease was not released: %s", error)  # a sweep does it later


def _workers(settings: Settings, flags: Sequence[str]) -> int:
    """As many as were set; otherwise one for every GPU, if each has a processor core to itself. A preview needs one."""
    if settings.workers or flags:
        return settings.workers or 1
    numbers, present = seeing.asked_for(settings.gpus), seeing.count(os.environ)
    cards = present if numbers is None else min(present, len(numbers))
    return max(1, min(cards, len(os.sched_getaffinity(0))))


def _environ(settings: Settings) -> dict[str, str]:
    return {f"GRIDSTRIDE_{spec.name.upper()}": str(getattr(settings, spec.name)) for spec in fields(settings)}


def _check_port(settings: Settings) -> None:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        at = f"{settings.host}:{settings.port}"
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(f"{at} is in use; set GRIDSTRIDE_PORT to another port") from None
        raise ConfigError(f"the web cannot listen at {at}: {error.strerror}") from None


def _answers(settings: Settings) -> bool:
    """Whether the web answers anything at all; a refused connection costs nothing."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104  # compared, not bound
    connection = http.client.HTTPConnection(host, settings.port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < http.HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _shown(settings: Settings) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104  # compared, not bound
    return f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"
