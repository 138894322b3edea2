"""libdevice and half arithmetic by their own names: numba's signatures, and values that Python and C know."""

import math
from fractions import Fraction

import numpy as np
import pytest
from numba.cuda import fp16
from numba.cuda.descriptor import cuda_target
from numba.cuda.libdevicefuncs import create_signature, functions

from app.simt import Checks, launch
from app.simt.builtins import halves, libdevice

LETTERS = {"float32": "f", "float64": "d", "int32": "i", "int64": "l", "int16": "h"}
HEAD = "import numpy as np\nfrom numba import cuda\nfrom numba.cuda import libdevice, fp16\n@cuda.jit\ndef k(out):\n"
VALUES = {
    "libdevice.fast_sinf(np.float32(0.5))": float(np.float32(math.sin(0.5))),
    "libdevice.rsqrtf(np.float32(4))": 0.5,
    "libdevice.round(-2.5)": -3.0,
    "libdevice.round(0.49999999999999994)": 0.0,
    "libdevice.rint(2.5)": 2.0,
    "libdevice.double2int_rz(-3.9)": -3,
    "libdevice.double2int_ru(-3.9)": -3,
    "libdevice.double2int_rd(-3.9)": -4,
    "libdevice.float2int_rn(np.float32(2.5))": 2,
    "libdevice.float2int_rz(np.float32(1e20))": 2**31 - 1,
    "libdevice.double2uint_rz(4294967295.0)": -1,
    "libdevice.uint2double_rn(-1)": 4294967295.0,
    "libdevice.mulhi(1 << 30, 12)": 3,
    "libdevice.umulhi(-1, -1)": -2,
    "libdevice.mul64hi(1 << 62, -8)": -2,
    "libdevice.umul64hi(-1, -1)": -2,
    "libdevice.mul64hi(-1, -1)": 0,
    "libdevice.mul24(-3, 5)": -15,
    "libdevice.umul24(16777216 + 3, 5)": 15,
    "libdevice.hadd(2147483647, 2147483645)": 2147483646,
    "libdevice.rhadd(-3, -4)": -3,
    "libdevice.sad(-3, 4, 10)": 17,
    "libdevice.clzll(1)": 63,
    "libdevice.popcll(-1)": 64,
    "libdevice.ffsll(0)": 0,
    "libdevice.brev(1)": -(2**31),
    "libdevice.float_as_int(np.float32(1))": 0x3F800000,
    "libdevice.longlong_as_double(0x3FF0000000000000)": 1.0,
    "libdevice.hiloint2double(0x3FF80000, 0)": 1.5,
    "libdevice.double2hiint(1.5)": 0x3FF80000,
    "libdevice.saturatef(np.float32(np.nan))": 0.0,
    "libdevice.fdim(2.0, 5.0)": 0.0,
    "libdevice.sinpi(1.0)": 0.0,
    "libdevice.cospi(0.5)": 0.0,
    "libdevice.ilogb(0.0)": -(2**31),
    "libdevice.logb(12.0)": 3.0,
    "libdevice.signbitd(-0.0)": 1,
    "libdevice.powi(2.0, -2)": 0.25,
    "libdevice.tgamma(5.0)": 24.0,
    "libdevice.normcdf(0.0)": 0.5,
    "libdevice.remainder(5.0, 3.0)": -1.0,
    "libdevice.remainder(6.0, 4.0)": -2.0,
    "libdevice.frexp(12.0)[1]": 4,
    "libdevice.sincos(0.0)[1]": 1.0,
    "fp16.hfma(np.float16(2049), np.float16(1), np.float16(1))": 2048,
    "fp16.hadd(np.float16(2048), np.float16(1))": 2048,
    "fp16.hmax(np.float16(np.nan), np.float16(1))": 1,
    "fp16.hne(np.float16(np.nan), np.float16(1))": 0,
    "fp16.hrsqrt(np.float16(16))": 0.25,
    "fp16.hexp10(np.float16(2))": 100,
    "fp16.__float2half_rz(np.float32(2051))": 2050,
    "fp16.__float2half_ru(np.float32(2049))": 2050,
    "fp16.__half2int_rn(np.float16(2.5))": 2,
    "fp16.__half2int_rz(np.float16(-2.5))": -2,
    "fp16.__half_as_short(np.float16(1))": 0x3C00,
    "fp16.__hisinf(np.float16(-np.inf))": -1,
    "fp16.__hadd_sat(np.float16(0.75), np.float16(0.75))": 1,
}


def letters(kind):
    return "".join(LETTERS[str(part)] for part in getattr(kind, "types", [kind]))


def test_libdevice_has_numbas_signatures():
    theirs = {name.removeprefix("__nv_"): create_signature(*case) for name, case in functions.items()}
    for name, (given, made, _) in libdevice.CASES.items():
        signature = theirs[name]
        assert ("".join(map(letters, signature.args)), letters(signature.return_type)) == (given, made), name


def test_all_of_libdevice_is_known_but_what_is_named_as_missing():
    missing = {name.removeprefix("__nv_") for name in functions} - libdevice.CASES.keys()
    towards_an_end = {name for name in missing if name.endswith(("_rd", "_ru", "_rz"))}
    bessel = {f"{name}{end}" for name in ("j0", "j1", "jn", "y0", "y1", "yn") for end in ("", "f")}
    inverse = {f"{name}{end}" for name in ("erfinv", "erfcinv", "normcdfinv", "erfcx") for end in ("", "f")}
    assert missing - towards_an_end - bessel - inverse == {
        "byte_perm", "float2half_rn", "half2float", "remquo", "remquof"
    }  # fmt: skip


def test_half_functions_have_numbas_signatures():
    context = cuda_target.typing_context
    context.refresh()
    for name, (args, result, _) in halves.CASES.items():
        (theirs,) = context.resolve_value_type(getattr(fp16, name)).templates[0].cases
        assert (list(map(str, theirs.args)), str(theirs.return_type)) == (list(map(str, args)), str(result)), name


def test_all_half_functions_are_known():
    known = {name for name in vars(fp16) if name.startswith(("h", "__h")) or name.endswith(("half", "half_rn"))}
    assert known - {"__half"} <= halves.CASES.keys()


@pytest.mark.parametrize("expression", VALUES)
def test_a_value_is_that_of_the_device(expression):
    out = np.zeros(1)
    report = launch(HEAD + f"    out[0] = {expression}\n", "k", grid=1, block=1, args=[out], checks=Checks.none())
    assert report.findings == []
    assert out[0] == VALUES[expression]


def test_a_fused_product_and_sum_is_rounded_once():
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal(200), rng.standard_normal(200)
    c = np.where(rng.random(200) < 0.5, -a * b, a * b * 1e-9)
    rows = zip(a.tolist(), b.tolist(), c.tolist(), strict=True)
    exact = [float(Fraction(x) * Fraction(y) + Fraction(z)) for x, y, z in rows]
    head = "from numba import cuda\n@cuda.jit\ndef k(a, b, c):\n    i = cuda.grid(1)\n"
    source = head + "    c[i] = cuda.fma(a[i], b[i], c[i])\n"
    launch(source, "k", grid=1, block=200, args=[a, b, c], checks=Checks.none())
    assert c.tolist() == exact
