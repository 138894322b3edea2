"""Every name that numba's CUDA target knows runs here, or stands below with the reason why it does not."""

import builtins
import cmath
import math
import operator

import numpy as np
import pytest
from numba import cuda
from numba.cuda import cudadecl, intrinsics, types
from numba.cuda import random as numba_random
from numba.cuda.core.errors import NumbaError
from numba.cuda.descriptor import cuda_target

from app.protocol.compiled import CompileError
from app.simt.builtins import CALLS, NAMES
from app.simt.dtypes import DTYPES
from app.toolchain import Parameter, to_ptx

UFUNCS = sorted(name for name in vars(np) if isinstance(getattr(np, name), np.ufunc))
# numba types these and has no device code for them; the last test holds it
NO_DEVICE_CODE = {
    "abs", "absolute", "add", "cbrt", "ceil", "copysign", "divmod", "exp", "exp2", "expm1", "fabs",
    "float_power", "floor", "floor_divide", "fmod", "gcd", "isfinite", "isinf", "isnat", "lcm", "ldexp",
    "log1p", "logaddexp", "logaddexp2", "mod", "multiply", "negative", "nextafter", "positive", "pow", "power",
    "reciprocal", "remainder", "rint", "sign", "signbit", "spacing", "sqrt", "square", "subtract", "trunc",
}  # fmt: skip
SYNTAX = {"range", "enumerate", "zip", "reversed"}  # what a `for` goes over: app.simt.series
HOST = {
    "breakpoint": "a debugger", "bytes": "no memory for it", "chr": "strings", "filter": "iterators",
    "getattr": "names", "hasattr": "names", "hash": "Python's own", "iter": "iterators", "map": "iterators",
    "next": "iterators", "ord": "strings", "repr": "strings", "slice": "written a[i:j]", "sorted": "allocates",
    "str": "strings", "type": "names",
}  # fmt: skip
CUDA = {
    **dict.fromkeys(["ldca", "ldcg", "ldcs", "ldlu", "ldcv", "stcg", "stcs", "stwb", "stwt"], "hints for a cache"),
    "literal_unroll": "a tuple of several types",
    "bfloat16": "no NumPy type",
}
VECTORS = (
    "char",
    "short",
    "int",
    "long",
    "longlong",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "ulonglong",
    "float",
    "double",
)


@pytest.fixture(scope="module")
def known():
    context = cuda_target.typing_context
    context.refresh()

    def ask(value):
        try:
            return isinstance(context.resolve_value_type(value), types.Function | types.NumberClass)
        except (NumbaError, ValueError, TypeError, KeyError):
            return False

    return ask


def missing(known, prefix, module, names=None):
    public = [name for name in (names or vars(module)) if not name.startswith("_")]
    return {name for name in public if known(getattr(module, name)) and f"{prefix}.{name}" not in CALLS}


def test_all_of_math_runs(known):
    assert missing(known, "math", math) == set()


def test_all_of_cmath_runs_but_rect_which_numba_does_not_compile(known):
    assert missing(known, "cmath", cmath) == {"rect"}


def test_the_builtins_that_do_not_run_have_their_reason(known):
    assert missing(known, "builtins", builtins) - SYNTAX == HOST.keys()


def test_every_ufunc_with_device_code_runs(known):
    assert missing(known, "numpy", np, UFUNCS) == NO_DEVICE_CODE


def test_every_operator_is_written_as_one(known):
    called = missing(known, "operator", operator)  # operator.add(a, b) is `unsupported`: write a + b
    assert called
    assert not any(path.startswith("operator.") for path in CALLS)


def test_every_stub_of_numba_cuda_runs():
    homes = {
        "": cudadecl.CudaModuleTemplate,
        ".atomic": cudadecl.CudaAtomicTemplate,
        ".shared": cudadecl.CudaSharedModuleTemplate,
        ".local": cudadecl.CudaLocalModuleTemplate,
        ".const": cudadecl.CudaConstModuleTemplate,
    }
    for home, template in homes.items():
        names = [name.removeprefix("resolve_") for name in vars(template) if name.startswith("resolve_")]
        left = {name for name in names if f"numba.cuda{home}.{name}" not in {*CALLS, *NAMES}}
        holders = {"cg", "threadIdx", "blockIdx", "blockDim", "gridDim", "shared", "atomic", "const", "local"}
        assert left == (holders if not home else set())


def test_every_intrinsic_of_numba_cuda_runs():
    names = [name for name, value in vars(intrinsics).items() if type(value).__name__ == "_Intrinsic"]
    assert {name for name in names if f"numba.cuda.{name.strip('_')}" not in {*CALLS, *NAMES}} == set()


def test_what_else_numba_cuda_offers_has_its_reason(known):
    left = missing(known, "numba.cuda", cuda)
    vectors = {name for name in left if name.rstrip("1234") in VECTORS or "x" in name}
    assert left - vectors == CUDA.keys()
    assert {f"numba.cuda.{name}" for name in vectors}.isdisjoint(DTYPES)


def test_all_of_its_random_numbers_run():
    compiled = {name for name, value in vars(numba_random).items() if hasattr(value, "py_func")}
    assert {name for name in compiled if f"numba.cuda.random.{name}" not in CALLS} == {"init_xoroshiro128p_states_cpu"}


def test_every_name_of_a_number_type_is_the_type_that_numba_takes_it_for():
    context = cuda_target.typing_context
    for home, module in (("numpy", np), ("numba.cuda", cuda)):
        for path, scalar in DTYPES.items():
            name = path.removeprefix(f"{home}.")
            if name != path and "." not in name and hasattr(module, name):
                found = context.resolve_value_type(getattr(module, name))
                assert str(getattr(found, "instance_type", found)) == scalar.name, path


@pytest.mark.slow  # a second of the compiler for each
@pytest.mark.parametrize("name", sorted(NO_DEVICE_CODE))
def test_numba_has_no_device_code_for_what_is_said_to_have_none(name):
    arguments = ", ".join("xy"[: getattr(np, name).nin])
    for kind in (np.float64, np.int64, np.float32):
        source = f"import numpy as np\nfrom numba import cuda\n@cuda.jit\ndef k(x, y):\n    np.{name}({arguments})\n"
        with pytest.raises(CompileError):
            to_ptx(source, "k", [Parameter(letter, np.dtype(kind)) for letter in "xy"], arch="sm_90")
