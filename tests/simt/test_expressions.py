"""Random expressions of every dtype: the interpreter's values against Numba's own compiled code for the processor."""

from contextlib import closing

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.simt import Checks, launch
from tests.simt.compiled import Reference

COUNT = 24
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
NAMES = [f"v_{dtype}" for dtype in DTYPES]
WHOLE = [name for name in NAMES if "int" in name]
HEAD = "from numba import cuda\nimport numpy as np\nimport math\n"

leaves = st.sampled_from(NAMES) | st.sampled_from(["1", "2", "-3", "7", "0.5", "True", "100"])
whole_leaves = st.sampled_from(WHOLE) | st.sampled_from(["1", "3", "-2", "255"])


def whole(inner):
    shift = st.builds("({} {} {})".format, inner, st.sampled_from(["<<", ">>"]), st.sampled_from(["1", "3", "5"]))
    return (
        shift
        | st.builds("({} {} {})".format, inner, st.sampled_from("+-*&|^"), inner)
        | st.builds("(~{})".format, inner)
    )


def mixed(inner):
    arithmetic = st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "//", "%"]), inner)
    compare = st.builds("({} {} {})".format, inner, st.sampled_from(["<", "<=", ">", "==", "!="]), inner)
    choose = st.builds("({} if {} > {} else {})".format, inner, inner, inner, inner)
    logic = st.builds("({} and {})".format, compare, compare) | st.builds("(not {})".format, inner)
    calls = st.builds(
        "{}({})".format, st.sampled_from(["abs", "np.float32", "np.int32", "np.uint8", "float"]), whole_inner
    )
    return arithmetic | compare | choose | logic | calls | st.builds("(-{})".format, inner)


whole_inner = st.recursive(whole_leaves, whole, max_leaves=4)
expressions = st.recursive(leaves | whole_inner, mixed, max_leaves=7)


def kernel(texts, head, tail):
    loads = [f"        v_{dtype} = a_{dtype}[i]" for dtype in DTYPES]
    stores = [f"        out[{k}, i] = {text}" for k, text in enumerate(texts)]
    return "\n".join([HEAD, head, *tail, *loads, *stores, ""])


def inputs(seed):
    rng = np.random.default_rng(seed)
    arrays = []
    for dtype in map(np.dtype, DTYPES):
        if dtype.kind == "f":
            arrays.append((rng.integers(-64, 64, COUNT) / 4).astype(dtype))
        else:
            # wide integers stay small: signed overflow is undefined in compiled code, and wraps here as on the device
            most = 1 if dtype.kind == "b" else min(np.iinfo(dtype).max, 200)
            least = -min(most + 1, 200) if dtype.kind == "i" else 0
            arrays.append(rng.choice(np.array([least, most, 0, 1, most // 3], dtype), COUNT))
    return arrays


@pytest.fixture(scope="module")
def reference():
    with closing(Reference()) as made:
        yield made


# every example is compiled, so a failing one is shown as it was found
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),
    database=None,
    derandomize=True,
)
@given(st.lists(expressions, min_size=12, max_size=12), st.integers(0, 1000))
def test_expressions_have_the_values_that_numba_compiles(reference, texts, seed):
    names = ", ".join([f"a_{dtype}" for dtype in DTYPES] + ["out"])
    ours = kernel(texts, "@cuda.jit", [f"def k({names}):", "    i = cuda.grid(1)", "    if i < out.shape[1]:"])
    theirs = kernel(texts, "", [f"def k({names}):", "    for i in range(out.shape[1]):"])
    got, arrays = np.zeros((len(texts), COUNT)), inputs(seed)
    wanted = reference(theirs, arrays, got.shape)
    report = launch(ours, "k", grid=1, block=32, args=[*arrays, got], checks=Checks.none())
    assert report.ok, (report.findings, texts)
    for text, mine, his in zip(texts, got, wanted, strict=True):
        np.testing.assert_allclose(mine, his, rtol=1e-6, err_msg=text)
