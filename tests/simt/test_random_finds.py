"""The smallest kernels of what random ones found wrong."""

import numpy as np
import pytest

from app.simt import Checks, launch

HEAD = "import math\nimport numpy as np\nfrom numba import cuda\n@cuda.jit\n"


def ran(body, *args):
    parameters = ", ".join("abcdefgh"[: len(args)])
    source = f"{HEAD}def kernel({parameters}):\n    i = cuda.grid(1)\n" + "".join(f"    {line}\n" for line in body)
    report = launch(source, "kernel", grid=1, block=args[0].size, args=args, checks=Checks.none())
    assert report.ok, report.findings


def test_complex_of_an_infinity_keeps_the_other_part():
    z = np.zeros(2, np.complex64)
    ran(["a[i] = complex(b[i], c[i])"], z, np.array([1.5, 2.5]), np.array([np.inf, -np.inf]))
    assert z.real.tolist() == [1.5, 2.5]


def test_complex_of_a_negative_zero_keeps_its_sign():
    z = np.zeros(1, np.complex128)
    ran(["a[i] = complex(b[i], b[i])"], z, np.array([-0.0]))
    assert np.signbit([z.real[0], z.imag[0]]).tolist() == [True, True]


@pytest.mark.parametrize("loop", ["for k in range(2):", "k = 2\n    while k:\n        k -= 1"])
def test_a_method_of_a_number_may_stand_in_a_loop(loop):
    z = np.array([1 + 2j, 3 - 1j])
    ran(["x = a[i]", loop, "    x = x.conjugate() * 2", "a[i] = x"], z)
    assert z.tolist() == [4 + 8j, 12 - 4j]


@pytest.mark.parametrize("word", ["break", "continue"])
def test_an_end_of_no_loop_is_a_mistake_of_syntax(word):
    source = f"{HEAD}def kernel(a):\n    {word}\n"
    report = launch(source, "kernel", grid=1, block=1, args=[np.zeros(1)])
    assert [(found.message_key, found.line) for found in report.findings] == [("syntax_error", 6)]
