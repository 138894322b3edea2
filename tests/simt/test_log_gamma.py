"""math.lgamma near 1 and 2, where it is 0, and where the series that is summed there meets Python's own function."""

import math

import pytest

from app.simt.builtins.maths import lgamma

EULER = 0.5772156649015329


@pytest.mark.parametrize("e", [1e-9, -1e-9, 1e-12])
def test_close_to_its_zeros_all_digits_are_right(e):
    one, two = 1 + e, 2 + e
    assert lgamma(one) == pytest.approx(-EULER * (one - 1) + math.pi**2 / 12 * (one - 1) ** 2, rel=1e-15)
    assert lgamma(two) == pytest.approx((1 - EULER) * (two - 2) + (math.pi**2 / 12 - 0.5) * (two - 2) ** 2, rel=1e-15)


@pytest.mark.parametrize("value", [0.51, 0.7, 1.4999, 1.5, 2.5, 2.999])
def test_it_meets_pythons_own(value):
    assert lgamma(value) == pytest.approx(math.lgamma(value), rel=2e-14)
