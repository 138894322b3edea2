"""The logarithm of the gamma function between 0.5 and 3, where Python's own loses most digits: it is 0 at 1 and 2.

The series around 2: NIST Digital Library of Mathematical Functions, 5.7.3.
"""

from __future__ import annotations

import math

_EULER = 0.5772156649015329
_TERMS = 64


def _zeta_less_one(k: int, terms: int = 400) -> float:
    """The sum of n ** -k from n = 2 on: some terms, and the rest by Euler and Maclaurin."""
    n = terms
    rest = [
        n ** (1 - k) / (k - 1),
        n**-k / 2,
        k * n ** (-k - 1) / 12,
        -k * (k + 1) * (k + 2) * n ** (-k - 3) / 720,
    ]
    return math.fsum([each**-k for each in range(2, n)] + rest)


_ZETAS = tuple(_zeta_less_one(k) for k in range(2, _TERMS))


def near_its_zeros(value: float) -> float:
    """Within two units in the last place of what a GPU gives."""
    if value < 1.5:
        return _around_two(value - 1) - math.log1p(value - 1)
    return _around_two(value - 2)


def _around_two(e: float) -> float:
    """At 2 + e."""
    return math.fsum([(1 - _EULER) * e, *((-e) ** k * zeta / k for k, zeta in enumerate(_ZETAS, 2))])
