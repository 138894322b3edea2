"""One database, opened, migrated, read and written. All that is SQLite's alone is in this file."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from app.errors import StoreError

__all__ = ["Clock", "Connection", "Database", "after_commit", "utc_now"]  # the engines name a Connection, yet no SQL

FILE = "gridstride.sqlite"
Clock = Callable[[], datetime]

_BUSY_S = 15.0
_HOOKS = "after_commit"
_BEGIN = "gridstride_begin"
_SENTENCES = (  # a part of the driver's message, and what to tell whoever runs this
    ("full", "the disk that holds {path} is full; nothing was changed. Make room and try again"),
    ("readonly", "{path} cannot be written: its disk or folder is read-only; nothing was changed"),
    ("locked", "{path} was busy for too long; nothing was changed. Try again"),
    ("unable to open", "{path} cannot be opened; check that its folder exists and may be written"),
    ("disk I/O error", "the disk that holds {path} refused to read or write; nothing was changed"),
    ("malformed", "{path} is damaged; restore it from a backup"),
    ("not a database", "{path} is not a database of ours; move it away or set GRIDSTRIDE_DATA to another folder"),
)


def utc_now() -> datetime:
    return datetime.now(UTC)


def after_commit(conn: Connection, hook: Callable[[], None]) -> None:
    """Call `hook` once the transaction of `conn` is on disk, and never if it is rolled back."""
    conn.info[_HOOKS].append(hook)


class Database:
    """Threads may share one. Every block of `write` or `read` is one transaction.

    Each raises StoreError, with a sentence for an operator, where the database refuses.
    """

    def __init__(self, engine: Engine, path: Path, clock: Clock) -> None:
        self._engine = engine
        self._path = path
        self._clock = clock
        self._writing = threading.Lock()

    @classmethod
    def open(cls, folder: Path, clock: Clock = utc_now) -> Self:
        """Open the database in `folder`, which is made, for its owner alone, where it does not exist."""
        path = folder / FILE
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _alone_in(folder), _translated(path):
                _switch_to_wal(path)
        except OSError as error:
            raise StoreError(f"the data folder {folder} cannot be used: {error.strerror}") from error
        return cls(_engine(path), path, clock)

    def now(self) -> datetime:
        return self._clock()

    def migrate(self) -> None:
        """Bring the tables to the newest revision. Safe when several processes start at once: the first one does it."""
        config = Config()
        config.set_main_option("script_location", "app.store:migrations")
        with self.write(durable=True) as conn:
            config.attributes["connection"] = conn
            command.upgrade(config, "head")

    @contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Connection]:
        """A transaction that may change rows. `durable` ones outlive a power cut: all that someone was told is kept.

        The lock is for fairness between threads: SQLite would let them sleep and retry instead.
        """
        hooks: list[Callable[[], None]] = []
        with self._writing, _translated(self._path), self._engine.connect() as conn:
            _driver(conn).execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            conn.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
            conn.info[_HOOKS] = hooks
            with conn.begin():
                yield conn
        for hook in hooks:
            hook()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A snapshot. It never waits for a writer."""
        with _translated(self._path), self._engine.connect() as conn, conn.begin():
            yield conn

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _engine(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),  # as a text, a "?" in a folder's name would end the path
        connect_args={"timeout": _BUSY_S},
        max_overflow=-1,  # the web's thread pool is the bound; a thread must not wait for a connection
        json_serializer=lambda value: json.dumps(value, allow_nan=False, separators=(",", ":")),
    )

    @event.listens_for(engine, "connect")
    def connect(dbapi: sqlite3.Connection, _record: object) -> None:
        dbapi.isolation_level = None  # the driver would begin transactions itself, and as readers
        dbapi.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(conn: Connection) -> None:
        conn.exec_driver_sql(conn.get_execution_options().get(_BEGIN, "BEGIN"))

    return engine


def _driver(conn: Connection) -> Any:  # the pool's proxy is untyped
    return conn.connection.driver_connection


def _switch_to_wal(path: Path) -> None:
    path.touch(mode=0o600)
    conn = sqlite3.connect(path, timeout=_BUSY_S)
    try:
        conn.execute("PRAGMA journal_mode=WAL")
    finally:
        conn.close()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Of processes that switch a new database to WAL at once, SQLite tells some that it is locked, without waiting."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error)
        sentence = next((text for part, text in _SENTENCES if part in said), f"{{path}} refused: {said}")
        raise StoreError(sentence.format(path=path)) from error
