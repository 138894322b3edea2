"""The interpreter's typing rules against numba-cuda's own inference: every operator and function, every dtype."""

import builtins
import itertools
import math
import operator

import numpy as np
import pytest
from numba.core.errors import NumbaError
from numba.cuda import types as nb
from numba.cuda.descriptor import cuda_target

from app.simt.builtins import maths, ufuncs
from app.simt.operators import ABS, BINARY, DIVMOD, RANGE, ROUND, UNARY
from app.simt.types import BOOL, FLOAT16, SCALARS, Conversion, conversion, unify, unify_all

PAIRS = list(itertools.product(SCALARS, SCALARS))
MATH_UNARY = sorted(maths.NAMES_UNARY)
MATH_PAIRS = {"atan2": maths.BINARY, "hypot": maths.BINARY, "copysign": maths.FLOAT_PAIR, "fmod": maths.FLOAT_PAIR,
              "nextafter": maths.FLOAT_PAIR, "pow": maths.POWER, "ldexp": maths.SCALE}  # fmt: skip


@pytest.fixture(scope="module")
def numba():
    context = cuda_target.typing_context
    context.refresh()

    def result(function, *args):
        """The result type that numba infers, by name; None where it has no case."""
        theirs = context.resolve_value_type(function)
        try:
            return named(context.resolve_function_type(theirs, [native(arg) for arg in args], {}))
        except NumbaError:
            return None

    result.context = context
    return result


def native(scalar):
    return nb.boolean if scalar.name == "bool" else getattr(nb, scalar.name)


def named(signature):
    if signature is None:
        return None
    made = signature.return_type
    parts = getattr(made, "types", None)
    return str(made) if parts is None else "tuple(" + ", ".join(str(part) for part in parts) + ")"


def ours(overloads, *args):
    found = overloads.select(args)
    return None if found is None else str(found.result)


def disagreements(numba, function, overloads, combinations):
    return [
        (*map(str, args), theirs, mine)
        for args in combinations
        if (mine := ours(overloads, *args)) != (theirs := numba(function, *args))
    ]


@pytest.mark.parametrize("name", BINARY)
def test_binary_operators_are_typed_as_numba_types_them(numba, name):
    assert disagreements(numba, getattr(operator, name), BINARY[name], PAIRS) == []


@pytest.mark.parametrize("name", UNARY)
def test_unary_operators_are_typed_as_numba_types_them(numba, name):
    assert disagreements(numba, getattr(operator, name), UNARY[name], [(one,) for one in SCALARS]) == []


@pytest.mark.parametrize(("name", "table"), [("abs", ABS), ("round", ROUND)])
def test_builtins_of_one_number_are_typed_as_numba_types_them(numba, name, table):
    assert disagreements(numba, getattr(builtins, name), table, [(one,) for one in SCALARS]) == []


def test_divmod_is_typed_as_numba_types_it(numba):
    assert disagreements(numba, divmod, DIVMOD, PAIRS) == []


@pytest.mark.parametrize("name", MATH_UNARY)
def test_math_of_one_number_is_typed_as_numba_types_it(numba, name):
    combinations = [(one,) for one in SCALARS]
    assert disagreements(numba, getattr(math, name), maths.overloads(name), combinations) == []


@pytest.mark.parametrize("name", MATH_PAIRS)
def test_math_of_two_numbers_is_typed_as_numba_types_it(numba, name):
    assert disagreements(numba, getattr(math, name), MATH_PAIRS[name], PAIRS) == []


@pytest.mark.parametrize("function", [min, max])
def test_min_and_max_are_typed_as_numba_types_them(numba, function):
    # bool with float16 makes numba's inference give up; test_refusals.py has it
    pairs = [(a, b) for a, b in PAIRS if not (a.is_complex or b.is_complex) and {a, b} != {BOOL, FLOAT16}]
    assert [(a, b) for a, b in pairs if str(unify_all([a, b])) != numba(function, a, b)] == []


def test_ranges_count_in_the_type_that_numba_picks(numba):
    kinds = [s for s in SCALARS if s.is_integer]
    for count in (1, 2, 3):
        for args in itertools.product(kinds, repeat=count):
            theirs = numba.context.resolve_function_type(
                numba.context.resolve_value_type(range), [native(arg) for arg in args], {}
            )
            assert ours(RANGE, *args) == str(theirs.return_type.dtype), args


def test_conversions_are_rated_as_numba_rates_them(numba):
    rated = {(a, b): numba.context.can_convert(native(a), native(b)) for a, b in PAIRS}
    mine = {(a, b): conversion(a, b) for a, b in PAIRS}
    assert mine == {pair: None if kind is None else Conversion(int(kind)) for pair, kind in rated.items()}


def test_variables_unify_where_paths_meet_as_in_numba(numba):
    for a, b in PAIRS:
        theirs = numba.context.unify_pairs(native(a), native(b))
        assert str(unify(a, b)) == str(theirs), (a, b)


@pytest.mark.parametrize("name", sorted(path.removeprefix("numpy.") for path in ufuncs.CALLS))
def test_numpy_functions_pick_the_loop_that_numba_picks(numba, name):
    ufunc = getattr(np, name)
    wrong = []
    for args in itertools.product(SCALARS, repeat=ufunc.nin):
        theirs = numba(ufunc, *args)
        found = ufuncs.loop(ufunc, args)
        mine = None if found is None else str(found[1][0])
        if mine != theirs:
            wrong.append((*map(str, args), theirs, mine))
    assert wrong == []
