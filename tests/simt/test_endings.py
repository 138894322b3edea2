"""What Python raises for: numba ends some threads in silence, and gives others a number of its own."""

import numpy as np
import pytest

from app.simt import Checks, launch
from tests.devices.generated import endings

CASES = {case.name: case for case in endings()}
ENDED = {
    "complex_quotient": 10,
    "complex_quotient_in_place": 11,
    "complex_quotient_in_a_loop": 11,
    "tuple_index": 10,
    "step_of_range": 10,
}


def run(name, k, x=None):
    case = CASES[name]
    given = {"k": np.array(k), "x": np.array(x or k, np.float64), "out": np.zeros(len(k))}
    return launch(case.source, case.kernel, grid=1, block=len(k), args=list(given.values()), checks=Checks.none())


@pytest.mark.parametrize(("name", "line"), ENDED.items())
def test_a_thread_that_numba_ends_within_an_expression_is_told_of(name, line):
    assert [(found.message_key, found.line) for found in run(name, [1, 0, -4]).findings] == [
        ("unsupported.ending", line)
    ]


@pytest.mark.parametrize("name", ENDED)
def test_threads_that_do_nothing_of_the_kind_go_on(name):
    assert run(name, [1, 2, 1, 2]).findings == []


def test_a_thread_that_does_not_come_to_the_quotient_is_not_ended():
    assert run("complex_quotient_chosen", [1, 0, -4], [1, 0, 0]).findings == []
