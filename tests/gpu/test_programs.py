"""Host programs on a card: what they return, what is found, and when their calls ran. Skipped where there is no GPU."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from app.devices.cards.fleet import Fleet
from app.devices.compiler import Compiler
from app.devices.program import ProgramLimits, ProgramReport, Programs
from tests.devices.test_programs import (  # noqa: F401  # these tests hold for every device; `programs` is ours
    FIRST,
    HEAD,
    errors,
    ran,
    test_a_copy_into_memory_that_is_not_pinned_is_complete_when_it_returns,
    test_a_program_cannot_forge_the_record,
    test_a_refusal_that_is_caught_is_no_finding,
    test_a_result_that_stays_on_the_device_is_a_warning,
    test_a_result_that_was_fetched_is_no_warning,
    test_an_argument_that_is_reshaped_in_place_comes_back_as_it_was_given,
    test_each_misuse_is_named,
    test_each_slip_is_told_once_with_its_line,
    test_forall_starts_blocks_as_large_as_a_gpu_takes,
    test_host_arrays_are_copied_in_and_back_implicitly,
    test_no_program_outlasts_its_limits,
    test_the_next_program_runs_after_one_that_was_killed,
    test_the_record_has_every_call_with_its_bytes_and_line,
    test_what_a_kernel_prints_stands_between_what_the_host_prints,
)

KERNELS = """\
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32


@cuda.jit
def heavy(a):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        for _ in range(4000):
            x = x * float32(1.0001) + float32(0.5)
        a[i] = x


@cuda.jit
def far(a):
    a[cuda.grid(1) + (1 << 34)] = 1


@cuda.jit
def past(a):
    a[a.size + cuda.threadIdx.x] = 1


@cuda.jit
def forever(a):
    while a[0] == 0:
        cuda.syncthreads()
    a[1] = 2


@cuda.jit
def pick(pair, record, out):
    out[0] = pair[0] + pair[1][1] + record.x


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)


@cuda.jit
def count(a, bins):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, int(a[i]) % bins.size, 1)


@cuda.jit
def turn(a, out):
    tile = cuda.shared.array((8, 8), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[y, x]
    cuda.syncthreads()
    out[x, y] = tile[y, x]


@cuda.jit
def conjugate(z):
    i = cuda.grid(1)
    if i < z.size:
        z[i] = z[i].conjugate()


point = np.dtype([("x", np.float64), ("y", np.int32)], align=True)


"""
OVERLAP = """\
there, back = cuda.pinned_array(a.size, a.dtype), cuda.pinned_array(a.size, a.dtype)
there[:] = a
n = a.size // 4
streams = [cuda.stream() for _ in range(4)]
parts = [cuda.device_array(n, a.dtype) for _ in range(4)]
for i, s in enumerate(streams):
    parts[i].copy_to_device(there[i * n : (i + 1) * n], stream=s)
    heavy[(n + 255) // 256, 256, s](parts[i])
    parts[i].copy_to_host(back[i * n : (i + 1) * n], stream=s)
for s in streams:
    s.synchronize()
return np.array(back)"""
ALIKE = [
    "s = create_xoroshiro128p_states(64, seed=3)\no = np.zeros(64, np.float32)\ndraw[2, 32](s, o)\nreturn o",
    "b = np.zeros(5, np.int32)\ncount[2, 32](a, b)\nreturn b",
    "m = np.asfortranarray(a.reshape(8, 8).astype(np.float32))\no = np.zeros_like(m)\nturn[1, (8, 8)](m, o)\nreturn o",
    "z = a * 1j + 2\nconjugate[2, 32](z)\nreturn z",
    "h = cuda.to_device(a.astype(np.float16))\ndouble[2, 32](h, h)\nreturn h.copy_to_host()",
    "d = cuda.device_array(64)\nn = d.copy_to_host()\nd[:] = a[:32].repeat(2)\nreturn np.isnan(n) + d.copy_to_host()",
]
BEGIN = (HEAD + KERNELS).count("\n") + 2


@pytest.fixture(scope="module")
def programs(fleet: Fleet, compiler: Compiler) -> Iterator[Programs]:
    with Programs.start(compiler, fleet.arch, fleet=fleet) as started:
        yield started


@pytest.fixture(scope="module")
def interpreted() -> Iterator[Programs]:
    with Programs.start() as started:
        yield started


def done(programs: Programs, body: str, *args: object, **limits: float) -> ProgramReport:
    """As `ran`, with more kernels."""
    names = ", ".join("ab"[: len(args)])
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    bounds = ProgramLimits(**limits)  # type: ignore[arg-type]  # counts and seconds alike
    return programs.run(f"{HEAD}{KERNELS}def main({names}):\n{indented}", "main", args, bounds)


def test_a_program_is_measured_on_its_card(programs: Programs, fleet: Fleet) -> None:
    body = "d = cuda.to_device(a)\no = cuda.device_array_like(d)\ndouble[8192, 256](d, o)\nreturn o.copy_to_host()"
    a = np.arange(1 << 21, dtype=np.float32)
    report = ran(programs, body, a)
    np.testing.assert_array_equal(report.result, 2 * a)
    assert report.measured
    assert report.card is not None
    assert report.card.name in {one.card.name for one in fleet.standings()}
    starts = [call.span_us[0] for call in report.calls if call.engine != "host"]
    assert starts == sorted(starts)


def test_copies_and_kernels_of_four_streams_overlap_when_measured(programs: Programs) -> None:
    report = done(programs, OVERLAP, np.arange(1 << 24, dtype=np.float32))
    assert report.ok
    assert report.measured
    work = [call for call in report.calls if call.action in ("copy_in", "launch", "copy_out")]
    first, second = (next(c for c in work if c.stream == s and c.action == "launch") for s in (1, 2))
    brought = next(call for call in work if call.stream == 2 and call.action == "copy_in")
    assert brought.span_us[0] < first.span_us[1]
    assert second.span_us[1] > first.span_us[1]
    total = max(call.span_us[1] for call in work) - min(call.span_us[0] for call in work)
    assert total < sum(end - start for start, end in (call.span_us for call in work))


def test_one_stream_overlaps_nothing(programs: Programs) -> None:
    body = OVERLAP.replace("[cuda.stream() for _ in range(4)]", "4 * [cuda.stream()]")
    report = done(programs, body, np.arange(1 << 22, dtype=np.float32))
    assert report.measured
    work = [call.span_us for call in report.calls if call.engine != "host"]
    assert all(end <= start + 1.0 for (_, end), (start, _) in pairwise(work))


def test_a_view_reaches_a_kernel_with_its_strides(programs: Programs) -> None:
    body = "d = cuda.to_device(a)\ndouble[1, 32](d[::2], d[1::2])\nreturn d.copy_to_host()"
    report = done(programs, body, np.arange(8.0))
    np.testing.assert_array_equal(report.result, [0, 0, 2, 4, 4, 8, 6, 12])


def test_a_tuple_and_a_record_reach_a_kernel(programs: Programs) -> None:
    body = "r = np.zeros(1, point)\nr[0]['x'] = 0.5\npick[1, 1]((1.0, (1, 2.0)), r[0], a)\nreturn a[0]"
    report = done(programs, body, np.zeros(1))
    assert (report.result, report.measured) == (3.5, True)


@pytest.mark.parametrize("body", ALIKE)
def test_a_program_answers_as_on_the_interpreter(programs: Programs, interpreted: Programs, body: str) -> None:
    there, here = (done(one, body, np.arange(64.0)) for one in (programs, interpreted))
    assert there.ok
    assert here.ok
    np.testing.assert_array_equal(there.result, here.result)
    assert [(c.action, c.line, c.bytes) for c in there.calls] == [(c.action, c.line, c.bytes) for c in here.calls]


def test_parts_are_assigned_and_cast(programs: Programs) -> None:
    body = """\
d = cuda.to_device(a)
d[::2] = 7
d[1::2] = d[::2]
d[:4] = cuda.to_device(np.arange(4, dtype=np.int32))
return d.copy_to_host(), cuda.to_device(a.reshape(2, 4)).T.copy_to_host()"""
    report = done(programs, body, np.arange(8.0))
    assert isinstance(report.result, tuple)
    np.testing.assert_array_equal(report.result[0], [0, 1, 2, 3, 7, 7, 7, 7])
    np.testing.assert_array_equal(report.result[1], np.arange(8.0).reshape(2, 4).T)
    assert report.measured


@pytest.mark.parametrize(
    ("kernel", "status", "key"),
    [("far", "runtime_error", "out_of_bounds.gpu"), ("forever", "time_limit", "timeout.gpu")],
)
def test_a_fault_ends_the_program_on_its_line_and_the_next_one_runs(
    programs: Programs, kernel: str, status: str, key: str
) -> None:
    body = f"d = cuda.to_device(a)\n{kernel}[1, 32](d)\nreturn d.copy_to_host()"
    report = done(programs, body, np.zeros(64), seconds=4.0)
    assert (report.status, errors(report)) == (status, [(key, BEGIN + 1)])
    assert ran(programs, "double[1, 32](a, b)\nreturn b.sum()", np.ones(4), np.zeros(4)).result == 8.0


def test_a_write_beside_an_array_is_found(programs: Programs) -> None:
    report = done(programs, "d = cuda.to_device(a)\npast[1, 32](d)\nreturn d.copy_to_host()", np.arange(64.0))
    assert (report.status, errors(report)) == ("ok", [("out_of_bounds.guard", BEGIN + 1)])
    np.testing.assert_array_equal(report.result, np.arange(64.0))


def test_an_early_look_into_pinned_memory_sees_what_was_there_before(programs: Programs) -> None:
    body = """\
p = cuda.pinned_array(a.size, a.dtype)
p[:] = -1
s = cuda.stream()
d = cuda.to_device(a)
d.copy_to_host(p, stream=s)
early = p[0]
s.synchronize()
return early, p[0]"""
    report = ran(programs, body, np.full(1 << 20, 5.0))
    assert report.result == (-1.0, 5.0)
