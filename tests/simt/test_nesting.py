"""Functions within a kernel, and threads that raise: what is refused, with its line."""

import numpy as np
import pytest

from app.protocol.compiled import CompileError
from app.simt import launch
from app.toolchain import Parameter, to_ptx

HEAD = """from numba import cuda, float32
@cuda.jit(device=True)
def apply(f, x):
    return f(x)
@cuda.jit(device=True)
def checked(x):
    if x < 0:
        raise ValueError("negative")
    return x
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
"""
NUMBA_REFUSES = {
    "handed over with a variable": ("    s = a[0]\n    out[i] = apply(lambda x: x * s, 1)\n", 4),
    "a message to work out": ("    raise ValueError(i)\n", 13),
    "itself": ("    def g(x):\n        return g(x - 1) if x > 0 else 0\n    out[i] = g(3)\n", 14),
    "one of two": (
        "    if i > 2:\n        g = lambda x: x\n    else:\n        g = lambda x: x + 1\n    out[i] = g(1)\n",
        17,
    ),
    "by name": ("    g = lambda x, y: x - y\n    out[i] = g(y=1, x=2)\n", 14),
    "decorated": ("    @cuda.jit(device=True)\n    def g(x):\n        return x\n    out[i] = g(1)\n", 13),
}
BEYOND = {
    "memory": (
        "    def g(x):\n        s = cuda.shared.array(4, float32)\n        return s[0]\n    out[i] = g(1)\n",
        14,
    ),
    "nonlocal": ("    s = 0\n    def g(x):\n        nonlocal s\n        s = x\n    g(1)\n", 15),
    "a default of its own time": ("    q = a[0]\n    g = lambda x, y=q: x + y\n    out[i] = g(1)\n", 14),
    "a sibling": ("    f = lambda x: x + i\n    g = lambda x: f(x)\n    out[i] = g(1)\n", 14),
    "raised in a device function": ("    out[i] = checked(a[i])\n", 8),
}


def compiles(source):
    parameters = tuple(Parameter.of(name, np.zeros(1)) for name in ("a", "out"))
    try:
        return bool(to_ptx(source, "k", parameters, arch="sm_90").text)
    except CompileError:
        return False


def refusal(body):
    (found,) = launch(HEAD + body, "k", grid=1, block=1, args=[np.ones(1), np.zeros(1)]).findings
    return found.kind, found.line


@pytest.mark.parametrize(("body", "line"), NUMBA_REFUSES.values(), ids=NUMBA_REFUSES)
def test_what_numba_refuses_is_refused(body, line):
    assert refusal(body) == ("unsupported", line)
    assert not compiles(HEAD + body)


@pytest.mark.parametrize(("body", "line"), BEYOND.values(), ids=BEYOND)
def test_what_is_beyond_the_interpreter_is_named_on_its_line(body, line):
    assert refusal(body) == ("unsupported", line)
    assert compiles(HEAD + body)


def test_a_barrier_behind_an_assertion_that_fails_is_missed_by_the_thread():
    body = "    assert i != 3\n    cuda.syncthreads()\n    out[i] = 1\n"
    (found,) = launch(HEAD + body, "k", grid=1, block=32, args=[np.ones(32), np.zeros(32)]).findings
    assert (found.kind, found.line) == ("barrier_divergence", 14)
