"""The interpreter through the wall: results, findings, limits, and frames that are not believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.devices import Argument, Launch, RunLimits, RunResult
from app.devices.simt import LIMITS, SimtDevice
from app.errors import FrameError, InfrastructureError
from app.findings import Kind
from app.protocol.compiled import Compiled
from app.sandbox import Sandbox

ADD = """from numba import cuda
@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""
HEAD = "from numba import cuda, float32\n@cuda.jit\ndef k(a, out):\n    i = cuda.grid(1)\n"


@pytest.fixture(scope="module")
def device() -> Iterator[SimtDevice]:
    with SimtDevice.start() as made:
        yield made


def compiled(source: str, entry: str) -> Compiled:
    return Compiled(source, entry, "k", "sm_90", "", b"", 1, 0, 0, 0)


def run(device: SimtDevice, body: str, limits: RunLimits | None = None, block: int = 32) -> RunResult:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    return device.run(compiled(HEAD + body, "k"), Launch((1,), (block,)), arguments, limits or RunLimits())


def test_outputs_profiles_and_prints_come_back(device: SimtDevice) -> None:
    a, b, out = np.arange(100.0), np.ones(100), np.zeros(100)
    arguments = [Argument("a", a), Argument("b", b), Argument("out", out, is_output=True, holds_input=False)]
    result = device.run(compiled(ADD, "add"), Launch((4,), (32,)), arguments, RunLimits())
    assert (result.status, result.findings) == ("ok", ())
    np.testing.assert_array_equal(result.outputs["out"], a + 1)
    assert result.lines[6].global_load_requests is not None
    assert not out.any()


def test_what_a_kernel_prints_comes_back(device: SimtDevice) -> None:
    assert run(device, "    out[i] = a[i]\n    if i == 3:\n        print(i)\n").stdout == "3\n"


def test_a_block_s_steps_come_back_where_they_are_asked_for(device: SimtDevice) -> None:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    job = compiled(HEAD + "    out[i] = a[i]\n", "k")
    recorded = device.run(job, Launch((2,), (16,), record=(1,)), arguments, RunLimits()).recorded
    assert recorded is not None
    assert (recorded.plain["block"], recorded.plain["cut"]) == ([1, 0, 0], "")
    assert "store global out[16 17 18" in recorded.text
    assert device.run(job, Launch((2,), (16,)), arguments, RunLimits()).recorded is None


def test_the_largest_recording_fits_through_the_wall(device: SimtDevice) -> None:
    body = "    x = a[i % 32]\n    while i < 2000:\n        x = x * 0.937 + 1e-7 * i\n    out[i % 32] = x\n"
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    launch = Launch((1,), (1024,), record=(0,))
    result = device.run(compiled(HEAD + body, "k"), launch, arguments, RunLimits(steps=2_000))
    assert result.recorded is not None
    assert (result.status, result.recorded.plain["cut"]) == ("time_limit", "values")


MANY = """from numba import cuda
@cuda.jit
def k(points, one, single, z, half, flags, big, fortran, out):
    i = cuda.grid(1)
    p = points[i]
    p.v = p.x + one.n + single[()]
    p["d"][1] = z[i].imag + half[i] + flags[i] + fortran[i, 1] + (big[i] >> 63)
    out[i] = p
"""


def test_arguments_of_every_dtype_and_layout_cross_the_wall(device: SimtDevice) -> None:
    point = np.dtype([("x", "f4"), ("n", "u1"), ("v", "f8"), ("d", "f4", 2)], align=True)
    points = np.array([(i, 0, 0, (0, 0)) for i in range(4)], point)
    fortran, big = np.asfortranarray(np.arange(8.0).reshape(4, 2)), np.full(4, 1 << 63, np.uint64)
    inputs = [points[::-1], points[3], np.array(0.5), np.full(4, 1j, np.complex64), np.ones(4, np.float16)]
    inputs += [np.ones(4, np.bool_), big, fortran]
    names = ("points", "one", "single", "z", "half", "flags", "big", "fortran")
    arguments = [Argument(name, value) for name, value in zip(names, inputs, strict=True)]
    arguments.append(Argument("out", np.zeros(4, point), is_output=True, holds_input=False))
    out = device.run(compiled(MANY, "k"), Launch((1,), (4,)), arguments, RunLimits()).outputs["out"]
    np.testing.assert_array_equal(out["v"], [3.5, 2.5, 1.5, 0.5])
    np.testing.assert_array_equal(out["d"], [[0, 5], [0, 7], [0, 9], [0, 11]])
    assert out.dtype.isalignedstruct


def test_findings_come_back_with_their_line(device: SimtDevice) -> None:
    result = run(device, "    out[i + 1] = a[i]\n")
    assert [(finding.kind, finding.line) for finding in result.findings] == [(Kind.OUT_OF_BOUNDS, 5)]
    assert result.status == "ok"


def test_a_loop_without_end_is_a_time_limit(device: SimtDevice) -> None:
    result = run(device, "    while a[i] >= 0:\n        i = i * 1\n", RunLimits(steps=1_000))
    assert (result.status, result.outputs) == ("time_limit", {})
    assert result.findings[0].kind is Kind.TIMEOUT
    assert result.findings[0].line == 5


def test_wall_time_is_a_time_limit_that_names_the_loop(device: SimtDevice) -> None:
    result = run(device, "    while a[i] >= 0:\n        i = 0\n", RunLimits(steps=10**12, seconds=1.0))
    assert result.status == "time_limit"
    assert [(finding.kind, finding.line) for finding in result.findings] == [(Kind.TIMEOUT, 5)]


def test_time_that_ran_out_is_told_from_steps_that_did(device: SimtDevice) -> None:
    endless = "    while a[i] >= 0:\n        i = i * 1\n"
    assert run(device, endless, RunLimits(steps=10**12, seconds=1.0)).late
    assert not run(device, endless, RunLimits(steps=1_000)).late


def test_a_launch_that_was_begun_is_heard_later_and_others_follow(device: SimtDevice) -> None:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    job = compiled(HEAD + "    out[i] = 2 * a[i]\n", "k"), Launch((1,), (32,)), arguments, RunLimits()
    with device.begun(*job) as end:
        np.testing.assert_array_equal(end().outputs["out"], 2 * np.arange(32.0))
    assert device.run(*job).status == "ok"


def test_a_launch_that_nobody_waits_for_is_ended(device: SimtDevice) -> None:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    endless = compiled(HEAD + "    while a[i] >= 0:\n        i = i * 1\n", "k")
    zygote = device._sandbox.zygote_pid
    with pytest.raises(KeyError), device.begun(endless, Launch((1,), (32,)), arguments, RunLimits(steps=10**12)):
        raise KeyError
    assert run(device, "    out[i] = a[i]\n").status == "ok"
    assert device._sandbox.zygote_pid == zygote


def test_an_interpreter_that_says_nothing_in_its_time_is_ended() -> None:
    with SimtDevice(Sandbox("silent_child", limits=LIMITS, path=[Path(__file__).parent])) as device:
        result = run(device, "    out[i] = a[i]\n", RunLimits(seconds=0.5))
    assert result.status == "time_limit"
    assert [finding.message_key for finding in result.findings] == ["timeout.simt"]


def test_too_much_local_memory_is_a_memory_limit(device: SimtDevice) -> None:
    body = "    v = cuda.local.array(100000, float32)\n    v[0] = 1\n    if i < 32:\n        out[i] = v[0]\n"
    result = run(device, body, RunLimits(bytes=64 << 20), block=1024)
    assert (result.status, result.findings[0].kind) == ("memory_limit", Kind.MEMORY)


def test_what_is_not_known_is_unsupported(device: SimtDevice) -> None:
    result = run(device, "    out[i] = sorted(a)[0]\n")
    assert (result.status, result.findings[0].line, result.outputs) == ("unsupported", 5, {})


def test_a_kernel_that_only_the_compiler_finds_is_unsupported(device: SimtDevice) -> None:
    source = "from numba import cuda\ndef f(a, out):\n    out[0] = 1\nglobals()['k'] = cuda.jit(f)\n"
    arguments = [Argument("a", np.zeros(4)), Argument("out", np.zeros(4), is_output=True)]
    assert device.run(compiled(source, "k"), Launch((1,), (1,)), arguments, RunLimits()).status == "unsupported"


def test_a_bad_launch_is_a_finding(device: SimtDevice) -> None:
    assert run(device, "    out[i] = 1\n", block=2048).findings[0].kind is Kind.LAUNCH_CONFIG


def test_coverage_comes_back_of_every_output_where_it_is_asked_for(device: SimtDevice) -> None:
    arguments = [Argument(name, np.zeros((2, 3)), is_output=True) for name in ("out", "other")]
    source = "from numba import cuda\n@cuda.jit\ndef k(out, other):\n    out[0, cuda.blockIdx.x // 2] = 1\n"
    launch = Launch((4,), (1,), coverage=True)
    result = device.run(compiled(source, "k"), launch, arguments, RunLimits())
    assert result.coverage["out"].tolist() == [[2, 2, 0], [0, 0, 0]]
    assert result.coverage["other"].tolist() == [[0, 0, 0], [0, 0, 0]]
    assert result.idle_blocks == 0


def test_coverage_is_not_counted_otherwise(device: SimtDevice) -> None:
    result = run(device, "    out[i] = 1\n")
    assert (dict(result.coverage), result.idle_blocks) == ({}, None)


def test_learner_python_is_not_executed(device: SimtDevice) -> None:
    """The module would never end; interpreted, it is only looked at."""
    source = HEAD + "    out[i] = a[i]\nwhile True: pass\n"
    arguments = [Argument("a", np.zeros(32)), Argument("out", np.zeros(32), is_output=True)]
    result = device.run(compiled(source, "k"), Launch((1,), (32,)), arguments, RunLimits(seconds=5.0))
    assert result.status in ("ok", "unsupported")


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "H", "i", "I", "l", "L", "f", "d", "F", "D"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_every_type_and_order_cross_the_wall(device: SimtDevice, dtype: str, order: str) -> None:
    a = np.asfortranarray(np.ones((4, 8), dtype)) if order == "F" else np.ones((4, 8), dtype)
    source = "from numba import cuda\n@cuda.jit\ndef k(a, out):\n    x, y = cuda.grid(2)\n    out[x, y] = a[x, y]\n"
    arguments = [Argument("a", a), Argument("out", np.zeros_like(a), is_output=True)]
    result = device.run(compiled(source, "k"), Launch((1, 1), (4, 8)), arguments, RunLimits())
    np.testing.assert_array_equal(result.outputs["out"], a)


@pytest.mark.parametrize("value", [3, 2.5, True, np.int8(3), np.float32(2.5), 1 + 2j])
def test_numbers_cross_the_wall(device: SimtDevice, value: complex) -> None:
    source = "from numba import cuda\n@cuda.jit\ndef k(n, out):\n    out[cuda.grid(1)] = n\n"
    arguments = [Argument("n", value), Argument("out", np.zeros(4, np.asarray(value).dtype), is_output=True)]
    result = device.run(compiled(source, "k"), Launch((1,), (4,)), arguments, RunLimits())
    np.testing.assert_array_equal(result.outputs["out"], np.full(4, value))


@pytest.mark.parametrize("entry", ["breaks", "silent"])
def test_an_interpreter_that_breaks_is_ours(entry: str) -> None:
    sandbox = Sandbox("lying_child", limits=LIMITS, path=[Path(__file__).parent])
    with SimtDevice(sandbox) as broken, pytest.raises(InfrastructureError):
        broken.run(compiled("", entry), Launch((1,), (1,)), [], RunLimits())


@pytest.mark.parametrize(
    "entry",
    [
        "wrong_shape",
        "wrong_dtype",
        "missing",
        "extra",
        "bad_line",
        "bad_count",
        "bad_key",
        "coverage",
        "idle_blocks",
        "recording",
    ],
)
def test_a_result_that_was_not_asked_for_is_refused(entry: str) -> None:
    sandbox = Sandbox("lying_child", limits=LIMITS, path=[Path(__file__).parent])
    arguments = [Argument("out", np.zeros(4), is_output=True)]
    with SimtDevice(sandbox) as liar, pytest.raises(FrameError):
        liar.run(compiled("x", entry), Launch((1,), (1,)), arguments, RunLimits())


@pytest.mark.parametrize("entry", ["no_json", "no_table", "half_a_character"])
def test_a_recording_that_makes_no_sense_is_refused(entry: str) -> None:
    sandbox = Sandbox("lying_child", limits=LIMITS, path=[Path(__file__).parent])
    arguments = [Argument("out", np.zeros(4), is_output=True)]
    with SimtDevice(sandbox) as liar, pytest.raises(FrameError):
        liar.run(compiled("x", entry), Launch((1,), (1,), record=(0,)), arguments, RunLimits())


def test_what_a_turn_writes_is_what_the_next_one_reads(device: SimtDevice) -> None:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    job = compiled(HEAD + "    out[i] = 2 * a[i]\n", "k")
    result = device.run(job, Launch((1,), (32,), turns=5, carried=(("out", "a"),)), arguments, RunLimits())
    np.testing.assert_array_equal(result.outputs["out"], 32 * np.arange(32.0))


def test_no_turn_follows_one_that_failed(device: SimtDevice) -> None:
    arguments = [Argument("a", np.arange(32.0)), Argument("out", np.zeros(32), is_output=True, holds_input=False)]
    job = compiled(HEAD + "    while a[i] >= 0:\n        out[i] = i\n", "k")
    result = device.run(job, Launch((1,), (32,), turns=5, carried=(("out", "a"),)), arguments, RunLimits(steps=100))
    assert result.status == "time_limit"
