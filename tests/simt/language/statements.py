"""Statements: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

import numpy as np
from numba import cuda

TWO = 2


@cuda.jit
def if_elif_else(b, out):
    """np.where(b < 0, 1, np.where(b < 9, 2, 3))"""
    i = cuda.grid(1)
    if b[i] < 0:
        out[i] = 1
    elif b[i] < 9:
        out[i] = 2
    else:
        out[i] = 3


@cuda.jit
def while_loop(out):
    """np.ceil(np.sqrt(i))"""
    i = cuda.grid(1)
    k = 0
    while k * k < i:
        k += 1
    out[i] = k


@cuda.jit
def while_else(out):
    """i * 0 + 9"""
    i = cuda.grid(1)
    k = 0
    while k < 3:
        k += 1
    else:
        k = 9
    out[i] = k


@cuda.jit
def for_range(out):
    """3 + 10 * np.ceil((32 - i) / 8)"""
    i = cuda.grid(1)
    for k in range(3):
        out[i] += k
    for k in range(i, 32, 8):
        out[i] += 10


@cuda.jit
def for_range_down(out):
    """i * 0 + 531"""
    i = cuda.grid(1)
    for k in range(5, 0, -2):
        out[i] = out[i] * 10 + k


@cuda.jit
def for_else(b, out):
    """np.where((b >= 0) & (b < 9), b, 99)"""
    i = cuda.grid(1)
    for k in range(9):
        if k == b[i]:
            break
    else:
        k = 99
    out[i] = k


@cuda.jit
def break_continue(out):
    """[sum(k for k in range(0, min(int(j), 18) + 1, 2)) for j in i]"""
    i = cuda.grid(1)
    for k in range(20):
        if k % 2:
            continue
        if k > i:
            break
        out[i] += k


@cuda.jit
def grid_stride(a, out):
    """a"""
    i = cuda.grid(1)
    for k in range(i, out.size, cuda.gridsize(1)):
        out[k] = a[k]


@cuda.jit
def return_early(b, out):
    """b >= 0"""
    i = cuda.grid(1)
    if b[i] < 0:
        return
    out[i] = 1


@cuda.jit
def return_in_a_loop(out):
    """np.minimum(i + 1, 9)"""
    i = cuda.grid(1)
    for k in range(9):
        out[i] += 1
        if k == i:
            return


@cuda.jit
def pass_statement(out):
    """i * 0 + 1"""
    i = cuda.grid(1)
    "nothing"
    pass
    out[i] = 1


@cuda.jit
def several_targets(b, out):
    """2 * b"""
    i = cuda.grid(1)
    y = k = b[i]
    out[i] = y + k


@cuda.jit
def unpacking(out):
    """200 + i"""
    i = cuda.grid(1)
    y, k = i, 2
    y, k = k, y
    out[i] = y * 100 + k


@cuda.jit
def annotated(b, out):
    """b"""
    i = cuda.grid(1)
    y: int = b[i]
    out[i] = y


@cuda.jit
def types_meet(q, out):
    """q * 0.5"""
    i = cuda.grid(1)
    y = 0
    if q[i]:
        y = 0.5
    out[i] = y


@cuda.jit
def assert_statement(b, out):
    """b >= 0"""
    i = cuda.grid(1)
    assert b[i] >= 0
    out[i] = 1


@cuda.jit
def raise_statement(b, out):
    """b >= 0"""
    i = cuda.grid(1)
    if b[i] < 0:
        raise ValueError
    out[i] = 1


@cuda.jit
def match_values(b, out):
    """np.where(np.isin(b, (1, 2)), 1, np.where(b > 9, b, -1))"""
    i = cuda.grid(1)
    match b[i]:
        case 1 | 2:
            out[i] = 1
        case y if y > 9:
            out[i] = y
        case _:
            out[i] = -1


@cuda.jit
def match_sequence(b, out):
    i = cuda.grid(1)
    match (i, b[i]):
        case (1, y):
            out[i] = y


@cuda.jit
def walrus(b, out):
    i = cuda.grid(1)
    out[i] = (y := b[i]) + y


@cuda.jit
def try_except(out):
    i = cuda.grid(1)
    try:
        out[i] = 1
    except Exception:
        out[i] = 2


@cuda.jit
def with_statement(a, out):
    i = cuda.grid(1)
    with a:
        out[i] = 1


@cuda.jit
def delete(out):
    i = cuda.grid(1)
    y = 1
    del y
    out[i] = 1


@cuda.jit
def lists(out):
    i = cuda.grid(1)
    y = [1, 2]
    out[i] = y[0]


@cuda.jit
def dicts(out):
    i = cuda.grid(1)
    y = {1: 2}
    out[i] = y[1]


@cuda.jit
def comprehension(out):
    i = cuda.grid(1)
    out[i] = [y for y in (1, 2)][0]


@cuda.jit
def f_string(f, out):
    i = cuda.grid(1)
    y = f"{i}"
    out[i] = len(y)


@cuda.jit
def yield_statement(out):
    i = cuda.grid(1)
    yield i


@cuda.jit
def returns_a_value(out):
    i = cuda.grid(1)
    return i


@cuda.jit
def starred_unpacking(out):
    i = cuda.grid(1)
    y, *k = (1, 2, 3)
    out[i] = k[0]


@cuda.jit
def set_a_global(out):
    i = cuda.grid(1)
    global TWO
    TWO = 3
    out[i] = TWO


@cuda.jit
def none_or_a_number(q, out):
    i = cuda.grid(1)
    y = None
    if q[i]:
        y = 2.5
    if y is not None:
        out[i] = y
