"""Zygotes one after the other: one is warm, and before it has done its share the next begins to warm up."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from app.sandbox.spawn import Spec, Zygote

_AHEAD = 20  # jobs before its end at which a zygote's successor is started


@dataclass(frozen=True, slots=True)
class Coming:
    """A zygote that has been started; `warm` is done when it can fork, or raises."""

    zygote: Zygote
    warm: Future[None]


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
        self._next: Coming | None = None

    @property
    def current(self) -> Zygote | None:
        """The zygote that forked last, or that would fork next."""
        return self._current

    @property
    def spent(self) -> bool:
        """Whether the current zygote has done its share."""
        return self._current is not None and self._current.jobs >= self._jobs_each

    def zygote(self) -> Zygote:
        """The zygote for the next job; waits where none is warm. Raises SandboxError and MissingLayerError."""
        if self.spent:
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
        """End all zygotes, warm or not."""
        self.discard()
        if self._next is not None:
            self._next.zygote.kill()
        self._warmer.shutdown()
        self._spawner.shutdown()
        coming, self._next = self._next, None
        if coming is not None and coming.warm.exception() is None:
            coming.zygote.close()

    def _prepare(self) -> Coming:
        if self._next is None:
            zygote = Zygote(self._spec, self._spawner)
            self._next = Coming(zygote, self._warmer.submit(zygote.warm))
        return self._next

    def _warmed(self) -> Zygote:
        coming = self._prepare()
        try:
            coming.warm.result()
        finally:
            if coming.warm.done():
                self._next = None
        return coming.zygote
