"""Host programs behind the wall: what they return, what is found, and what is recorded of their calls."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.devices import run_program
from app.devices.program import ProgramLimits, ProgramReport, Programs
from app.protocol.compiled import Compiled
from tests.simt.case import Case, cases

FOLDER = Path(__file__).parents[3] / "shared" / "cases"
CASES = [case for case in (cases(FOLDER) if FOLDER.is_dir() else []) if case.about["entry"] == "host"]
KINDS = {"host_error": "host_error", "typing_error": "typing_error", "launch_config": "launch_config"}
HEAD = """\
import numpy as np
from numba import cuda, float32


@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]


"""


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs.start() as started:
        yield started


def ran(programs: Programs, body: str, *args: object, **limits: float) -> ProgramReport:
    """Run `def main(a, b)` with this body."""
    names = ", ".join("ab"[: len(args)])
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    bounds = ProgramLimits(**limits)  # type: ignore[arg-type]  # counts and seconds alike
    return programs.run(f"{HEAD}def main({names}):\n{indented}", "main", args, bounds)


def errors(report: ProgramReport) -> list[tuple[str, int | None]]:
    return [(finding.message_key, finding.line) for finding in report.findings]


def arguments_of(case: Case) -> dict[str, object]:
    """As `Case.arguments`, but without running the file, which would take a GPU."""
    names: dict[str, object] = {"np": np, "rng": np.random.default_rng(case.about["seed"])}
    for name, expression in case.about["args"]:
        names[name] = case.value(expression, names)
    return {name: names[name] for name, _ in case.about["args"]}


FIRST = HEAD.count("\n") + 2  # the line of a body's first line


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_comes_out_as_its_answer_says(programs: Programs, case: Case) -> None:
    arguments, expected = arguments_of(case), case.expected
    report = programs.run(case.source, case.about["host"], list(arguments.values()))
    if expected["kind"] in KINDS:
        assert report.error is not None
        assert (report.error.kind, report.error.line) == (KINDS[expected["kind"]], expected["line"])
        return
    names = {"np": np, **arguments, "result": report.result}
    if expected["kind"] == "ok":
        assert report.ok
        assert not report.findings
        assert case.value(expected["property"], names)
    else:
        assert [(f.kind, f.line) for f in report.findings] == [("stale_host_copy", expected["line"])]
        np.testing.assert_array_equal(report.result, case.value(expected["got"]["result"], names))


def test_the_record_has_every_call_with_its_bytes_and_line(programs: Programs) -> None:
    body = "d = cuda.to_device(a)\nout = cuda.device_array_like(d)\ndouble[2, 32](d, out)\nreturn out.copy_to_host()"
    report = ran(programs, body, np.arange(50.0))
    np.testing.assert_array_equal(report.result, 2 * np.arange(50.0))
    told = [(call.action, call.line, call.bytes) for call in report.calls if call.action != "free"]
    assert told == [
        ("alloc", FIRST, 400),
        ("copy_in", FIRST, 400),
        ("alloc", FIRST + 1, 400),
        ("launch", FIRST + 2, 0),
        ("copy_out", FIRST + 3, 400),
    ]
    assert report.left_allocated == 0


def test_host_arrays_are_copied_in_and_back_implicitly(programs: Programs) -> None:
    report = ran(programs, "double[1, 32](a, b)\nreturn b", np.arange(8), np.zeros(8, np.int64))
    np.testing.assert_array_equal(report.result, 2 * np.arange(8))
    copies = [(call.action, call.implicit) for call in report.calls if call.action.startswith("copy")]
    assert copies == [("copy_in", True)] * 2 + [("copy_out", True)] * 2


def test_one_call_starts_and_ends_everything() -> None:
    report = run_program(f"{HEAD}def main(a):\n    double(a, a)\n", "main", [np.zeros(4)])
    assert (report.status, report.error and report.error.line) == ("launch_error", FIRST)


class Counting:
    """Compiles nothing, and counts."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def compile(self, source: str, entry: str, arguments: object) -> Compiled:
        self.asked.append(entry)
        return Compiled(source, entry, entry, "sm_90", "", b"no cubin", 16, 0, 0, 0)


def test_a_kernel_is_compiled_once_for_all_cases_of_its_program() -> None:
    compiler = Counting()
    with Programs.start(compiler) as programs:
        for body in ("double[1, 4](a, a)", "double[1, 4](a, a)", "double[1, 8](a, a)"):
            assert ran(programs, body, np.ones(4)).ok
        assert ran(programs, "double[1, 8](a, a)", np.ones(4, np.float32)).ok
    assert compiler.asked == ["double"] * 3  # of two programs, one with two dtypes


@pytest.mark.slow
def test_a_kernel_whose_types_do_not_fit_is_told_on_its_line() -> None:
    kernel = "@cuda.jit\ndef half(a):\n    i = cuda.grid(1)\n    a[i / 2] = 1\n\n"
    report = run_program(f"{HEAD}{kernel}def main(a):\n    half[1, 4](a)\n", "main", [np.zeros(4)])
    assert (report.status, report.error and report.error.kind) == ("compile_error", "typing_error")
    assert report.error is not None
    assert report.error.line == HEAD.count("\n") + 4


@pytest.mark.slow
def test_one_call_updates_arguments_in_place() -> None:
    a, out = np.arange(4.0), np.zeros(4)
    report = run_program(f"{HEAD}def main(a, out):\n    double[1, 4](a, out)\n", "main", [a, out])
    assert (report.status, report.result, out.tolist()) == ("ok", None, [0, 2, 4, 6])


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ("double[1, 1.5](a, a)", "launch_error", "launch_config.integer"),
        ("double[0, 32](a, a)", "launch_error", "launch_config.positive"),
        ("double[-1, 32](a, a)", "launch_error", "launch_config.positive"),
        ("double[1, 2048](a, a)", "launch_error", "launch_config.limit"),
        ("double[1, (64, 64)](a, a)", "launch_error", "launch_config.threads"),
        ("double[1, (2, 2, 2, 2)](a, a)", "launch_error", "launch_config.dimensions"),
        ("double[1](a, a)", "launch_error", "launch_config.missing"),
        ("double(a, a)", "launch_error", "launch_config.missing"),
        ("double[1, 32](a)", "launch_error", "launch_config.arguments"),
        ("double[1, 32, 0, 'x'](a, a)", "launch_error", "launch_config.shared"),
        ("double[1, 32, 7](a, a)", "runtime_error", "host_error.stream"),
        ("double[1, 32](a, [1, 2])", "runtime_error", "host_error.argument_type"),
        ("double[1, 32](a, out=a)", "runtime_error", "host_error.keyword"),
        ("double[1, 32](a[::2], a)", "runtime_error", "host_error.contiguous"),
        ("cuda.to_device(a[::2])", "runtime_error", "host_error.contiguous"),
        ("cuda.to_device(a)[::2].copy_to_device(a[::2])", "runtime_error", "host_error.contiguous"),
        ("cuda.to_device(a).copy_to_host(np.zeros(8, np.float32))", "runtime_error", "host_error.copy_dtype"),
        ("cuda.to_device(a).copy_to_host(np.zeros(9))", "runtime_error", "host_error.copy_shape"),
        ("cuda.to_device(a).copy_to_device(a[:4])", "runtime_error", "host_error.copy_shape"),
        ("cuda.to_device(a.reshape(2, 4)).copy_to_host(np.zeros((2, 4), order='F'))", "runtime_error",
         "host_error.copy_strides"),
        ("cuda.to_device(np.array([None]))", "runtime_error", "host_error.dtype"),
        ("cuda.device_array(4, float32)", "runtime_error", "host_error.numba_dtype"),
        ("cuda.device_array(4.0)", "runtime_error", "host_error.shape_type"),
        ("cuda.to_device(a).sum()", "runtime_error", "host_error.device_attribute"),
        ("cuda.to_device(a) + 1", "runtime_error", "host_error.device_arithmetic"),
        ("2 * cuda.to_device(a)", "runtime_error", "host_error.device_arithmetic"),
        ("cuda.to_device(a)[[1, 2]]", "runtime_error", "host_error.device_index"),
        ("cuda.to_device(a)[9]", "runtime_error", "host_error.index"),
        ("cuda.grid(1)", "runtime_error", "host_error.device_only"),
        ("d = cuda.to_device(a)\nd.gpu_data.free()\nd.copy_to_host()", "runtime_error", "host_error.freed"),
        ("cuda.event().elapsed_time(cuda.event())", "runtime_error", "host_error.event_unrecorded"),
        ("return 1 / 0", "runtime_error", "host_error"),
        ("raise SystemExit(0)", "runtime_error", "host_error.exit"),
        ("return object()", "runtime_error", "host_error.result"),
        ("cuda.mapped_array(4)", "unsupported", "unsupported.host"),
        ("cuda.device_array(10**9)", "memory_limit", "memory.device"),
        ("np.ones(10**9)", "memory_limit", "memory.host"),
    ],
)  # fmt: skip
def test_each_misuse_is_named(programs: Programs, body: str, status: str, key: str) -> None:
    report = ran(programs, body, np.arange(8.0))
    assert (report.status, report.error and report.error.message_key) == (status, key)
    assert report.error is not None
    assert report.error.line == FIRST + body.count("\n")


def test_a_refusal_that_is_caught_is_no_finding(programs: Programs) -> None:
    body = "try:\n    double[1, 2048](a, a)\nexcept Exception as error:\n    return type(error).__name__"
    report = ran(programs, body, np.arange(8.0))
    assert (report.result, report.findings) == ("CudaAPIError", ())


def test_a_fault_in_a_kernel_is_a_finding_and_the_program_goes_on(programs: Programs) -> None:
    kernel = "@cuda.jit\ndef last(out):\n    out[0] = cuda.threadIdx.x\n\n"
    source = f"{HEAD}{kernel}def main(a):\n    last[1, 32](a)\n    return 1\n"
    report = programs.run(source, "main", [np.zeros(1)])
    assert (report.status, report.ok, report.result) == ("ok", False, 1)
    assert [(finding.kind, finding.line) for finding in report.findings] == [("data_race", HEAD.count("\n") + 3)]


@pytest.mark.parametrize(
    ("body", "status", "limits"),
    [
        ("while True:\n    pass", "time_limit", {"seconds": 2.0}),
        ("import time\ntime.sleep(60)", "time_limit", {"seconds": 0.5}),
        ("while True:\n    double[1, 4](a, a)", "call_limit", {"calls": 20}),
        ("while True:\n    print('x' * 10_000)", "output_limit", {}),
        ("d = cuda.to_device(a)\nwhile True:\n    d.copy_to_host()", "memory_limit", {"traffic": 100_000}),
        ("import os\nos._exit(0)", "runtime_error", {}),
        ("import os\nos.write(3, b'garbage that is no frame at all')", "runtime_error", {}),
    ],
)
def test_no_program_outlasts_its_limits(programs: Programs, body: str, status: str, limits: dict[str, float]) -> None:
    report = ran(programs, body, np.arange(4000.0), **limits)
    assert (report.status, report.result) == (status, None)
    assert report.error is not None


def test_the_next_program_runs_after_one_that_was_killed(programs: Programs) -> None:
    assert ran(programs, "while True:\n    pass", seconds=0.5).status == "time_limit"
    assert ran(programs, "return 5").result == 5


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("d = cuda.to_device(b)\ndouble[1, 8](a, d)\nreturn b", "stale_host_copy"),
        ("d = cuda.to_device(b)\ndouble[1, 8](a, d)\nreturn b.sum()", "stale_host_copy.nothing_fetched"),
        ("d = cuda.to_device(b)\nx = cuda.to_device(a)\ndouble[1, 8](x, d)\n", "stale_host_copy.nothing_fetched"),
        ("d = cuda.to_device(a)\ndouble[1, 8](d, d)\nreturn d", "stale_host_copy.device_result"),
    ],
)
def test_a_result_that_stays_on_the_device_is_a_warning(programs: Programs, body: str, key: str) -> None:
    report = ran(programs, body, np.arange(8.0), np.zeros(8))
    assert (report.status, report.ok, report.error) == ("ok", True, None)
    assert errors(report) == [(key, FIRST + 2)]


@pytest.mark.parametrize(
    "body",
    [
        "d = cuda.to_device(b)\ndouble[1, 8](a, d)\nreturn d.copy_to_host()",
        "d = cuda.to_device(b)\ndouble[1, 8](a, d)\nd.copy_to_host(b)\nreturn b",
        "d = cuda.to_device(b)\ndouble[1, 8](a, d)\nb[:] = d.copy_to_host()\nreturn b",
        "double[1, 8](a, b)\nreturn b",
        "d = cuda.to_device(a)\ndouble[1, 8](d, b)\nreturn a, b",
        "d = cuda.to_device(b)\ndouble[1, 8](a, d)\nreturn d[3]",
        "d = cuda.to_device(a)\nout = cuda.device_array_like(d)\ndouble[1, 8](d, out)\nreturn np.asarray(out)",
        "d = cuda.to_device(a)\ne = cuda.device_array_like(d)\ndouble[1, 8](d, d)\ne[:] = d\nreturn e.copy_to_host()",
        "p = cuda.pinned_array(8)\nd = cuda.to_device(a)\ndouble[1, 8](d, d)\nd.copy_to_host(p)\nreturn p.sum()",
    ],
)
def test_a_result_that_was_fetched_is_no_warning(programs: Programs, body: str) -> None:
    report = ran(programs, body, np.arange(8.0), np.zeros(8))
    assert [finding for finding in report.findings if finding.severity != "info"] == []


def test_a_program_cannot_forge_the_record(programs: Programs) -> None:
    body = """\
import os, json, struct
header = json.dumps({"kind": "done", "data": {"handle": 1}, "arrays": []}).encode()
os.write(3, struct.pack("<II", 4 + len(header), len(header)) + header)
return 1"""
    report = ran(programs, body)
    assert (report.calls, report.status) == ((), "runtime_error")
    assert report.error is not None
    assert report.error.message_key == "host_error.interfered"


def test_what_a_kernel_prints_stands_between_what_the_host_prints(programs: Programs) -> None:
    source = f"{HEAD}@cuda.jit\ndef say():\n    print(7)\n\ndef main():\n    print(1)\n    say[1, 1]()\n    print(2)\n"
    assert programs.run(source, "main", []).stdout == "1\n7\n2\n"


def test_copies_in_two_streams_overlap_in_the_model(programs: Programs) -> None:
    body = """\
pinned = cuda.pinned_array(a.size, a.dtype)
pinned[:] = a
d = cuda.to_device(a)
one, two = cuda.stream(), cuda.stream()
e = cuda.to_device(pinned, stream=one)
d.copy_to_host(pinned, stream=two)
cuda.synchronize()"""
    report = ran(programs, body, np.arange(1_000_000.0))
    inward, outward = [call for call in report.calls if call.action.startswith("copy")][1:]
    assert inward.modelled_start_us < outward.modelled_start_us < inward.modelled_end_us


def test_events_measure_modelled_time(programs: Programs) -> None:
    body = """\
start, end = cuda.event(), cuda.event()
start.record()
d = cuda.to_device(a)
end.record()
end.synchronize()
return cuda.event_elapsed_time(start, end)"""
    small, large = (ran(programs, body, np.zeros(n)).result for n in (1000, 1_000_000))
    assert 0 < small < large


def test_the_hosts_clock_is_the_models_however_it_is_imported(programs: Programs) -> None:
    body = """\
import time
from time import perf_counter_ns
start, first = time.perf_counter(), perf_counter_ns()
d = cuda.to_device(a)
return round(1e6 * (time.perf_counter() - start), 3), (perf_counter_ns() - first) / 1000"""
    report = ran(programs, body, np.zeros(1_000))
    spent = next(call for call in report.calls if call.action == "copy_in").modelled_end_us
    assert report.result == pytest.approx((spent, spent), abs=0.002)
    assert [call.action for call in report.calls].count("clock") == 4


def test_a_kernel_that_hangs_is_stopped_in_its_loop(programs: Programs) -> None:
    kernel = "@cuda.jit\ndef hang(a):\n    while True:\n        a[0] = 1\n\n"
    source = f"{HEAD}{kernel}def main(a):\n    hang[1, 1](a)\n"
    report = programs.run(source, "main", [np.zeros(1)], ProgramLimits(steps=1_000))
    assert report.status == "time_limit"
    assert report.error is not None
    assert report.error.line in (HEAD.count("\n") + 3, HEAD.count("\n") + 4)


@pytest.mark.parametrize(
    "body",
    [
        "import time\ntime.sleep(60)",
        "while True:\n    try:\n        import time; time.sleep(60)\n    except BaseException: pass",
    ],
)
def test_a_program_whose_time_is_over_is_told_where_it_stood(programs: Programs, body: str) -> None:
    report = ran(programs, body, seconds=1.0)
    line = FIRST + (1 if body.startswith("import") else 2)
    assert (report.status, errors(report)) == ("time_limit", [("timeout.host", line)])


def test_a_result_beyond_what_a_frame_may_hold_is_a_matter_of_memory(programs: Programs) -> None:
    report = ran(programs, "return np.zeros(1000), a", np.zeros(100), bytes=8000)
    assert (report.status, errors(report)) == ("memory_limit", [("memory.host", FIRST)])


def test_an_argument_that_is_reshaped_in_place_comes_back_as_it_was_given(programs: Programs) -> None:
    report = ran(programs, "a.shape = (2, 2)\na[1, 0] = 5\nreturn a", np.zeros(4))
    assert report.ok
    assert np.array_equal(report.arguments[0], [0, 0, 5, 0])  # type: ignore[arg-type]  # an array, as it was given


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("double[1, 32, 0, 60_000](a, a)", "launch_config.shared_total"),
        ("inert = double[1, 32]\ndouble[1, 32]", "launch_config.not_called"),
        ("cuda.to_device(a).copy_to_host()", "stale_host_copy.discarded"),
        ("cuda.to_device(a)[::-1].copy_to_host()", "host_error.negative_strides"),
        ("cuda.zeros(4)", "host_error.no_name"),
        ("cuda.shared.array(4, float32)", "host_error.device_only"),
        ("cuda.select_device(1)", "host_error.no_device"),
        ("a.flags.writeable = False\ndouble[1, 32](a, a)", "host_error.readonly"),
    ],
)  # fmt: skip
def test_each_slip_is_told_once_with_its_line(programs: Programs, body: str, key: str) -> None:
    report = ran(programs, body, np.arange(8.0))
    assert errors(report) == [(key, FIRST + body.count("\n"))]


def test_a_copy_into_memory_that_is_not_pinned_is_complete_when_it_returns(programs: Programs) -> None:
    body = "s = cuda.stream()\nd = cuda.to_device(a)\nout = d.copy_to_host(stream=s)\nreturn out"
    report = ran(programs, body, np.arange(4.0))
    assert report.ok
    assert [(f.message_key, f.severity) for f in report.findings] == [("async_copy.pageable", "info")]


def test_forall_starts_blocks_as_large_as_a_gpu_takes(programs: Programs) -> None:
    report = ran(programs, "double.forall(1500)(a, a)", np.arange(1500.0))
    assert [(call.grid, call.block) for call in report.calls if call.action == "launch"] == [((2,), (1024,))]
