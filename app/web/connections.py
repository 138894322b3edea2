"""Connections: how many may be open, and how long a client may take over what it sends and what it is sent.

uvicorn waits for a request's head and body for ever, and for a client that does not read its answer; and it accepts
connections until the process has no descriptor left. Each then costs memory and a descriptor, and keeps others out.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.logs import about
from app.web.addresses import UNKNOWN, network

_FULL = b"Too many connections are open. Try again in a few seconds.\n"
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n"
    b"Retry-After: 5\r\nConnection: close\r\n\r\n%s" % (len(_FULL), _FULL)
)

log = logging.getLogger(__name__)


class Crowd:
    """The connections that are open: `most` in all, and half of them for one address that is no trusted proxy's."""

    def __init__(self, most: int, trusted: Sequence[str] = ()) -> None:
        self._most = most
        self._trusted = [ipaddress.ip_network(one) for one in trusted]
        self._open: Counter[str] = Counter()
        self._full = False  # as it was told last

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, host: str) -> bool:
        """Whether there is room for another one."""
        each = self._most if self._is_trusted(host) else max(1, self._most // 2)
        full = len(self) >= self._most
        if full and not self._full:
            log.warning("%d connections are open, and no more are taken", self._most, extra=about("full"))
        self._full = full
        if full or self._open[network(host)] >= each:
            return False
        self._open[network(host)] += 1
        return True

    def leave(self, host: str) -> None:
        self._open[network(host)] -= 1
        if not self._open[network(host)]:
            del self._open[network(host)]

    def _is_trusted(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host == UNKNOWN  # a local socket has no address
        return any(address in net for net in self._trusted)


class Connection(H11Protocol):
    """One that is closed where its client takes longer than `patience_s` over a head, a body or what is sent to it.

    Twice as long over a body, since the application answers a slow one with a sentence, and needs time for that.
    """

    def __init__(self, *args: Any, crowd: Crowd, patience_s: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._crowd = crowd
        self._patience_s = patience_s
        self._host = ""  # set once it is counted
        self._turn: tuple[object, object] | None = None  # what the client has to send now, and within which exchange
        self._sending: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn declares it so
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # pause_writing then means: the client has not taken everything
        host = self.client[0] if self.client else UNKNOWN
        if self._crowd.enter(host):
            self._host = host
            self._watch()
        else:
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._sending, self._taking):
            if timer is not None:
                timer.cancel()
        if self._host:
            self._crowd.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(2 * self._patience_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()  # what came behind a request that is answered already has no answer of its own

    def _unsupported_upgrade_warning(self) -> None:
        """Nobody who runs a site needs to hear what strangers ask for; it is answered as if they had not."""

    def _watch(self) -> None:
        """Keep the clock of what the client has to send."""
        owed = self.conn.their_state
        turn = (self.cycle, owed)
        if self._turn == turn:
            return
        self._turn = turn
        if self._sending is not None:
            self._sending.cancel()
        if owed is h11.IDLE:
            self._sending = self.loop.call_later(self._patience_s, self.transport.close)
        elif owed is h11.SEND_BODY:
            self._sending = self.loop.call_later(2 * self._patience_s, self.transport.close)
