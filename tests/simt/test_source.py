"""Reading a module: every spelling of imports and of cuda.jit, and nothing of it is run."""

import numpy as np
import pytest

from app.simt import Checks, launch

BODY = "    a[cuda.grid(1)] = 7\n"
KERNELS = {
    "decorator": "from numba import cuda\n@cuda.jit\ndef k(a):\n" + BODY,
    "called decorator": "from numba import cuda\n@cuda.jit(fastmath=True, debug=False)\ndef k(a):\n" + BODY,
    "call": "from numba import cuda\ndef f(a):\n" + BODY + "k = cuda.jit(f)\n",
    "call of a call": "from numba import cuda\ndef f(a):\n" + BODY + "k = cuda.jit()(f)\n",
    "alias": "from numba import cuda as gpu\n@gpu.jit\ndef k(a):\n    a[gpu.grid(1)] = 7\n",
    "whole package": "import numba\n@numba.cuda.jit\ndef k(a):\n    a[numba.cuda.grid(1)] = 7\n",
    "submodule": "import numba.cuda as cuda\n@cuda.jit\ndef k(a):\n" + BODY,
    "names": "from numba.cuda import jit, grid as where\n@jit\ndef k(a):\n    a[where(1)] = 7\n",
    "another name": "from numba import cuda\njit = cuda.jit\n@jit\ndef f(a):\n" + BODY + "k = f\n",
    "signature": "from numba import cuda\n@cuda.jit('void(float64[:])')\ndef k(a):\n" + BODY,
    "signature of types": "from numba import cuda, void, float64\n@cuda.jit(void(float64[::1]))\ndef k(a):\n" + BODY,
    "signature as a tuple": "from numba import cuda, float64\n@cuda.jit((float64[:],))\ndef k(a):\n" + BODY,
    "factory": "from numba import cuda\ndef make(x):\n    @cuda.jit\n    def inner(a):\n        a[cuda.grid(1)] = x\n"
    "    return inner\nk = make(7)\n",
    "alias of math": "from numba import cuda\nimport math as m\n@cuda.jit\ndef k(a):\n"
    "    a[cuda.grid(1)] = m.sqrt(49)\n",
    "star of math": "from numba import cuda\nfrom math import *\n@cuda.jit\ndef k(a):\n"
    "    a[cuda.grid(1)] = sqrt(49)\n",
    "main guard": "from numba import cuda\n@cuda.jit\ndef k(a):\n" + BODY + "if __name__ == '__main__':\n    k = 3\n",
    "code around it": "import os\nfrom numba import cuda\nos.remove('/no/such/file')\n@cuda.jit\ndef k(a):\n"
    + BODY
    + "x = [k[1, 2](y) for y in range(3)]\nclass C:\n    pass\n",
}  # fmt: skip


@pytest.mark.parametrize("source", KERNELS.values(), ids=KERNELS.keys())
def test_a_kernel_is_found_in_every_spelling(source):
    a = np.zeros(4)
    report = launch(source, "k", grid=1, block=4, args=[a], checks=Checks.none())
    assert report.findings == []
    assert a.tolist() == [7, 7, 7, 7]


def test_nothing_of_the_module_is_run(tmp_path):
    trap = tmp_path / "trap"
    source = KERNELS["decorator"] + f"open({str(trap)!r}, 'w').write('run')\nx = open({str(trap)!r}, 'w')\n"
    launch(source, "k", grid=1, block=4, args=[np.zeros(4)], checks=Checks.none())
    assert not trap.exists()


def test_a_declared_scalar_type_converts_the_argument():
    source = "from numba import cuda\n@cuda.jit('void(float64[:], int32)')\ndef k(a, n):\n    a[cuda.grid(1)] = n / 2\n"
    a = np.zeros(1)
    launch(source, "k", grid=1, block=1, args=[a, 5.9], checks=Checks.none())
    assert a[0] == 2.5


SIGNATURES = "@cuda.jit(['void(float32[:], int32)', void(float64[:], int32), void(float64[:], float64)])"


@pytest.mark.parametrize(("n", "half"), [(5, 2.5), (5.5, 2.75)])
def test_of_several_signatures_the_exact_one_counts(n, half):
    source = f"from numba import cuda, void, float64, int32\n{SIGNATURES}\ndef k(a, n):\n    a[cuda.grid(1)] = n / 2\n"
    a = np.zeros(1)
    assert launch(source, "k", grid=1, block=1, args=[a, n], checks=Checks.none()).ok
    assert a[0] == half


def test_a_signature_that_is_no_python_is_told():
    source = "from numba import cuda\n@cuda.jit(['void(float64[:'])\ndef k(a):\n" + BODY
    (found,) = launch(source, "k", grid=1, block=1, args=[np.zeros(1)]).findings
    assert found.kind == "unsupported"


def test_overlapping_arguments_share_memory():
    memory = np.arange(12.0)
    source = "from numba import cuda\n@cuda.jit\ndef k(a, b):\n    i = cuda.grid(1)\n    a[i] = b[i] + 1\n"
    report = launch(source, "k", grid=1, block=8, args=[memory[:8], memory[4:]])
    assert [found.kind for found in report.findings] == ["data_race"]


def test_a_read_only_argument_can_be_read_and_not_written():
    constant = np.arange(4.0)
    constant.flags.writeable = False
    source = "from numba import cuda\n@cuda.jit\ndef k(a, b):\n    i = cuda.grid(1)\n    a[i] = b[i]\n"
    a = np.zeros(4)
    assert launch(source, "k", grid=1, block=4, args=[a, constant]).ok
    assert a.tolist() == [0, 1, 2, 3]
    (found,) = launch(source, "k", grid=1, block=4, args=[constant, a]).findings
    assert found.message_key == "unsupported.readonly"
