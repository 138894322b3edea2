"""How often a launch is measured, and what its samples say."""

import pytest

from app.devices.cards.job import Measure
from app.devices.gpu.timing import goes_on, relative_error, times

MEASURE = Measure(least=5, most=20, seconds=0.25, error=0.01)
LONG = 100.0


def test_quartiles_and_the_standard_error():
    found = times([10.0, 12.0, 11.0, 13.0, 9.0])
    assert (found.low_us, found.median_us, found.high_us, found.repeats) == (10.0, 11.0, 12.0, 5)
    assert found.error == pytest.approx(2.5**0.5 / 5**0.5 / 11)


def test_one_sample_tells_nothing_of_its_error():
    assert times([3.0]).error == relative_error([3.0]) == 1.0


@pytest.mark.parametrize(
    ("samples", "spent", "expected", "left", "more"),
    [
        ([], 0.0, 0.001, LONG, True),
        ([10.0] * 4, 0.01, 0.001, LONG, True),  # too few
        ([10.0] * 5, 0.01, 0.001, LONG, False),  # they agree
        ([10.0, 20.0] * 5, 0.01, 0.001, LONG, True),  # they do not
        ([10.0, 20.0] * 10, 0.01, 0.001, LONG, False),  # the most
        ([10.0, 20.0] * 5, 0.3, 0.001, LONG, False),  # the budget is spent
        ([2e6], 2.0, 2.0, LONG, False),  # a kernel of seconds is measured once
        ([], 0.0, 4.0, 3.0, False),  # or not at all, where another launch would make it late
    ],
)
def test_it_is_measured_until_samples_agree_or_the_budget_ends(samples, spent, expected, left, more):
    assert goes_on(samples, spent, expected, left, MEASURE) == more
