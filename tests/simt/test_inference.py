"""Statements and calls as a whole: the type that a function returns, against numba's own inference, dtype by dtype."""

import itertools
import random
import re

import pytest
from numba.cuda import types as nb

from app.protocol.compiled import CompileError
from app.simt.compiler import Compiler
from app.simt.faults import UnsupportedError
from app.simt.source import read
from app.simt.types import BOOL, INT32, SCALARS
from app.toolchain import Parameter, to_ptx
from tests.simt.inferred import inferred

HEAD = "import math\nimport numpy as np\nfrom numba import cuda\n"
BODIES = {
    "an addition in place": "x = a\nx += b\nreturn x",
    "a floor division in place": "x = a\nx //= b\nreturn x",
    "a shift in place": "x = a\nx <<= b\nreturn x",
    "a division in place": "x = a\nx /= b\nreturn x",
    "a power in place": "x = a\nx **= b\nreturn x",
    "a branch": "if b:\n    x = a\nelse:\n    x = b\nreturn x",
    "a ternary": "return a if b else b",
    "two returns": "if b:\n    return a\nreturn b",
    "a loop that widens": "x = a\nfor i in range(3):\n    x = x + b\nreturn x",
    "a while that widens": "x = a\ni = 0\nwhile i < 3:\n    x = x * b\n    i += 1\nreturn x",
    "min of three": "return min(a, b, 1)",
    "max of two": "return max(a, b)",
    "and": "return a and b",
    "or": "return a or b",
    "not": "return not a",
    "a chain": "return a < b <= a",
    "divmod": "return divmod(a, b)",
    "pow": "return pow(a, b)",
    "a square": "return a ** 2",
    "a negative power": "return a ** -1",
    "a root": "return b ** 0.5",
    "round": "return round(a)",
    "round to digits": "return round(a, 2)",
    "abs": "return abs(a)",
    "int": "return int(a)",
    "float": "return float(a)",
    "bool": "return bool(a)",
    "complex": "return complex(a, b)",
    "np.int32": "return np.int32(a)",
    "np.uint8": "return np.uint8(a)",
    "np.float32": "return np.float32(a)",
    "np.float64": "return np.float64(a)",
    "np.float16": "return np.float16(a)",
    "np.complex64": "return np.complex64(a)",
    "np.bool_": "return np.bool_(a)",
    "minus": "return -a",
    "invert": "return ~a",
    "plus": "return +a",
    "a pair": "return (a, b)",
    "an item of a pair": "t = (a, b)\nreturn t[1]",
    "real": "return a.real",
    "imag": "return a.imag",
    "conjugate": "return a.conjugate()",
    "plus a literal": "return a + 1",
    "times a float literal": "return a * 0.5",
    "floor division by a literal": "return a // 2",
    "remainder by a literal": "return a % 3",
    "a literal shifted": "return 1 << a",
    "a literal minus": "return 1 - a",
    "equal to a literal": "return a == 1",
    "pairs compared": "return (a, b) == (b, a)",
    "in a tuple": "return a in (b, 1)",
    "math.sqrt": "return math.sqrt(a)",
    "math.floor": "return math.floor(a)",
    "math.ceil": "return math.ceil(a)",
    "math.pow": "return math.pow(a, b)",
    "math.atan2": "return math.atan2(a, b)",
    "math.isnan": "return math.isnan(a)",
    "math.fmod": "return math.fmod(a, b)",
    "math.copysign": "return math.copysign(a, b)",
    "math.hypot": "return math.hypot(a, b)",
    "math.ldexp": "return math.ldexp(a, b)",
    "math.frexp": "return math.frexp(a)",
    "math.modf": "return math.modf(a)",
    "math.fabs": "return math.fabs(a)",
    "math.remainder": "return math.remainder(a, b)",
    "selp": "return cuda.selp(a > 0, a, b)",
    "popc": "return cuda.popc(a)",
    "clz": "return cuda.clz(a)",
    "ffs": "return cuda.ffs(a)",
    "brev": "return cuda.brev(a)",
    "fma": "return cuda.fma(a, b, b)",
    "cbrt": "return cuda.cbrt(a)",
    "a shuffle": "return cuda.shfl_sync(-1, a, 0)",
    "a ballot": "return cuda.ballot_sync(-1, a)",
    "a match": "return cuda.match_any_sync(-1, a)",
    "bit_count": "return a.bit_count()",
    "syncthreads_count": "return cuda.syncthreads_count(a)",
    "a default": "x = a\nif b:\n    x = 1\nreturn x",
    "enumerate": "for i, v in enumerate((a, b)):\n    a = v\nreturn a",
    "a range": "x = a\nfor i in range(a):\n    x = i\nreturn x",
}


def native(kind):
    return nb.boolean if kind == BOOL else getattr(nb, kind.name)


def shown(kind):
    if kind is None:
        return None
    parts = getattr(kind, "types", None)
    if parts is None:
        return str(nb.unliteral(kind))
    return "tuple(" + ", ".join(str(nb.unliteral(part)) for part in parts) + ")"


def of_numba(name, args):
    made = {}
    exec(f"{HEAD}def f(a, b):\n" + indented(name), made)
    return shown(inferred(made["f"], [native(arg) for arg in args]))


def of_ours(name, args):
    function = read(f"{HEAD}@cuda.jit(device=True)\ndef f(a, b):\n" + indented(name)).names["f"]
    try:
        return str(Compiler()._lower(function, args)[1])
    except UnsupportedError:
        return None


def indented(name):
    return "".join(f"    {line}\n" for line in BODIES[name].split("\n"))


def compiles(name, args):
    """Inference is not all: numba types the truth of a float16 and the float of a complex, and has no code for them."""
    device = f"{HEAD}@cuda.jit(device=True)\ndef f(a, b):\n" + indented(name)
    parameters = [Parameter(letter, kind.dtype) for letter, kind in zip("ab", args, strict=True)]
    try:
        return bool(to_ptx(f"{device}@cuda.jit\ndef k(a, b):\n    f(a, b)\n", "k", parameters, arch="sm_90").text)
    except CompileError:
        return False


def disagreements(name, pairs):
    found = []
    for args in pairs:
        theirs, mine = of_numba(name, args), of_ours(name, args)
        if name == "a division in place" and all(arg.is_integer or arg == BOOL for arg in args):
            theirs = "float64"  # numba says int64, computes a float64, and fails wherever that matters
        if theirs != mine and (mine is not None or compiles(name, args)):
            found.append((*map(str, args), theirs, mine))
    return found


def some(name, count):
    others = SCALARS if re.search(r"\bb\b", BODIES[name]) else [INT32]
    every = list(itertools.product(SCALARS, others))
    return random.Random(name).sample(every, min(count, len(every)))


@pytest.mark.parametrize("name", BODIES)
def test_a_function_returns_what_numba_infers(name):
    assert disagreements(name, some(name, 2)) == []


@pytest.mark.slow  # a minute or two of numba's inference
@pytest.mark.parametrize("name", BODIES)
def test_a_function_returns_what_numba_infers_for_many_types(name):
    assert disagreements(name, some(name, 40)) == []
