"""The record of a program's calls: what is believed, and when each call would have run."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from app.devices.program import ProgramLimits, ending
from app.devices.program.relay import Relay, StoppedError, shapes
from app.devices.program.timeline import ALLOC_US, CALL_US, COPY_US, Timeline
from app.errors import InfrastructureError
from app.findings import MOST_TOLD, Finding, Kind, Severity
from app.program.interpreting import Interpreted
from app.program.requests import Launch, Region
from app.protocol.compiled import Compiled, CompileError
from app.protocol.frames import Frame
from app.protocol.signature import Parameter

KERNEL = "from numba import cuda\n@cuda.jit\ndef k():\n    pass\n"
START = {"source": KERNEL, "entry": "k", "grid": [1], "block": [1], "shared": 0, "stream": 0, "arguments": []}


def relay(device: Callable[[Frame], Frame | None] | None = None, **limits: int) -> Relay:
    return Relay(device or Interpreted().answer, 10, ProgramLimits(**limits))


def test_a_call_is_written_down_when_the_device_has_done_it() -> None:
    made = relay()
    made.answer(Frame("alloc", {"bytes": 512, "line": 3}))
    made.answer(Frame("free", {"handle": 7, "line": 4}))  # there is no such memory
    assert [(call.action, call.line, call.bytes, call.handle) for call in made.calls] == [("alloc", 3, 512, 1)]


@pytest.mark.parametrize("line", [0, 11, -1, True, "3", None, 1.5])
def test_a_line_that_the_program_does_not_have_is_none(line: object) -> None:
    made = relay()
    made.answer(Frame("alloc", {"bytes": 8, "line": line}))  # type: ignore[dict-item]  # whatever it says
    assert made.calls[0].line is None


@pytest.mark.parametrize("frame", [Frame("ended?"), Frame("alloc"), Frame("done", {"handle": 1})])
def test_what_is_no_request_stops_the_program(frame: Frame) -> None:
    with pytest.raises(StoppedError) as caught:
        relay().answer(frame)
    assert (caught.value.status, caught.value.findings[0].message_key) == ("runtime_error", "host_error.interfered")


@pytest.mark.parametrize(
    "said",
    [
        Frame("nonsense"),
        Frame("done"),
        Frame("done", {"handle": -1}),
        Frame("done", {"handle": "1"}),
    ],
)
def test_a_device_that_speaks_nonsense_is_our_fault(said: Frame) -> None:
    with pytest.raises(InfrastructureError):
        relay(lambda _: said).answer(Frame("alloc", {"bytes": 8}))


def test_a_launch_that_a_device_answers_wrongly_is_our_fault() -> None:
    with pytest.raises(InfrastructureError):
        relay(lambda _: Frame("done", {"findings": [{"kind": "unheard of"}]})).answer(Frame("launch", {**START}))


def test_a_kernel_that_does_not_compile_never_reaches_the_device() -> None:
    made = relay(lambda _: pytest.fail("it was launched"))
    fault = Finding(Kind.TYPING_ERROR, Severity.ERROR, 4, "typing_error.undefined", {"name": "x"})

    def refuse(_: Launch) -> None:
        raise CompileError([fault])

    made.compile = refuse
    with pytest.raises(StoppedError) as caught:
        made.answer(Frame("launch", {**START}))
    assert (caught.value.status, caught.value.findings) == ("compile_error", (fault,))


def test_traffic_and_calls_are_counted() -> None:
    made = relay(calls=3, traffic=100)
    made.answer(Frame("alloc", {"bytes": 90}))
    data = {"handle": 1, "offset": 0, "stream": 0, "pinned": False, "implicit": False}
    made.answer(Frame("write", {**data}, {"data": np.zeros(60, np.uint8)}))
    with pytest.raises(StoppedError) as caught:
        made.answer(Frame("read", {**data, "bytes": 60}))
    assert caught.value.status == "memory_limit"
    with pytest.raises(StoppedError) as caught:
        made.answer(Frame("memory"))
    assert caught.value.status == "call_limit"


def test_the_layout_that_a_compiler_hears_of_is_that_of_the_strides() -> None:
    regions = [Region(1, 0, (2, 3), strides, np.dtype("f8")) for strides in ((24, 8), (8, 16), (48, 16))]
    launch = Launch(KERNEL, "k", (1,), (1,), 0, 0, tuple(regions))
    assert [Parameter.as_it_lies("a", value).layout for value in shapes(launch)] == ["C", "F", "A"]


@pytest.mark.parametrize(
    ("shape", "strides", "layout"),
    [
        ((4,), (8,), "C"), ((4,), (16,), "A"), ((4,), (0,), "A"), ((1,), (0,), "C"), ((0, 3), (5, 7), "C"),
        ((1, 4), (99, 8), "C"), ((4, 1), (8, 99), "C"), ((3, 2, 2), (8, 24, 48), "F"), ((), (), "C"),
    ],
)  # fmt: skip
def test_a_layout_is_what_numpy_says_of_such_an_array(
    shape: tuple[int, ...], strides: tuple[int, ...], layout: str
) -> None:
    like = as_strided(np.zeros(1), shape, strides)
    flags = (like.flags.c_contiguous, like.flags.f_contiguous)
    assert flags[0] if layout == "C" else flags == (False, layout == "F")
    launch = Launch(KERNEL, "k", (1,), (1,), 0, 0, (Region(1, 0, shape, strides, np.dtype("f8")),))
    assert [Parameter.as_it_lies("a", value).layout for value in shapes(launch)] == [layout]


def test_a_compiler_hears_of_tuples() -> None:
    launch = Launch(KERNEL, "k", (1,), (1,), 0, 0, ((np.float32(1), (Region(1, 0, (4,), (16,), np.dtype("i2")),)),))
    (parameter,) = (Parameter.as_it_lies("a", value) for value in shapes(launch))
    assert [item.dtype for item in (parameter.items[0], parameter.items[1].items[0])] == [np.float32, np.int16]


def test_a_gpu_is_sent_what_was_compiled_and_no_code_of_the_programs() -> None:
    sent: list[Frame] = []

    def device(frame: Frame) -> Frame:
        sent.append(frame)
        return Frame("done", {"findings": [], "stdout": "", "changed": [], "moved": 0, "statements": 0, "took_us": 5.0})

    made = relay(device)
    made.coded = True
    made.compile = lambda _: Compiled(KERNEL, "k", "ours", "sm_90", "", b"ours", 16, 0, 0, 0, grid_sync=True)
    forged = {"symbol": "theirs", "together": False}
    made.answer(
        Frame("launch", {**START, **forged}, {"cubin": np.frombuffer(b"theirs", np.uint8), "more": np.zeros(3)})
    )
    (frame,) = sent
    assert (frame.data["source"], frame.data["symbol"], frame.data["together"]) == ("", "ours", True)
    assert {name: array.tobytes() for name, array in frame.arrays.items()} == {"cubin": b"ours"}
    assert made.calls[0].modelled_us == pytest.approx(5.0)


def test_what_a_gpu_would_load_is_never_uncompiled() -> None:
    made = relay(lambda _: pytest.fail("it was launched"))
    made.coded = True
    with pytest.raises(InfrastructureError, match="no compiler"):
        made.answer(Frame("launch", {**START, "symbol": "k", "together": False}, {"cubin": np.zeros(1, np.uint8)}))


@pytest.mark.parametrize(("coded", "raised"), [(True, StoppedError), (False, InfrastructureError)])
def test_a_fault_is_a_gpus_word_alone(coded: bool, raised: type[Exception]) -> None:
    made = relay(lambda _: Frame("fault", {"status": "misaligned", "word": "CUDA_ERROR_MISALIGNED_ADDRESS"}))
    made.coded = coded
    with pytest.raises(raised) as caught:
        made.answer(Frame("synchronize", {"what": "all", "handle": 0, "query": False, "line": 7}))
    if isinstance(caught.value, StoppedError):
        (finding,) = caught.value.findings
        assert (caught.value.status, finding.message_key, finding.line) == ("runtime_error", "misaligned.gpu", 7)


PLAIN: dict[str, object] = {"findings": [], "error": None, "result": ["int"], "arguments": [[]]}


@pytest.mark.parametrize(
    "change",
    [
        {"findings": None},
        {"findings": [{"kind": "data_race"}]},
        {"error": {"kind": "host_error"}},
        {"result": ["int", "int"]},
        {"result": ["float128"]},
        {"result": [{"is": 3}]},
        {"arguments": [["int"]]},
        {"arguments": []},
    ],
)
def test_a_last_word_that_has_no_sense_is_the_programs_fault(change: dict[str, object]) -> None:
    said = {**PLAIN, **change}
    frame = Frame("ended", said, {"result": np.asarray(3)})  # type: ignore[arg-type]  # what JSON holds is Plain
    assert ending.read(frame, "source", []) == ending.INTERFERED


def test_a_last_word_cannot_be_of_a_kind_or_a_sentence_that_programs_do_not_have() -> None:
    for kind, key in ((Kind.DATA_RACE, "data_race.shared"), (Kind.HOST_ERROR, "host_error.made_up")):
        error = Finding(kind, Severity.ERROR, 1, key).to_plain()
        frame = Frame("ended", {**PLAIN, "error": {**error}})  # type: ignore[dict-item]  # what JSON holds is Plain
        assert ending.read(frame, "source", []) == ending.INTERFERED


def test_a_plain_last_word_is_read() -> None:
    frame = Frame("ended", {**PLAIN}, {"result": np.asarray(3)})  # type: ignore[dict-item]  # what JSON holds is Plain
    assert (ending.read(frame, "source", []).status, ending.read(frame, "source", []).result) == ("ok", 3)


def test_calls_in_the_default_stream_follow_one_another() -> None:
    time = Timeline()
    spans = [
        time.on_host(ALLOC_US),
        time.copied("copy_in", 12_000, 0, pinned=False),
        time.computed(0, 0, 0),
        time.copied("copy_out", 12_000, 0, pinned=False),
    ]
    assert all(later[0] >= earlier[1] for earlier, later in pairwise(spans))
    assert spans[1][1] - spans[1][0] == pytest.approx(COPY_US + 1)


def test_pinned_copies_in_streams_let_the_host_and_the_other_engines_go_on() -> None:
    time = Timeline()
    inward = time.copied("copy_in", 1_000_000, 1, pinned=True)
    kernel = time.computed(0, 0, 2)
    outward = time.copied("copy_out", 1_000_000, 3, pinned=True)
    assert kernel[0] < inward[1]
    assert outward[0] < inward[1]
    assert time.host == 3 * CALL_US


def test_one_engine_does_one_thing_at_a_time_and_so_does_one_stream() -> None:
    time = Timeline()
    first = time.copied("copy_in", 1_000_000, 1, pinned=True)
    second = time.copied("copy_in", 1_000_000, 2, pinned=True)
    kernel = time.computed(0, 0, 1)
    assert second[0] == first[1]
    assert kernel[0] == first[1]


@pytest.mark.parametrize(("stream", "waits"), [(1, False), (0, True)])
def test_the_default_stream_waits_for_the_others(stream: int, waits: bool) -> None:
    time = Timeline()
    slow = time.computed(10**9, 0, 2)
    copy = time.copied("copy_in", 8, stream, pinned=True)
    assert (copy[0] >= slow[1]) is waits


def test_events_order_streams_and_the_host() -> None:
    time = Timeline()
    time.recorded(1, 0)
    slow = time.computed(10**9, 0, 1)
    time.recorded(2, 1)
    time.awaited(2, 3)
    assert time.copied("copy_in", 8, 3, pinned=True)[0] >= slow[1]
    assert time.reached(2)[1] == slow[1]
    assert time.elapsed(1, 2) == pytest.approx(slow[1] / 1000)
    assert time.elapsed(1, 9) is None


@pytest.mark.parametrize("axes", [2, 3, 32])
@pytest.mark.parametrize("order", ["C", "F", "A"])
def test_a_stand_in_has_the_layout_of_its_array_and_takes_next_to_no_memory(axes: int, order: str) -> None:
    array = np.empty((2, 3, *(1,) * (axes - 2)), np.float32, order="F" if order == "F" else "C")
    strides = tuple(2 * stride for stride in array.strides) if order == "A" else array.strides
    stand = stand_in(Region(1, 0, array.shape, strides, array.dtype))
    assert (stand.ndim, stand.nbytes < 100) == (axes, True)
    assert (stand.flags.c_contiguous, stand.flags.f_contiguous) == (order == "C", order == "F")


@pytest.mark.parametrize("stride", [4, 8])
def test_a_stand_in_of_one_axis_has_one_and_is_contiguous_as_its_array_is(stride: int) -> None:
    stand = stand_in(Region(1, 0, (5,), (stride,), np.dtype(np.float32)))
    assert (stand.ndim, stand.flags.c_contiguous) == (1, stride == 4)


def stand_in(region: Region) -> np.ndarray:
    (stand,) = shapes(Launch("", "k", (1,), (1,), 0, 0, (region,)))
    assert isinstance(stand, np.ndarray)
    return stand


def test_of_findings_without_number_the_errors_stay() -> None:
    asked: list[int] = []

    def device(_: Frame) -> Frame:
        asked.append(1)
        severity = Severity.ERROR if len(asked) == 150 else Severity.WARNING
        found: list[object] = [Finding(Kind.DATA_RACE, severity, len(asked), "data_race.write_write", {}).to_plain()]
        return Frame("done", {"findings": found, "stdout": "", "moved": 0, "statements": 0, "changed": []})

    made = Relay(device, 300, ProgramLimits())
    for _ in range(200):
        made.answer(Frame("launch", {**START, "source": KERNEL + "\n" * 300}))
    assert len(made.findings) == MOST_TOLD
    assert [found.line for found in made.findings if found.severity is Severity.ERROR] == [150]
