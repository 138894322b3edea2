"""The smallest kernels of what random ones found wrong."""

import numpy as np

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
