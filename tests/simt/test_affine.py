"""Formulas over lanes: every operation gives what the arrays would give."""

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.simt.affine import Affine, combine, dense

SHAPE = (3, 4)
numbers = st.integers(-20, 20)
steps = st.tuples(numbers, numbers).filter(any)
formulas = st.builds(lambda base, by: Affine(base, by, SHAPE, np.dtype(np.int64)), numbers, steps)
operands = formulas | st.builds(np.int64, numbers)
OPERATIONS = [operator.add, operator.sub, operator.mul, operator.lt, operator.le, operator.gt, operator.ge, operator.eq,
              operator.ne]  # fmt: skip


def spread(value):
    return np.broadcast_to(dense(value), SHAPE)


@pytest.mark.parametrize("operation", OPERATIONS)
@given(left=formulas, right=operands)
def test_operations_agree_with_arrays(operation, left, right):
    np.testing.assert_array_equal(spread(operation(left, right)), operation(spread(left), spread(right)))
    np.testing.assert_array_equal(spread(operation(right, left)), operation(spread(right), spread(left)))


@given(formulas)
def test_ends_are_the_least_and_the_greatest_value(formula):
    assert formula.span == (formula.dense().min(), formula.dense().max())


@given(formulas)
def test_a_formula_is_injective_only_if_no_two_positions_are_equal(formula):
    if formula.is_injective():
        assert np.unique(formula.dense()).size == formula.dense().size


@given(numbers, st.lists(st.tuples(formulas, numbers), max_size=3))
def test_addresses_are_sums_of_products(start, parts):
    wanted = start + sum(spread(formula) * factor for formula, factor in parts)
    np.testing.assert_array_equal(spread(combine(start, parts)), np.broadcast_to(wanted, SHAPE))


def test_a_result_that_does_not_fit_wraps_as_the_arrays_do():
    formula = Affine(2**63 - 3, (0, 1), (1, 3), np.dtype(np.int64))
    with np.errstate(over="ignore"):
        wrapped = formula + np.int64(1)
    assert dense(wrapped).tolist() == [[2**63 - 2, 2**63 - 1, -(2**63)]]


def test_narrowing_keeps_the_formula_where_it_fits():
    formula = Affine(0, (0, 1), (1, 200), np.dtype(np.int32))
    assert type(formula.astype(np.dtype(np.uint8))) is Affine
    assert formula.astype(np.dtype(np.int8)).max() == 127
