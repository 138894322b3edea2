"""Work in a process of its own: whatever becomes of it, the next work has a process again."""

import math
import os
import time

import numpy as np
import pytest

from tests.devices.apart import Apart, ApartError
from tests.devices.conformance import apart as distances
from tests.devices.conformance import ulps


@pytest.fixture(scope="module")
def apart():
    made = Apart()
    assert made(math.sqrt, 4.0, seconds=100) == 2  # the first starts the server that forks
    yield made
    made.close()


@pytest.mark.parametrize(("work", "argument", "seconds", "said"), [
    (os._exit, 3, 60, r"died \(3\)"), (time.sleep, 60, 0.1, "no end"), (math.sqrt, -1, 60, "ValueError: "),
])  # fmt: skip
def test_what_goes_wrong_is_told_and_the_next_work_runs(apart, work, argument, seconds, said):
    with pytest.raises(ApartError, match=said):
        apart(work, argument, seconds=seconds)
    assert apart(math.sqrt, 9.0, seconds=60) == 3


def test_distances_are_in_units_of_the_last_place():
    ones = np.array([1, -1, 0, np.nan, np.inf], np.float32)
    assert ulps(ones, ones.copy()) == ulps(np.float32([0.0]), np.float32([-0.0])) == 0
    assert ulps(np.array([1.0]), np.nextafter([1.0], 2)) == 1
    assert ulps(np.array([5e-324]), np.array([-5e-324])) == 2
    assert ulps(np.array([1j]), np.array([1j + 2**-52])) > 1000
    assert ulps(ones, ones[::-1]) == ulps(np.array([1]), np.array([2])) == np.inf
    assert distances({"a": ones, "b": ones}, {"a": ones, "b": np.nextafter(ones, np.float32(9))})["b"] > 0
