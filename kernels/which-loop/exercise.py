"""Savings: accounts do not need each other, years do. Whole cents, so that no formula skips the years."""

import numpy as np

from app.course.models import Case

BLOCK = 128
SIZES = ((300, 6), (1, 1), (1, 20), (127, 3), (129, 7), (20_003, 15))  # accounts, years


def reference(start, rates):
    balance = start.copy()
    for rate in rates:
        balance += balance * rate // 1_000
    return {"out": balance}


def cases(rng):
    return [case(rng, accounts, years) for accounts, years in SIZES]


def case(rng, accounts, years):
    return Case(
        name=f"{_count(accounts, 'account')}, {_count(years, 'year')}",
        args={
            "start": rng.integers(1_000, 1_000_000, accounts),
            "rates": rng.integers(1, 60, years),
            "out": np.zeros(accounts, np.int64),
        },
        grid=((accounts + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=accounts == 300,
    )


def _count(number, noun):
    return f"{number:,} {noun}" + ("s" if number > 1 else "")
