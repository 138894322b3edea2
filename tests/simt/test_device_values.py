"""Values that an H200 printed where NumPy, Python or another rounding would give others."""

import numpy as np
import pytest

from app.simt import launch

HEAD = """
import math
import numpy as np
from numba import cuda
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    a = x[i]
"""
INF, NAN = np.inf, np.nan
SEEN = [
    ("math.gamma(a)", np.float64, [-0.0, 0.0, -1.0, -INF], [-INF, INF, NAN, NAN]),
    ("math.lgamma(a)", np.float32, [-87.0, -1.0, 0.0, -INF], [INF, INF, INF, INF]),
    ("math.degrees(a)", np.float32, [-2.75], [-157.5634]),
    ("np.rad2deg(a)", np.float32, [-2.75], [-157.5634]),
    ("a % -0.783680916287903", np.float64, [2.5648562722156196], [-0.5698673929359928]),
    ("a % math.inf", np.float64, [1.0, -1.0], [NAN, NAN]),
    ("a ** 3", np.float64, [0.769043063236226, 4.930281494994427], [0.4548330110335917, 119.84368329504362]),
    ("min(a, i)", np.float64, [NAN, NAN], [NAN, NAN]),
    ("round(a, 2)", np.float64, [1e30, -1e30, 2.675, INF, NAN], [2**63 / 100, -(2**63) / 100, 2.68, INF, NAN]),
    ("round(a, 2)", np.float32, [1e19], [92233718306963456]),
    ("round(a, -1)", np.float64, [1e30, 25.0, 35.0], [9.223372036854776e19, 20.0, 40.0]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "given", "seen"), SEEN)
def test_a_function_gives_what_the_device_gives(text, kind, given, seen):
    source = HEAD + f"    out[i] = {text}\n"
    values, out = np.array(given, kind), np.zeros(len(given), kind)
    assert launch(source, "k", grid=1, block=len(given), args=[values, out]).ok
    np.testing.assert_array_equal(out, np.array(seen, kind))
    assert np.array_equal(np.signbit(out[out == out]), np.signbit(np.array(seen)[out == out]))


@pytest.mark.parametrize("text", ["a ** 0.5", "pow(a, 0.5)", "math.pow(a, 0.5)", "libdevice.pow(a, 0.5)"])
def test_a_power_of_a_half_is_c_s_power_and_not_numpy_s_root(text):
    source = HEAD.replace("import cuda", "import cuda\nfrom numba.cuda import libdevice") + f"    out[i] = {text}\n"
    values, out = np.array([-INF, -0.0, 2.25, -1.0]), np.zeros(4)
    assert launch(source, "k", grid=1, block=4, args=[values, out]).ok
    np.testing.assert_array_equal(out, [INF, 0.0, 1.5, NAN])
    assert not np.signbit(out[1])
