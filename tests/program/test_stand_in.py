"""What host code meets when it imports numba: kernels, signatures, random states, warnings."""

import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.program import misuse
from app.program.keys import KEYS
from tests.program.stage import Local

ROOT = Path(__file__).parents[2]


def run(source: str) -> Any:
    """The names of a program after it was executed."""
    return Local(source).run(source)


def test_every_key_has_its_sentence() -> None:
    assert set(tomllib.loads((ROOT / "app/grading/words/en.toml").read_text())["finding"]) >= KEYS


@pytest.mark.parametrize(
    "launch",
    [
        "k[1, 4](a)",
        "k[(1,), (4, 1)](a)",
        "k[[1, 1], 4](a)",
        "k[np.int64(1), 4, cuda.stream()](a)",
        "k[1, 4, 0, 64](a)",
        "k[1, 4, cuda.default_stream(), 0](a)",
        "k.forall(4)(a)",
        "k.forall(4, tpb=2)(a)",
        "k.configure(1, 4)(a)",
        "k[1, 4](cuda.InOut(a))",
        "cuda.jit(k.py_func)[1, 4](a)",
    ],
)
def test_every_form_of_a_launch_is_taken(launch: str) -> None:
    kernel = "@cuda.jit\ndef k(a):\n    i = cuda.grid(1)\n    if i < a.size:\n        a[i] += 1\n"
    names = run(f"import numpy as np\n{kernel}\na = np.zeros(4)\n{launch}\n")
    assert names.a.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "decorator",
    [
        "cuda.jit",
        "cuda.jit()",
        "cuda.jit(fastmath=True, opt=True)",
        "cuda.jit('void(float32[:], int32)')",
        "cuda.jit('(float32[::1], int32)')",
        "cuda.jit(numba.void(numba.float32[:], numba.int32))",
        "cuda.jit((numba.float32[:], numba.types.int32))",
        "cuda.jit([numba.void(numba.float64[:], numba.int32), 'void(f4[:], i4)'])",
        "cuda.jit(signature)",
    ],
)
def test_every_form_of_the_decorator_is_taken(decorator: str) -> None:
    kernel = f"signature = 'void(float32[:], int32)'\n@{decorator}\ndef k(a, n):\n    a[0] = n / 2\n"
    names = run(f"import numpy as np\n{kernel}\na = np.zeros(2, np.float32)\nk[1, 1](a, 3)\n")
    assert names.a[0] == 1.5


@pytest.mark.parametrize("arg", ["np.zeros(2)", "np.zeros((2, 2), np.float32)", "np.zeros(2, np.int32)", "1.0"])
def test_an_array_that_was_not_declared_is_refused(arg: str) -> None:
    with pytest.raises(misuse.TypingError) as caught:
        run(f"import numpy as np\n@cuda.jit('void(float32[:])')\ndef k(a):\n    a[0] = 1\nk[1, 1]({arg})\n")
    assert caught.value.key == "typing_error.signature"


def test_a_kernel_takes_values_from_where_it_is_made() -> None:
    source = """\
import math
import numpy as np
TABLE = np.linspace(0, 1, 3)
PAIR = (np.int8(2), math.inf)

@cuda.jit(device=True)
def scaled(x):
    return x * TABLE[2] + PAIR[0]

def make(n):
    @cuda.jit
    def k(a):
        # less indented than the rest
        i = cuda.grid(1)
        a[i] = scaled(i) * n if a[i] < PAIR[1] else math.nan
    return k

a, b = np.zeros(3), np.zeros(3)
make(10)[1, 3](a)
make(100)[1, 3](b)
"""
    names = run(source)
    assert (names.a.tolist(), names.b.tolist()) == ([20, 30, 40], [200, 300, 400])


def test_a_fault_is_told_on_the_line_of_the_program() -> None:
    source = "import numpy as np\n\ndef make():\n    @cuda.jit\n    def k(a):\n        a[9] = 1\n    return k\n\n"
    local = Local(source + "make()[1, 1](np.zeros(2))\n")
    told: list[Any] = []
    answer = local.device.answer
    local.device.answer = lambda frame: told.append(answer(frame)) or told[-1]  # type: ignore[method-assign]  # a tap
    local.run(source + "make()[1, 1](np.zeros(2))\n")
    findings = [finding for frame in told for finding in frame.data.get("findings", [])]
    assert [(finding["kind"], finding["line"]) for finding in findings] == [("out_of_bounds", 6)]


def test_a_device_function_is_not_for_the_host() -> None:
    source = "@cuda.jit(device=True)\ndef f(x):\n    return x\n"
    with pytest.raises(ValueError, match="device function"):
        run(f"{source}f(1)\n")
    with pytest.raises(TypeError, match="not a kernel"):
        run(f"{source}f[1, 1](1)\n")


def keys(local: Local) -> list[tuple[str, int | None]]:
    return [(finding.message_key, finding.line) for finding in local.findings]


def test_reading_pinned_memory_early_is_told_once_for_each_line() -> None:
    source = """\
import numpy as np
d, s = cuda.to_device(np.ones(4)), cuda.stream()
p = cuda.pinned_array(4)
p[:] = 7
d.copy_to_host(p, stream=s)
for _ in range(3):
    early = p.sum()
one = p[0]
s.synchronize()
late = p.sum()
"""
    local = Local(source)
    names = local.run(source)
    assert (names.early, names.one, names.late) == (28, 7, 4)
    assert keys(local) == [("async_copy.unsynchronized", 7), ("async_copy.unsynchronized", 8)]


def test_pinned_memory_is_an_array_like_any_other() -> None:
    p = Local().cuda.pinned_array((2, 3), np.float32)
    p[...] = 1
    p += 2
    assert (np.concatenate([p, p]).sum(), type(p + 1), p[0].tolist()) == (36, np.ndarray, [3, 3, 3])
    assert p.copy().shape == (2, 3)


def test_a_stream_without_pinned_memory_is_a_note_alone() -> None:
    source = "import numpy as np\nd = cuda.to_device(np.ones(4), stream=cuda.stream())\ncuda.synchronize()\n"
    local = Local(source)
    local.run(source)
    assert [(finding.message_key, finding.severity) for finding in local.findings] == [("async_copy.pageable", "info")]


STREAMS = """\
import numpy as np
@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]
p = cuda.pinned_array(4, np.float32)
p[:] = 7
d, e, s, t = cuda.to_device(p), cuda.device_array(4, np.float32), cuda.stream(), cuda.stream()
"""


@pytest.mark.parametrize(
    ("work", "found"),
    [
        ("d.copy_to_device(p, stream=s)\ndouble[1, 4, t](d, e)\n", [("async_copy.unordered", 11)]),
        ("double[1, 4, t](d, e)\ne.copy_to_host(p, stream=s)\n", [("async_copy.unordered", 11)]),
        ("double[1, 4, t](d, e)\nd.copy_to_host(p, stream=s)\n", []),  # both only read it
        ("d[:2].copy_to_device(p[:2], stream=s)\ndouble[1, 2, t](d[2:], e[2:])\n", []),
        ("d[:2].copy_to_device(p[:2], stream=s)\ndouble[1, 2, t](d, e)\n", []),  # which part, nobody can tell
        ("d.copy_to_device(p, stream=s)\ns.synchronize()\ndouble[1, 4, t](d, e)\n", []),
        ("d.copy_to_device(p, stream=s)\nv = cuda.event()\nv.record(s)\nv.wait(t)\ndouble[1, 4, t](d, e)\n", []),
        ("d.copy_to_device(p, stream=s)\ndouble[1, 4](d, e)\n", []),
        (
            "d.copy_to_device(p, stream=s)\ndouble[1, 4](d, e)\ne.copy_to_host(p, stream=t)\n",
            [("async_copy.default_stream", 11)],
        ),
    ],
)
def test_work_in_two_streams_has_an_order_only_where_something_waits(work: str, found: list[tuple[str, int]]) -> None:
    local = Local(STREAMS + work)
    local.run(STREAMS + work)
    assert [one for one in keys(local) if one[0] != "uninitialized_read.copied"] == found


def test_memory_that_is_still_being_filled_stays_pinned() -> None:
    source = """\
import numpy as np
d, s, a = cuda.to_device(np.ones(4)), cuda.stream(), np.zeros(4)
with cuda.pinned(a):
    d.copy_to_host(a, stream=s)
"""
    local = Local(source)
    local.run(source)
    assert [key for key, _ in keys(local)] == ["async_copy.unpinned"]


def test_a_kernel_that_writes_what_was_there_has_results_too() -> None:
    source = (
        STREAMS
        + "z = cuda.to_device(np.zeros(4, np.float32))\ndouble[1, 4](d, e)\ndouble[1, 4](z, z)\nz.copy_to_host()\n"
    )
    local = Local(source)
    local.run(source + "ledger = z._device.ledger\nledger.left(12)\n")
    assert "stale_host_copy.nothing_fetched" not in dict(keys(local))


def test_events_and_queries_answer() -> None:
    cuda = Local().cuda
    stream, event = cuda.stream(), cuda.event()
    event.record(stream)
    event.wait(cuda.default_stream())
    event.synchronize()
    with stream.auto_synchronize() as same:
        assert (same is stream, event.query()) == (True, True)


@pytest.mark.parametrize("name", ["grid", "syncthreads", "gridsize", "shared.array", "atomic.add"])
def test_names_of_kernels_cannot_be_called_by_the_host(name: str) -> None:
    with pytest.raises(NameError, match="outside of a kernel"):
        run(f"cuda.{name}(1)\n")


@pytest.mark.parametrize("name", ["mapped_array", "managed_array", "reduce", "open_ipc_array", "as_cuda_array"])
def test_what_numba_can_do_and_we_cannot_is_unsupported(name: str) -> None:
    with pytest.raises(misuse.UnsupportedError):
        run(f"cuda.{name}(1)\n")


@pytest.mark.parametrize(
    ("module", "name"),
    [("numba", "float32"), ("numba.cuda", "syncthreads"), ("numba.cuda.random", "xoroshiro128p_uniform_float32")],
)
def test_a_star_brings_what_numba_brings(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    for path, made in Local().modules.items():
        monkeypatch.setitem(sys.modules, path, made)
    names: dict[str, object] = {}
    exec(f"from {module} import *", names)
    assert name in names
    assert "np" not in names
