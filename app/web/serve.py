"""Runs the web application on its port."""

from __future__ import annotations

import errno
import logging
import math
import resource
import signal
import socket
import sys
import threading
from functools import partial
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.config import Settings
from app.errors import ConfigError
from app.web.connections import Connection, Crowd
from app.web.requests import Requests

_OTHERS = 256  # descriptors that are no connections: the database's, sockets of the bus, logs

log = logging.getLogger(__name__)


class _Server(uvicorn.Server):
    """Tells open event streams to end; uvicorn would wait for them, and then cancel them with a traceback."""

    def __init__(self, config: uvicorn.Config, stopping: threading.Event) -> None:
        super().__init__(config)
        self._stopping = stopping

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._stopping.set()
        super().handle_exit(sig, frame)


def serve(app: FastAPI, settings: Settings, listening: socket.socket, stopping: threading.Event) -> None:
    """Serve on a socket that listens, until SIGTERM or SIGINT, which sets `stopping`."""
    config = configured(app, settings, Crowd(_room(settings.connections), settings.trusted))
    # uvicorn raises the signal once more when it has stopped: a stop that went well would look like a kill.
    signal.signal(signal.SIGTERM, lambda *_: None if stopping.is_set() else sys.exit(0))
    _Server(config, stopping).run(sockets=[listening])


def configured(app: FastAPI, settings: Settings, crowd: Crowd) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        Requests(app),
        http=partial(Connection, crowd=crowd, patience_s=settings.patience_s),  # type: ignore[arg-type]  # uvicorn calls what it is given, a class or this
        log_config=None,  # its loggers speak through ours
        access_log=False,  # Requests tells more
        server_header=False,
        ws="none",
        forwarded_allow_ips=settings.trusted,
        timeout_graceful_shutdown=math.ceil(settings.grace_s),
    )


def _room(wanted: int) -> int:
    """As many connections as are wanted and as there are descriptors for, of which this process may have more now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = max(soft, wanted + _OTHERS)
    if hard != resource.RLIM_INFINITY:
        free = min(free, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    if free < wanted + _OTHERS:
        log.warning("%d descriptors leave room for %d connections, not %d", free, free - _OTHERS, wanted)
    return max(1, min(wanted, free - _OTHERS))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ConfigError with what to do where there is none to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, since asyncio sets TCP_NODELAY on nothing else: without it each answer waits 40 ms for an ACK.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(512)
    except (OSError, OverflowError) as error:
        sock.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise ConfigError(f"Port {port} is taken on {host}. Set GRIDSTRIDE_PORT to a free one.") from None
        raise ConfigError(f"Cannot listen on {host}, port {port}: {error}") from None
    return sock
