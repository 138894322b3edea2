"""The clocks of a program that is run: they tell the time of the device's model, which calls alone move."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app.program.wire import Wire

_SECONDS = ("perf_counter", "monotonic", "time")


@contextmanager
def modelled(wire: Wire) -> Iterator[None]:
    """Within it, `time.perf_counter` and its kin ask the device's model, by whatever way a program comes to them."""

    def nanoseconds() -> int:
        return round(1_000 * float(str(wire.call("clock").data["microseconds"])))

    def seconds() -> float:
        return nanoseconds() / 1e9

    clocks = {**dict.fromkeys(_SECONDS, seconds), **{f"{name}_ns": nanoseconds for name in _SECONDS}}
    real = {name: getattr(time, name) for name in clocks}
    try:
        _set(clocks)
        yield
    finally:
        _set(real)


def _set(clocks: Mapping[str, object]) -> None:
    for name, clock in clocks.items():
        setattr(time, name, clock)
