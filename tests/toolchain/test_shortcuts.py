"""The shorter ways lead to the same code, and end with the compilation."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.cuda.cudadrv import nvvm
from numba.cuda.flags import Flags

from app.protocol.signature import Parameter
from app.toolchain import shortcuts
from app.toolchain.kernel import to_ptx

PARAMETERS = [Parameter.of("a", np.zeros(4, np.float32))]
PLAIN = "a[cuda.grid(1)] += 1"
OVERLOADED = """
from numba import types
from numba.cuda.extending import overload

def twice(x): ...

@overload(twice, target="cuda")
def _twice(x):
    return lambda x: x * 2
"""


def kernel(body: str, above: str = "") -> str:
    return f"import math\nfrom numba import cuda\n{above}\n@cuda.jit\ndef k(a):\n    {body}\n"


def ptx(source: str) -> str:
    """Without what numba counts up in its names."""
    text = to_ptx(source, "k", PARAMETERS, arch="sm_90").text
    return re.sub(r"_Z\w+", "", re.sub(r"\$\d+", "", text))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of libdevice, each time that NVVM was given it."""
    sizes: list[int] = []
    add = nvvm.CompilationUnit.lazy_add_module

    def noted(unit: Any, buffer: bytes) -> None:
        sizes.append(len(buffer))
        add(unit, buffer)

    monkeypatch.setattr(nvvm.CompilationUnit, "lazy_add_module", noted)
    return sizes


@pytest.mark.parametrize(
    ("body", "needed"),
    [
        (PLAIN, False),
        ("a[0] = math.sqrt(a[1]) * abs(a[2])", True),
        ("a[0] = math.sin(a[1])", True),
        ("a[0] = a[1] ** a[2] % 3", True),
        ("cuda.atomic.max(a, 0, a[1])", False),
    ],
)
def test_libdevice_is_read_where_it_is_called(
    read: list[int], monkeypatch: pytest.MonkeyPatch, body: str, needed: bool
) -> None:
    short = ptx(kernel(body))
    assert bool(read) is needed
    monkeypatch.setattr(shortcuts, "_LIBDEVICE", re.compile(""))
    assert ptx(kernel(body)) == short
    assert read


def test_what_a_module_teaches_numba_is_known_to_its_kernel() -> None:
    assert ptx(kernel("a[0] = twice(a[1])", OVERLOADED)).count("add.f32") == 1


def test_a_context_is_refreshed_again_where_a_registry_has_grown() -> None:
    class Loader:
        registry_items = ("functions", "globals")

    class Registry:
        def __init__(self) -> None:
            self.functions, self.globals = [1, 2], [0]

    registry = Registry()
    context = SimpleNamespace(_registries={registry: Loader()})
    refreshed: list[int] = []
    refresh = shortcuts._where_new(lambda _: refreshed.append(1))
    for grown in (False, False, True, False):
        registry.globals += [3] * grown
        refresh(context)
    assert len(refreshed) == 2


def test_a_table_of_options_has_the_values_that_it_had() -> None:
    one, other = Flags(), Flags()
    other.fastmath = True
    before = one.values(), hash(one), other.values(), one == other
    with shortcuts.taken():
        assert (one.values(), hash(one), other.values(), one == other) == before
    assert before[3] is False


def test_numba_is_itself_again_afterwards() -> None:
    before = Flags.__dict__.get("values"), Flags.__hash__, nvvm.compile_ir
    with shortcuts.taken():
        assert nvvm.compile_ir is not before[2]
    assert (Flags.__dict__.get("values"), Flags.__hash__, nvvm.compile_ir) == before
