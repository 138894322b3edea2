"""Lanes that meet in a cell take turns, and some of those turns need not be taken one by one."""

import numpy as np
import pytest

from app.simt.builtins.atomics import in_turn


def swap(current, expected, value):
    return np.where(current == expected, value, current)


def one_by_one(line, where, operands, turn):
    found = np.empty(where.size, line.dtype)
    for lane, cell in enumerate(where):
        found[lane] = line[cell]
        line[cell] = turn(line[cell : cell + 1], *[operand[lane : lane + 1] for operand in operands])[0]
    return found


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("turn", [swap, lambda current, _, value: np.maximum(current, value), lambda c, _, v: v])
def test_every_lane_finds_what_it_finds_when_they_come_one_by_one(seed, turn):
    rng = np.random.default_rng(seed)
    lanes, cells = int(rng.integers(1, 70)), int(rng.integers(1, 5))
    where = rng.integers(0, cells, lanes)
    operands = [rng.integers(0, 3, lanes), rng.integers(0, 3 if seed % 2 else 50, lanes)]
    line = rng.integers(0, 3, cells)
    other = line.copy()
    assert in_turn(line, where, operands, turn).tolist() == one_by_one(other, where, operands, turn).tolist()
    assert line.tolist() == other.tolist()


def test_a_thousand_lanes_that_ask_for_a_taken_lock_are_answered_at_once():
    asked = []

    def counted(current, expected, value):
        asked.append(current.size)
        return swap(current, expected, value)

    ones = np.ones(1024, np.int64)
    found = in_turn(np.ones(1, np.int64), np.zeros(1024, np.int64), [0 * ones, ones], counted)
    assert (found.tolist(), sum(asked)) == ([1] * 1024, 1024)
