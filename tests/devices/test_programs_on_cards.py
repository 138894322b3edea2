"""Programs on a fleet whose executors have no card: the driver of each is a stand-in (standing_programs)."""

from collections.abc import Iterator

import numpy as np
import pytest

from app.devices.cards.executor import Executor
from app.devices.cards.fleet import Fleet
from app.devices.program import ProgramLimits, ProgramReport, Programs, measuring, run_program
from app.devices.program.calls import Call
from app.devices.records import Card
from app.errors import FrameError, InfrastructureError
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame

CHILD = "tests.devices.standing_programs"
NAMES = ("double", "add_one", "past", "illegal", "too_many", "hang", "draws", "says", "die")
HEAD = "import numpy as np\nfrom numba import cuda\n\n" + "".join(
    f"@cuda.jit\ndef {name}({'a, b' if name == 'double' else 'a'}):\n    pass\n\n" for name in NAMES
)
FIRST = HEAD.count("\n") + 2
A = np.arange(8.0)


class Named:
    """Compiles nothing: a kernel's symbol is its name."""

    def compile(self, source: str, entry: str, arguments: object) -> Compiled:
        return Compiled(source, entry, entry, "sm_90", "", b"no cubin", 16, 0, 0, 0)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    card = Card(0, "GPU-standin-0", "a stand-in, no card", "sm_90", 1 << 30, 4, "0", "13.0", reads_host=False)
    with Fleet([card], tmp_path_factory.mktemp("gpus"), lambda index: Executor(index, child=CHILD)) as fleet:
        fleet.settle()
        yield fleet


@pytest.fixture(scope="module")
def programs(fleet: Fleet) -> Iterator[Programs]:
    with Programs.start(Named(), fleet=fleet) as started:
        yield started


def ran(programs: Programs, body: str, **limits: float) -> ProgramReport:
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    bounds = ProgramLimits(**limits)  # type: ignore[arg-type]  # counts and seconds alike
    return programs.run(f"{HEAD}def main(a):\n{indented}", "main", [A], bounds)


def error(report: ProgramReport) -> tuple[str, str, int | None]:
    assert report.error is not None
    return report.status, report.error.message_key, report.error.line


def test_a_program_runs_on_a_card_and_is_measured(programs: Programs) -> None:
    body = "d = cuda.to_device(a)\no = cuda.device_array_like(d)\ndouble[1, 8](d, o)\nreturn o.copy_to_host()"
    report = ran(programs, body)
    assert report.status == "ok"
    np.testing.assert_array_equal(report.result, 2 * A)
    assert report.measured
    assert report.card is not None
    assert [call.action for call in report.calls] == ["alloc", "copy_in", "alloc", "launch", "copy_out", "free", "free"]
    assert all(call.span_us[0] <= call.span_us[1] for call in report.calls)


def test_an_implicit_copy_comes_back(programs: Programs) -> None:
    report = ran(programs, "add_one[1, 8](a)\nsays[1, 1](a)\nreturn a + 0")
    np.testing.assert_array_equal(report.result, A + 1)
    assert report.stdout == "hello\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("illegal[1, 8](a)", ("runtime_error", "out_of_bounds.gpu", FIRST)),
        pytest.param(
            "d = cuda.to_device(a)\nhang[1, 8](d)", ("time_limit", "timeout.gpu", FIRST + 1), marks=pytest.mark.slow
        ),
        ("too_many[1, 8](a)", ("launch_error", "launch_config.together", FIRST)),
        ("double[1, 2000](a, a)", ("launch_error", "launch_config.limit", FIRST)),
        ("cuda.device_array(1 << 40)", ("memory_limit", "memory.device", FIRST)),
    ],
)
def test_what_goes_wrong_is_told_on_its_line_and_the_next_program_runs(
    programs: Programs, body: str, said: tuple[str, str, int]
) -> None:
    assert error(ran(programs, body, seconds=4.0)) == said
    assert ran(programs, "return 3").result == 3


def test_a_card_is_doubted_for_an_end_without_a_word_alone(fleet: Fleet, programs: Programs) -> None:
    (station,) = fleet._stations
    station._doubted = False
    assert error(ran(programs, "illegal[1, 8](a)"))[0] == "runtime_error"
    assert not station._doubted


def test_a_write_beside_an_array_goes_on_and_is_found(programs: Programs) -> None:
    report = ran(programs, "d = cuda.to_device(a)\npast[1, 8](d)\nreturn d.copy_to_host()")
    np.testing.assert_array_equal(report.result, A)
    (found,) = report.findings
    assert (found.message_key, found.line, found.args["name"]) == ("out_of_bounds.guard", FIRST + 1, "a")


@pytest.mark.slow
def test_an_executor_that_dies_without_a_fault_is_ours(programs: Programs) -> None:
    with pytest.raises(InfrastructureError, match="the device broke"):
        ran(programs, "die[1, 8](a)")
    assert ran(programs, "return 4").result == 4


def test_what_differs_from_run_to_run_is_not_measured(programs: Programs, caplog: pytest.LogCaptureFixture) -> None:
    report = ran(programs, "draws[1, 8](a)")
    assert (report.status, report.measured) == ("ok", False)
    assert "could not be measured: it brought other bytes to the host" in caplog.text
    assert report.calls[-1].span_us == (report.calls[-1].modelled_start_us, report.calls[-1].modelled_end_us)


def test_where_no_gpu_is_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fleet, "start", lambda *_: None)
    with pytest.raises(InfrastructureError, match="there is no GPU here on which a program could run"):
        run_program("def main(): pass", "main", device="gpu")


@pytest.mark.parametrize(
    "said",
    [
        Frame("done"),
        Frame("replayed", {"why": "it brought other bytes"}),
        Frame("replayed", {"why": ""}),
        Frame("replayed", {"why": ""}, {"spans": np.zeros((2, 2))}),
        Frame("replayed", {"why": ""}, {"spans": np.zeros((1, 2), np.float32)}),
        Frame("replayed", {"why": ""}, {"spans": np.array([[0.0, np.nan]])}),
        Frame("replayed", {"why": ""}, {"spans": np.array([[900.0, 100.0]])}),
        Frame("replayed", {"why": ""}, {"spans": np.array([[-1e9, 0.0]])}),
        Frame("replayed", {"why": ""}, {"spans": np.array([[0.0, 1e12]])}),
    ],
)
def test_times_that_make_no_sense_are_none(said: Frame) -> None:
    with pytest.raises(FrameError):
        measuring.measured([Call("alloc", 1)], said)
