"""What the linker reports of kernels whose size is known."""

from __future__ import annotations

import numpy as np
import pytest
from numba.cuda.random import xoroshiro128p_dtype

from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel

TILE = """
from numba import cuda, float32
@cuda.jit
def k(a):
    s = cuda.shared.array({shape}, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    a[t] = s[63 - t]
"""
HEAVY = """
from numba import cuda
@cuda.jit(max_registers={registers})
def k(a):
    t = cuda.grid(1)
    {loads}
    for r in range(a[0]):
        {mixes}
    a[t] = {total}
""".format
ARCHES = ("sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120")


def compiled(source: str, arch: str = "sm_90", **arguments: object) -> Compiled:
    return compile_kernel(source, "k", arguments or {"a": np.zeros(64, np.float32)}, arch=arch)


def heavy(registers: int, width: int = 60) -> Compiled:
    loads = "\n    ".join(f"x{i} = a[t + {i}]" for i in range(width))
    mixes = "\n        ".join(f"x{i} = x{i} * x{(i * 7 + 1) % width} + r" for i in range(width))
    total = " + ".join(f"x{i}" for i in range(width))
    return compiled(HEAVY(registers=registers, loads=loads, mixes=mixes, total=total), a=np.zeros(64, np.int64))


@pytest.mark.parametrize("arch", ARCHES)
def test_a_tile_of_64_floats_takes_256_bytes(arch: str) -> None:
    assert compiled(TILE.format(shape=64), arch).shared_bytes == 256


def test_dynamic_shared_memory_is_not_counted() -> None:
    assert compiled(TILE.format(shape=0)).shared_bytes == 0


def test_the_whole_of_a_blocks_shared_memory_can_be_used() -> None:
    assert compiled(TILE.format(shape=12_288)).shared_bytes == 48 << 10


def test_a_kernel_without_shared_memory_has_none() -> None:
    made = compiled("from numba import cuda\n@cuda.jit\ndef k(a):\n    a[cuda.grid(1)] = 1\n")
    assert (made.shared_bytes, made.local_bytes, made.spill_bytes) == (0, 0, 0)
    assert 4 <= made.registers <= 32


def test_a_local_array_takes_local_memory() -> None:
    source = (
        "from numba import cuda, float64\n@cuda.jit\ndef k(a):\n    v = cuda.local.array(100, float64)\n"
        "    for i in range(100):\n        v[i] = a[i]\n    a[0] = v[int(a[1])]\n"
    )
    assert 800 <= compiled(source).local_bytes < 900


@pytest.mark.slow
def test_too_few_registers_spill() -> None:
    assert heavy(registers=32).spill_bytes > 0
    assert heavy(registers=255).spill_bytes == 0


def test_the_decorators_register_limit_holds() -> None:
    assert heavy(registers=32).registers <= 32 < heavy(registers=255).registers


def test_the_cubin_is_for_the_architecture_and_names_the_kernel() -> None:
    made = compiled(TILE.format(shape=64), "sm_86")
    assert made.cubin.startswith(b"\x7fELF")
    assert made.symbol.encode() in made.cubin
    assert ".target sm_86" in made.ptx


def test_grid_sync_links_the_device_runtime() -> None:
    source = "from numba import cuda\n@cuda.jit\ndef k(a):\n    cuda.cg.this_grid().sync()\n    a[0] = 1\n"
    assert compiled(source).registers > 0


def test_random_states_compile() -> None:
    source = (
        "from numba import cuda\nfrom numba.cuda.random import xoroshiro128p_uniform_float32 as uniform\n"
        "@cuda.jit\ndef k(states, out):\n    i = cuda.grid(1)\n    out[i] = uniform(states, i)\n"
    )
    states = np.zeros(4, xoroshiro128p_dtype)
    assert compiled(source, states=states, out=np.zeros(4, np.float32)).registers > 0


def test_fortran_order_is_another_kernel() -> None:
    source = "from numba import cuda\n@cuda.jit\ndef k(a):\n    x, y = cuda.grid(2)\n    a[x, y] = x\n"
    rows, columns = (compiled(source, a=np.zeros((8, 8), order=order)) for order in ("C", "F"))
    assert rows.ptx.partition(".entry")[2] != columns.ptx.partition(".entry")[2]


@pytest.mark.parametrize("value", [1, 2.5, True, 1j, *(np.dtype(c).type(1) for c in "bBhHiIlLefdF?")])
def test_every_kind_of_number_is_passed(value: object) -> None:
    source = "from numba import cuda\n@cuda.jit\ndef k(a, n):\n    m = n\n    a[0] = 1\n"
    assert compiled(source, a=np.zeros(3), n=value).registers > 0


@pytest.mark.parametrize("decorator", ["cuda.jit()", "cuda.jit(fastmath=True)", "cuda.jit(debug=True, opt=False)",
                                       "cuda.jit(cache=True)", "cuda.jit(lineinfo=True)",
                                       "cuda.jit('void(float32[:])')", "cuda.jit('void(float32[::1])')",
                                       "cuda.jit(['void(float64[:])', 'void(float32[:])'])",
                                       "cuda.jit(launch_bounds=128)"])  # fmt: skip
def test_every_form_of_the_decorator_compiles(decorator: str) -> None:
    assert compiled(f"from numba import cuda\n@{decorator}\ndef k(a):\n    a[cuda.grid(1)] = 1\n").registers > 0


def test_a_scalar_fits_a_signature_with_another_number() -> None:
    source = "from numba import cuda\n@cuda.jit('void(float32[:], int32)')\ndef k(a, n):\n    a[n] = 1\n"
    assert compiled(source, a=np.zeros(3, np.float32), n=2).registers > 0


@pytest.mark.parametrize("source", [
    "def make(n):\n    @cuda.jit\n    def k(a):\n        a[n] = 1\n    return k\nk = make(2)",
    "def f(a):\n    a[0] = 1\nk = cuda.jit(f)",
    "def other(a):\n    a[0] = 1\nk = cuda.jit(device=False)(other)",
    "@cuda.jit(device=True)\ndef h(x):\n    return x + 1\n@cuda.jit\ndef k(a):\n    a[0] = h(a[1])",
    "@cuda.jit('float32(float32)', device=True)\ndef h(x):\n    return x + 1\n@cuda.jit\ndef k(a):\n    a[0] = h(a[1])",
    "if __name__ == '__main__':\n    raise SystemExit\n@cuda.jit\ndef k(a):\n    a[0] = 1",
])  # fmt: skip
def test_every_way_to_make_a_kernel_compiles(source: str) -> None:
    assert compiled("from numba import cuda\n" + source + "\n").registers > 0
