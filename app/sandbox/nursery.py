"""Zygotes one after the other: one is warm, and before it has done its share the next begins to warm up."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from app.sandbox.spawn import Spec, Zygote

_AHEAD = 20  # jobs before its end at which a zygote's successor is started


class Nursery:
    """`jobs_each` is a zygote's share, because all its children have the same address layout and hash seed."""

    def __init__(self, spec: Spec, jobs_each: int) -> None:
        self._spec = spec
        self._jobs_each = jobs_each
        self._ahead = min(_AHEAD, jobs_each // 2)
        # PDEATHSIG follows the thread that forks: a thread that does nothing else lives as long as we want zygotes.
        self._spawner = ThreadPoolExecutor(1, thread_name_prefix="zygote-spawner")
        self._warmer = ThreadPoolExecutor(1, thread_name_prefix="zygote-warmer")
        self._current: Zygote | None = None
        self._next: Future[Zygote] | None = None

    @property
    def current(self) -> Zygote | None:
        """The zygote that forked last, or that would fork next."""
        return self._current

    def zygote(self) -> Zygote:
        """The zygote for the next job; waits where none is warm. Raises SandboxError and MissingLayerError."""
        if self._current is not None and self._current.jobs >= self._jobs_each:
            self.discard()
        if self._current is None:
            self._current = self._warmed()
        if self._current.jobs >= self._jobs_each - self._ahead:
            self._prepare()
        return self._current

    def discard(self) -> None:
        """End the current zygote, and with it whatever runs in its child."""
        zygote, self._current = self._current, None
        if zygote is not None:
            zygote.close()

    def close(self) -> None:
        """End all zygotes. One that is still warming up dies with the thread that forked it, and is not waited for."""
        self.discard()
        self._spawner.shutdown()
        self._warmer.shutdown()
        coming, self._next = self._next, None
        if coming is not None and coming.exception() is None:
            coming.result().close()

    def _prepare(self) -> Future[Zygote]:
        if self._next is None:
            self._next = self._warmer.submit(Zygote, self._spec, self._spawner)
        return self._next

    def _warmed(self) -> Zygote:
        coming = self._prepare()
        try:
            return coming.result()
        finally:
            if coming.done():
                self._next = None
