"""The embedded bus: news between processes as datagrams, one socket an event loop however many subscribe."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

from app.queue.mailbox import Mailbox, Post

POLL_S = 0.5


class LocalBus:
    def __init__(self, folder: Path, *, poll_s: float = POLL_S) -> None:
        self._folder = folder
        self._post = Post(folder, "bus")
        self._poll_s = poll_s
        self._listeners: dict[asyncio.AbstractEventLoop, _Listener] = {}
        self._lock = threading.Lock()  # subscribers may live in several event loops, each in its thread

    def publish(self, topic: str, event_id: int) -> None:
        self._post.send(f"{topic} {event_id}")

    async def subscribe(self, topic: str) -> AsyncGenerator[bool, None]:
        """Yield at once, then after each news of `topic`, and at least every poll interval: False where none was heard.

        Look into the store after each: what is published meanwhile wakes the next turn.
        """
        news = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._join(loop, topic, news)
        try:
            yield True
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._poll_s):
                        await news.wait()
                heard = news.is_set()
                news.clear()
                yield heard
        finally:
            self._leave(loop, topic, news)

    def close(self) -> None:
        self._post.close()

    def _join(self, loop: asyncio.AbstractEventLoop, topic: str, news: asyncio.Event) -> None:
        with self._lock:
            listener = self._listeners.get(loop)
            if listener is None:
                listener = self._listeners[loop] = _Listener(loop, Mailbox(self._folder, "bus"))
        listener.topics[topic].add(news)

    def _leave(self, loop: asyncio.AbstractEventLoop, topic: str, news: asyncio.Event) -> None:
        listener = self._listeners[loop]
        listener.topics[topic].discard(news)
        if not listener.topics[topic]:
            del listener.topics[topic]
        if not listener.topics:
            with self._lock:
                del self._listeners[loop]
            listener.close()


class _Listener:
    """The one mailbox of an event loop, open while anyone in it subscribes."""

    def __init__(self, loop: asyncio.AbstractEventLoop, mailbox: Mailbox) -> None:
        self.topics: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop = loop
        self._mailbox = mailbox
        if mailbox.socket is not None:
            loop.add_reader(mailbox.socket, self._deliver)

    def close(self) -> None:
        if self._mailbox.socket is not None:
            self._loop.remove_reader(self._mailbox.socket)
        self._mailbox.close()

    def _deliver(self) -> None:
        for message in self._mailbox.drain():
            topic, _, _ = message.partition(" ")
            for news in self.topics.get(topic, ()):
                news.set()
