"""The states of numba's random numbers."""

import numpy as np
import pytest
from numba.cuda.random import init_xoroshiro128p_states_cpu, xoroshiro128p_dtype

from app.program.cuda import random


def test_states_are_those_that_numba_made_once() -> None:
    assert random.states(3, 7, 1).tolist() == [
        (585177284054532897, 1191517324307048060),
        (16135235430649372907, 1778976497224834358),
        (4773963021559619231, 5057789521856301198),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seed", "start"), [(3, 7, 1), (1, 0, 0), (33, 2**63, 5)])
def test_states_are_numbas(count: int, seed: int, start: int) -> None:
    wanted = np.empty(count, xoroshiro128p_dtype)
    init_xoroshiro128p_states_cpu(wanted, np.uint64(seed), start)
    np.testing.assert_array_equal(random.states(count, seed, start), wanted)
