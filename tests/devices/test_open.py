"""The interpreter without a wall: what it finds without a compiler, and what bounds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from app.config import ROOT
from app.devices import Argument, Launch, RunLimits, RunResult
from app.devices.open import MEMORY_EXIT, OpenCompiler, OpenDevice
from app.findings import Kind
from app.protocol.compiled import CompileError

HEAD = "from numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n    i = cuda.grid(1)\n"
ARGUMENTS = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]


@pytest.fixture(scope="module")
def device() -> Iterator[OpenDevice]:
    with OpenDevice() as made:
        yield made


def run(device: OpenDevice, source: str, limits: RunLimits | None = None) -> RunResult:
    compiled = OpenCompiler("sm_90").compile(source, "k", ARGUMENTS)
    return device.run(compiled, Launch((1,), (32,)), ARGUMENTS, limits or RunLimits())


def refused(source: str) -> str:
    with pytest.raises(CompileError) as caught:
        OpenCompiler("sm_90").compile(source, "k", ARGUMENTS)
    (finding,) = caught.value.findings
    return f"{finding.message_key} {finding.line}"


def test_a_kernel_runs(device: OpenDevice) -> None:
    done = run(device, HEAD + "    out[i] = 2 * a[i]\n")
    assert (done.status, done.findings) == ("ok", ())
    np.testing.assert_array_equal(done.outputs["out"], 2 * np.arange(32.0))


def test_faults_are_found(device: OpenDevice) -> None:
    done = run(device, HEAD + "    out[i + 1] = a[i]\n")
    assert [finding.kind for finding in done.findings] == [Kind.OUT_OF_BOUNDS]


def test_a_run_that_takes_too_long_is_killed(device: OpenDevice) -> None:
    endless = HEAD + "    while True:\n        a[i] = 0\n"
    assert run(device, endless, RunLimits(steps=10**9, seconds=0.5)).status == "time_limit"


def test_a_run_that_takes_too_much_memory_ends(device: OpenDevice) -> None:
    greedy = HEAD + "    own = cuda.local.array(100000, float32)\n    own[0] = a[i]\n    out[i] = own[0]\n"
    assert run(device, greedy, RunLimits(bytes=4 << 20)).status == "memory_limit"


def test_one_run_after_another_is_served(device: OpenDevice) -> None:
    for _ in range(5):
        assert run(device, HEAD + "    out[i] = a[i]\n").status == "ok"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def k(:\n", "syntax_error 1"),
        ("def other(a, out):\n    pass\n", "missing_entry None"),
        ("def k(a, out):\n    pass\n", "missing_entry.undecorated 1"),
        ("from numba import cuda\n@cuda.jit\ndef k(a):\n    pass\n", "typing_error.parameters 3"),
        ("from numba import cuda\n@cuda.jit\ndef k(*a):\n    pass\n", "typing_error.variadic 3"),
    ],
)
def test_what_is_no_kernel_is_refused_without_a_compiler(source: str, told: str) -> None:
    assert refused(source) == told


def test_a_kernel_may_be_made_by_assignment() -> None:
    source = "from numba import cuda\ndef f(a, out):\n    pass\nk = cuda.jit(f)\n"
    assert OpenCompiler("sm_90").compile(source, "k", ARGUMENTS).cubin == b""


def test_memory_is_watched_where_the_kernel_does_not_bound_it() -> None:
    code = (
        "import threading, time\nfrom app.devices.open_child import _resident, watch\n"
        "threading.Thread(target=watch, args=(_resident() + (64 << 20),), daemon=True).start()\n"
        "kept = []\nwhile True:\n    kept.append(bytearray(b'x' * (8 << 20)))\n    time.sleep(0.02)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=60).returncode == MEMORY_EXIT
