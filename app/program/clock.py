"""The clocks of a program that is run: they tell the time of the device's model, which calls alone move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from app.program.wire import Wire

_SECONDS = ("perf_counter", "monotonic", "time")

Clock = Callable[[], float]


@contextmanager
def modelled(wire: Wire) -> Iterator[None]:
    """Within it, `time.perf_counter` and its kin ask the device's model, by whatever way a program comes to them.

    In this thread alone: an event loop in another one that was told the model's time would sleep for hours.
    """

    def nanoseconds() -> int:
        return round(1_000 * float(str(wire.call("clock").data["microseconds"])))

    def seconds() -> float:
        return nanoseconds() / 1e9

    clocks: dict[str, Clock] = dict.fromkeys(_SECONDS, seconds) | {f"{name}_ns": nanoseconds for name in _SECONDS}
    real: dict[str, Clock] = {name: getattr(time, name) for name in clocks}
    here = threading.get_ident()
    try:
        _set({name: _in_thread(here, clock, real[name]) for name, clock in clocks.items()})
        yield
    finally:
        _set(real)


def _in_thread(here: int, clock: Clock, elsewhere: Clock) -> Clock:
    return lambda: clock() if threading.get_ident() == here else elsewhere()


def _set(clocks: Mapping[str, Clock]) -> None:
    for name, clock in clocks.items():
        setattr(time, name, clock)
