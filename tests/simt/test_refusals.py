"""What numba does not compile is one finding with its line; what numba compiles runs."""

from contextlib import nullcontext

import numpy as np
import pytest

from app.protocol.compiled import CompileError
from app.simt import Checks, launch
from app.toolchain import Parameter, to_ptx

HEAD = """from numba import cuda, float32
import numpy as np
import math
TILE, SHAPE, INT32 = 4, (4, 2), np.int32(4)
plain = lambda y: y * 2
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = """
REFUSED = [
    "np.sqrt(a[i])", "np.abs(a[i])", "np.add(a[i], 1)", "math.gcd(i, 4)", "10 ** 20", "(-8) ** (1 / 3)", "plain(i)",
    "cuda.shared.array(TILE + 2, float32).size", "cuda.shared.array((TILE * 2, 2), float32).size",
    "cuda.local.array(INT32, float32).size", "cuda.local.array(len(SHAPE), float32).size",
    "cuda.shared.array(4, float).size", "cuda.syncthreads_count(a[i] > 2)", "cuda.atomic.add(out, (i,), 1)",
    "cuda.selp(i > 2, i, 1.5)", "cuda.atomic.cas(out, i, 0, 1)", "float(i > 2)", "a[i / 2]", "reversed(range(3))",
    "max(*a)",
    "bool(np.float16(i))", "np.float16(i) and np.float16(1)", "1 if np.float16(i) else 2", "np.sin(np.float16(i))",
    "np.maximum(np.float16(i), 1)", "min(np.float16(i), i > 2)", "complex(np.float16(i), 1).real",
    "cuda.selp(i > 2, np.float16(i), np.float16(i))", "cuda.shfl_sync(-1, np.float16(i), 0)", "np.float16(i) << 1",
]  # fmt: skip
ACCEPTED = {
    "np.sin(a[i])": 0.0,
    "2 ** -1": 0.5,
    "1 << 63": 2.0**63,
    "cuda.shared.array(TILE, 'float32').size": 4,
    "cuda.shared.array((SHAPE[0], 2 * 3), float32).size": 24,
    "cuda.atomic.add(a, a[i] + 0.5, 1)": 0,
    "float('inf')": np.inf,
    "i in [0, 2]": 1,
    "a is None": 0,
    "np.float16(0.1)": float(np.float16(0.1)),
    "int(np.float16(2.5))": 2,
    "np.int8(np.float16(300))": 127,
    "np.float16(2049) + np.int8(1)": 2048,
    "not np.float16(a[i])": 1,
    "max(np.float16(2), i)": 2,
    "max(*SHAPE)": 4,
    "max(1, *a.shape, *cuda.grid(2))": 1,
    "min(*(3, 2))": 2,
}


def compiles(source):
    parameters = tuple(Parameter.of(name, np.zeros(1)) for name in ("a", "out"))
    try:
        return bool(to_ptx(source, "k", parameters, arch="sm_90").text)
    except CompileError:
        return False


@pytest.mark.parametrize("expression", REFUSED)
def test_what_numba_refuses_is_refused_on_its_line(expression):
    source = HEAD + expression + "\n"
    (found,) = launch(source, "k", grid=1, block=1, args=[np.zeros(1), np.zeros(1)]).findings
    assert (found.kind, found.line) == ("unsupported", 9)
    assert not compiles(source)


@pytest.mark.parametrize("expression", ACCEPTED)
def test_what_numba_compiles_runs(expression):
    source, out = HEAD + expression + "\n", np.zeros(1)
    report = launch(source, "k", grid=1, block=1, args=[np.zeros(1), out], checks=Checks.none())
    assert report.findings == []
    assert out[0] == ACCEPTED[expression]
    assert compiles(source)


@pytest.mark.parametrize(("kind", "fits"), [("i4", False), ("u1", False), ("?", False), ("f4", True)])
def test_whole_numbers_are_not_divided_in_place(kind, fits):
    source, a = HEAD.replace("out[i] = ", "a[i] /= 2\n"), np.ones(1, kind)
    report = launch(source, "k", grid=1, block=1, args=[a, np.zeros(1)])
    assert [(found.message_key, found.line) for found in report.findings] == (
        [] if fits else [("unsupported.divided_in_place", 9)]
    )
    parameters = Parameter.of("a", a), Parameter.of("out", np.zeros(1))
    with nullcontext() if fits else pytest.raises(CompileError):
        to_ptx(source, "k", parameters, arch="sm_90")
