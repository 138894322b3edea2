"""How much one learner and one address may ask for in a while, and what is said to whoever asks for more.

Everything is counted in the memory of the process that serves; it starts anew with it, and several such processes
count each for themselves. A storage of `limits` that they share can be handed in.
"""

from __future__ import annotations

import hashlib
import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from limits import RateLimitItem, parse_many
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from app.errors import TooManyError
from app.logs import about
from app.web.counters import Counters

_MINUTES_FROM = 90  # seconds, above which a time is told in minutes
_BUSY_S = 15  # when it is worth trying again where others have to end first

log = logging.getLogger(__name__)


class Rates:
    """Counts by class, such as "submissions", for a learner and for an address. Threads may share one.

    `limits` has the entries of `Settings.limits`. A learner's excess is not counted for the address, so that one
    who hammers at the site does not take from those who share it.
    """

    def __init__(
        self,
        limits: Mapping[str, str],
        *,
        learners: Storage | None = None,
        addresses: Storage | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._clock = clock
        stored = {"learner": learners or Counters(clock=clock), "address": addresses or Counters(clock=clock)}
        self._limiters = {whose: FixedWindowRateLimiter(storage) for whose, storage in stored.items()}
        self._items = {name: tuple(parse_many(rate)) for name, rate in limits.items() if "/" in rate}
        self._most = {name: int(count) for name, count in limits.items() if "/" not in count}
        self._open: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def take(self, what: str, *, learner: str = "", address: str = "") -> None:
        """Count one. Raises TooManyError, with when to come back, where it is one too many; it is not to be done."""
        for whose, key in (("learner", _digest(learner)), ("address", address)):
            for item in self._items.get(f"{what}.{whose}", ()) if key else ():
                if not self._limiters[whose].hit(item, what, key):
                    raise self._refused(what, whose, item, key)

    @contextmanager
    def held(self, what: str, *, learner: str, address: str) -> Iterator[None]:
        """For as long as something is open. Raises TooManyError where too many are."""
        keys = [(f"{what}.learner", _digest(learner)), (f"{what}.address", address)]
        with self._lock:
            for name, key in keys:
                if self._open[name, key] >= self._most.get(name, math.inf):
                    raise _told(name.partition(".")[2], _BUSY_S)
            self._open.update(keys)
        try:
            yield
        finally:
            with self._lock:
                self._open.subtract(keys)
                for one in keys:
                    if not self._open[one]:
                        del self._open[one]

    def _refused(self, what: str, whose: str, item: RateLimitItem, key: str) -> TooManyError:
        limiter = self._limiters[whose]
        if limiter.storage.get(item.key_for(what, key)) == item.amount + 1:  # once a window: a flood is no news
            log.warning("too many %s of one %s: %s", what, whose, item, extra=about("limited", what=what, whose=whose))
        return _told(whose, limiter.get_window_stats(item, what, key).reset_time - self._clock())


def _told(whose: str, wait_s: float) -> TooManyError:
    seconds = max(1, math.ceil(wait_s))
    key = "request.crowd" if whose == "address" else "request.many"
    if seconds > _MINUTES_FROM:
        return TooManyError(f"{key}_minutes", seconds, n=math.ceil(seconds / 60))
    return TooManyError(key, seconds, n=seconds)


def _digest(token: str) -> str:
    """Of a learner's token, which is a secret and no name to keep."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest() if token else ""
