"""Kernels made by the hundred: every operator on every pair of types, every cast, every function of math and NumPy.

They want no answer of their own; what counts is that both devices give the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from tests.simt.case import Case

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
SIZE = 512
HEAD = """import math
import numpy as np
from numba import cuda


@cuda.jit
def kernel({names}):
    i = cuda.grid(1)
"""
EDGES = (
    "[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 1.5, 2.5, -2.5, 127.5, 1e-3, -1e-3, 0.1, 3e9, -3e9, 1e19, 1e-30, "
    "1e30, -1e30, math.inf, -math.inf, math.nan, 1e-44, 87.0, -87.0, 89.0]"
)
REAL = (  # no function but those that give the same numbers on every computer
    f"np.concatenate([np.array({EDGES}), rng.uniform(-30, 30, 200), rng.uniform(-1, 1, 156), "
    "np.ldexp(rng.uniform(1, 2, 128), rng.integers(-29, 30, 128))])"
)
ARITHMETIC = (
    "a + b",
    "a - b",
    "a * b",
    "a / b",
    "a // b",
    "a % b",
    "a < b",
    "a == b",
    "a >= b",
    "min(a, b)",
    "max(a, b)",
)
BITWISE = ("a & b", "a | b", "a ^ b", "a << (b & 31)", "a >> (b & 31)", "a ** (b & 7)")
ALONE = ("-a", "+a", "abs(a)", "not a", "a ** 2", "a ** 3")
UNARY = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "degrees", "erf", "erfc", "exp", "exp2",
    "expm1", "fabs", "floor", "gamma", "isfinite", "isinf", "isnan", "lgamma", "log", "log10", "log1p", "log2",
    "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
)  # fmt: skip
BINARY = ("atan2", "copysign", "fmod", "hypot", "nextafter", "pow")
UFUNCS = (
    "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "cos", "cosh", "deg2rad", "log", "log10", "log2",
    "rad2deg", "sin", "sinh", "tan", "tanh",
)  # fmt: skip
ENDINGS = {  # where Python raises: numba ends some threads there, and lets others go on with a number of its own
    "complex_quotient": "out[i] = ((x[i] + 1j) / complex(x[i], 0)).imag",
    "complex_quotient_in_place": "z = x[i] + 1j\n    z /= complex(x[i], 0)\n    out[i] = z.imag",
    "complex_quotient_chosen": "out[i] = (1j / complex(x[i], 0)).imag if k[i] > 0 else 7.0",
    "complex_quotient_in_a_loop": "for j in range(3):\n        out[i] += (1j / complex(x[i] + j, 0)).imag",
    "complex_power": "out[i] = (complex(x[i], 0) ** complex(x[i], 0)).real",
    "complex_power_with_imaginary": "out[i] = (complex(x[i], 0) ** complex(1, x[i])).real",
    "tuple_index": "out[i] = (3, 5, 7)[k[i]]",
    "step_of_range": "for j in range(0, 6, k[i]):\n        out[i] += j",
    "step_of_slice": "out[i] = x[:: k[i]][0]",
    "whole_quotient": "out[i] = 7 // k[i] + (7 % k[i]) * 100",
    "quotient_and_rest": "q, r = divmod(7, k[i])\n    out[i] = q + r * 100",
    "quotient_and_rest_of_floats": "q, r = divmod(7.5, x[i])\n    out[i] = q + r * 100",
    "quotient": "out[i] = 7 / k[i]",
    "whole_power": "out[i] = k[i] ** (k[i] - 3)",
    "zero_to_a_power": "out[i] = (k[i] * 0) ** k[i]",
    "unsigned_zero_to_a_power": "out[i] = np.uint64(0) ** np.int64(k[i])",
    "literal_power": "out[i] = k[i] ** -1 + (k[i] ** -2) * 2",
    "shift": "out[i] = (5 << k[i] * 16) + (-5 >> k[i] * 16)",
    "shift_of_narrow": "out[i] = (np.int32(5) << k[i] * 16) + (np.int32(-5) >> k[i] * 16)",
    "root": "out[i] = math.sqrt(x[i]) + math.log(x[i])",
    "arc": "out[i] = math.acos(x[i] * 2)",
    "conversion": "out[i] = int(math.sqrt(x[i]) - x[i] / x[i])",
    "item_of_several": "out[i] = x[: k[i]].sum()",
}
ENDED = (
    "complex_quotient",
    "complex_quotient_in_place",
    "complex_quotient_in_a_loop",
    "tuple_index",
    "step_of_range",
)
PAIRED = ("arctan2", "fmax", "fmin", "hypot", "maximum", "minimum")


def cases() -> list[tuple[str, Case]]:
    """(folder, case) of all of them."""
    made = {"operators": operators(), "casts": casts(), "functions": functions(), "endings": endings()}
    return [(folder, case) for folder, group in made.items() for case in group]


def operators() -> Iterator[Case]:
    for a, b in itertools.product((*INTEGERS, *FLOATS), repeat=2):
        whole = a in INTEGERS and b in INTEGERS
        tried = (
            *ARITHMETIC,
            *(BITWISE if whole else ()),
            *(ALONE if a == b else ()),
            *(("~a",) if a == b and whole else ()),
        )
        yield _table(f"{a}_{b}", {"x": a, "y": b}, tried, ("int64", "float64"))
    for a, b in [*itertools.product(COMPLEX, repeat=2), *itertools.product(COMPLEX, FLOATS), ("complex64", "int32")]:
        yield _table(
            f"{a}_{b}", {"x": a, "y": b}, ("a + b", "a - b", "a * b", "b - a", "a == b", "a != b"), ("complex128",)
        )
        yield _table(f"{a}_{b}_divided", {"x": a, "y": b}, ("a / b",), ("complex128",))
    yield _table(
        "float16_float16",
        {"x": "float16", "y": "float16"},
        ("a + b", "a - b", "a * b", "a / b", "a < b", "a == b", "-a"),
        ("float64",),
    )


def casts() -> Iterator[Case]:
    for source in (*INTEGERS, *FLOATS):
        tried = [f"np.{target}(a)" for target in (*INTEGERS, *FLOATS, "bool_")] + ["int(a)", "float(a)", "bool(a)"]
        tried += ["round(a)", "round(a, 2)", "round(a, -1)"] if source in FLOATS else []
        yield _table(source, {"x": source}, tried, ("int64", "float64"))


def functions() -> Iterator[Case]:
    for kind in FLOATS:
        for name in UNARY:
            yield _table(f"math_{name}_{kind}", {"x": kind}, (f"math.{name}(a)",), (kind,))
        for name in BINARY:
            yield _table(f"math_{name}_{kind}", {"x": kind, "y": kind}, (f"math.{name}(a, b)",), (kind,))
        for name in UFUNCS:
            yield _table(f"np_{name}_{kind}", {"x": kind}, (f"np.{name}(a)",), (kind,))
        for name in PAIRED:
            yield _table(f"np_{name}_{kind}", {"x": kind, "y": kind}, (f"np.{name}(a, b)",), (kind,))
        yield _table(f"cbrt_{kind}", {"x": kind}, ("cuda.cbrt(a)",), (kind,))
        yield _table(f"fma_{kind}", {"x": kind, "y": kind}, ("cuda.fma(a, b, a)",), (kind,))
    for name in ("sin", "exp", "log", "sqrt"):
        yield _table(f"math_{name}_int64", {"x": "int64"}, (f"math.{name}(a)",), ("float64",))


def endings() -> Iterator[Case]:
    """What becomes of a thread that does what Python would not: the statements in front and behind tell."""
    args = [("k", "np.arange(64) % 9 - 4"), ("x", "(np.arange(64) % 9 - 4) / 2"), ("out", "np.zeros(64)")]
    for name, text in ENDINGS.items():
        source = HEAD.format(names="k, x, out") + f"    out[i] = 0.5\n    {text}\n    out[i] += 1000\n"
        about = {"kernel": "kernel", "launch": {"grid": (2,), "block": (32,)}, "args": args, "expected": {}}
        yield Case(name, source, about)


def _table(name: str, inputs: dict[str, str], tried: Iterable[str], kinds: Iterable[str]) -> Case:
    """One kernel: every expression of `a` and `b`, element by element, into a row of one table for each kind."""
    listed, outs = list(tried), [f"to_{kind}" for kind in kinds]
    lines = [f"    {letter} = {array}[i]" for letter, array in zip("ab", inputs, strict=False)]
    lines += [f"    {out}[{row}, i] = {text}" for row, text in enumerate(listed) for out in outs]
    source = HEAD.format(names=", ".join([*inputs, *outs])) + "\n".join(lines) + "\n"
    args = [(array, _values(kind, at)) for at, (array, kind) in enumerate(inputs.items())]
    args += [(f"to_{kind}", f"np.zeros(({len(listed)}, {SIZE}), np.{kind})") for kind in kinds]
    about = {
        "kernel": "kernel",
        "launch": {"grid": (SIZE // 128,), "block": (128,)},
        "seed": 1,
        "args": args,
        "expected": {},
    }
    return Case(name, source, about)


def _values(kind: str, at: int) -> str:
    order = f"np.random.default_rng({at}).permutation({SIZE})"
    if kind in INTEGERS:
        info = f"np.iinfo(np.{kind})"
        edges = f"[0, 1, 2, 3, 7, {info}.max, {info}.min, {info}.max - 1]"
        few = f"rng.integers(0 if {info}.min == 0 else -9, 10, {SIZE // 2})"
        wide = f"rng.integers({info}.min, {info}.max, {SIZE // 2 - 8}, np.{kind}, endpoint=True)"
        return f"np.concatenate([np.array({edges}, np.{kind}), ({few}).astype(np.{kind}), {wide}])[{order}]"
    if kind in COMPLEX:
        return f"(rng.uniform(-3, 3, {SIZE}) + 1j * rng.uniform(-3, 3, {SIZE})).astype(np.{kind})"
    if kind == "float16":
        return f"rng.uniform(-20, 20, {SIZE}).astype(np.float16)"
    return f"({REAL})[{order}].astype(np.{kind})"
