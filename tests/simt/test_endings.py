"""What Python raises for: numba ends some threads in silence, and gives others a number of its own."""

import numpy as np
import pytest

from app.simt import Checks, launch
from tests.devices.generated import ENDED, endings

CASES = {case.name: case for case in endings()}
LINES = dict(zip(ENDED, (10, 11, 11, 10, 10), strict=True))


def run(name, k, x=None):
    case = CASES[name]
    given = {"k": np.array(k), "x": np.array(x or k, np.float64), "out": np.zeros(len(k))}
    return launch(case.source, case.kernel, grid=1, block=len(k), args=list(given.values()), checks=Checks.none())


@pytest.mark.parametrize(("name", "line"), LINES.items())
def test_a_thread_that_numba_ends_within_an_expression_is_told_of(name, line):
    assert [(found.message_key, found.line) for found in run(name, [1, 0, -4]).findings] == [
        ("unsupported.ending", line)
    ]


@pytest.mark.parametrize("name", ENDED)
def test_threads_that_do_nothing_of_the_kind_go_on(name):
    assert run(name, [1, 2, 1, 2]).findings == []


def test_a_thread_that_does_not_come_to_the_quotient_is_not_ended():
    assert run("complex_quotient_chosen", [1, 0, -4], [1, 0, 0]).findings == []


@pytest.mark.parametrize("name", ["zero_to_a_power", "unsigned_zero_to_a_power"])
def test_zero_to_a_negative_power_is_the_lowest_integer(name):
    case = CASES[name]
    out = np.zeros(2)
    launch(case.source, case.kernel, grid=1, block=2, args=[np.array([-1, 1]), np.zeros(2), out], checks=Checks.none())
    np.testing.assert_array_equal(out, [-(2.0**63) + 1000, 1000])
