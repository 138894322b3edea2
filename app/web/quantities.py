"""Measured quantities as they are written: three digits that matter, and a unit behind a space that does not break."""

from __future__ import annotations

from collections.abc import Sequence

_SPACE = "\N{NO-BREAK SPACE}"
_SMALL = 1e-3
_TIMES = ((1e6, "s"), (1e3, "ms"), (1.0, "µs"))  # of microseconds
_SIZES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


def significant(value: float) -> str:
    """4,103 and 23.4 and 0.0833; what is nearly nothing is said to be that."""
    if value >= 1000:
        return f"{value:,.0f}"
    if 0 < value < _SMALL:
        return f"<{_SPACE}{_SMALL:g}"
    return f"{value:.3g}"


def duration(microseconds: float) -> str:
    return _scaled(microseconds, _TIMES)


def memory(count: int) -> str:
    """Bytes, in powers of a thousand as bandwidths are."""
    return _scaled(float(count), _SIZES)


def percent(share: float) -> str:
    """A share of 0 to 1 and beyond."""
    return f"{_small(100 * share) if share < 0.1 else round(100 * share)}{_SPACE}%"


def _small(value: float) -> str:
    return significant(value) if value < _SMALL else f"{value:.2g}"


def _scaled(value: float, units: Sequence[tuple[float, str]]) -> str:
    size, unit = next((pair for pair in units if value >= pair[0]), units[-1])
    return f"{significant(value / size)}{_SPACE}{unit}"
