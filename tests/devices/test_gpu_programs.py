"""A host program's device on a GPU, where none is: the driver is a stand-in, and says so (standing_driver)."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.devices.gpu import programs, replay
from app.devices.gpu.answer import GpuError
from app.devices.gpu.live import Live
from app.devices.gpu.replay import DiffersError, measured
from app.errors import FrameError
from app.program.interpreting import Interpreted
from app.protocol.frames import Frame
from tests.devices.standing_driver import StandIn
from tests.devices.standing_programs import KERNELS
from tests.program.test_requests import frames

OURS = {"findings", "moved", "statements", "took_us"}  # what one device says and the other does not, or says otherwise
COPY = {"handle": 1, "offset": 0, "implicit": False}
ALL = Frame("synchronize", {"what": "all", "handle": 0, "query": False})
A = np.arange(8.0)


def stand_in(**more: object) -> StandIn:
    return StandIn({**KERNELS, "k": lambda driver, words: None}, **more)


def write(data: np.ndarray = A, handle: int = 1, stream: int = 0, *, pinned: bool = False) -> Frame:
    raw = {"data": np.frombuffer(data.tobytes(), np.uint8)}
    return Frame("write", {**COPY, "handle": handle, "stream": stream, "pinned": pinned}, raw)


def read(nbytes: int = A.nbytes, handle: int = 1, stream: int = 0, *, pinned: bool = False) -> Frame:
    return Frame("read", {**COPY, "handle": handle, "bytes": nbytes, "stream": stream, "pinned": pinned})


def launch(symbol: str, *handles: int, stream: int = 0, size: int = 8, stride: int = 8) -> Frame:
    regions: list[object] = [{"handle": one, "offset": 0, "shape": [size], "strides": [stride]} for one in handles]
    data = {"source": "", "entry": "k", "grid": [1], "block": [8], "shared": 0, "stream": stream, "names": ["a", "b"]}
    arrays = {f"argument{at}": np.empty(0, np.float64) for at in range(len(handles))}
    code = {"cubin": np.zeros(4, np.uint8)}
    return Frame("launch", {**data, "arguments": regions, "symbol": symbol, "together": False}, {**arrays, **code})


def made(*frames: Frame, driver: StandIn | None = None) -> Live:
    """A device that was asked all this, after one allocation of 64 bytes, two streams and two events."""
    live = Live(driver or stand_in(), "sm_90", 1 << 16)
    for frame in (
        Frame("alloc", {"bytes": 64}),
        *(Frame("make", {"what": w}) for w in ("stream", "event") * 2),
        *frames,
    ):
        assert live.answer(frame).kind == "done"
    return live


def times(live: Live, driver: StandIn) -> list[tuple[float, float]]:
    return measured(driver, live.steps, live.seen, live.state(), 5.0)


def told(answer: Frame) -> tuple[object, ...]:
    arrays = {name: array.tobytes() for name, array in answer.arrays.items()}
    return answer.kind, {name: value for name, value in answer.data.items() if name not in OURS}, arrays


def both(asked: list[Frame]) -> None:
    """The interpreter's device and a GPU's say the same to the same requests."""
    driver = stand_in()
    interpreted, gpu = Interpreted(most=4096), Live(driver, "sm_90", 4096)
    start = [Frame("alloc", {"bytes": 512}), Frame("make", {"what": "stream"}), Frame("make", {"what": "event"})]
    for frame in start + asked:
        coded = Frame(
            frame.kind,
            {**frame.data, "symbol": "k", "together": False},
            {**frame.arrays, "cubin": np.zeros(1, np.uint8)},
        )
        try:
            said = interpreted.answer(frame)
        except FrameError:
            with pytest.raises(FrameError):
                gpu.answer(coded)
            continue
        if said.data.get("findings") or str(said.data.get("key")) == "launch_config.arguments":
            continue  # who compiles says so before a GPU is asked
        assert told(gpu.answer(coded)) == told(said)
    gpu.close()
    assert driver.held == (0, 0)


@settings(max_examples=25, deadline=None)
@given(st.lists(frames(), max_size=6))
def test_both_devices_answer_alike(asked: list[Frame]) -> None:
    both(asked)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(frames(), max_size=8))
def test_both_devices_answer_alike_at_length(asked: list[Frame]) -> None:
    both(asked)


def test_a_kernel_changes_memory_and_its_change_is_told() -> None:
    live = made(write(), Frame("alloc", {"bytes": 64}))
    said = live.answer(launch("double", 1, 2))
    assert said.data["changed"] == [1]
    np.testing.assert_array_equal(live.answer(read(handle=2)).arrays["data"].view(np.float64), 2 * A)


def test_a_view_keeps_its_strides() -> None:
    live = made(write(), launch("add_one", 1, size=4, stride=16))
    wanted = A + [1, 0] * 4
    np.testing.assert_array_equal(live.answer(read()).arrays["data"].view(np.float64), wanted)


def test_a_write_beside_an_array_is_a_finding_with_its_name() -> None:
    said = made(write()).answer(launch("past", 1))
    (found,) = said.data["findings"]
    assert (found["message_key"], found["args"]["name"], found["args"]["side"]) == ("out_of_bounds.guard", "a", "after")


@pytest.mark.parametrize(("kernel", "status"), [("illegal", "illegal_address"), ("too_many", "")])
def test_a_fault_ends_the_context_and_a_refusal_does_not(kernel: str, status: str) -> None:
    asked = iter([Frame("alloc", {"bytes": 64}), launch(kernel, 1), Frame("end")])
    said: list[Frame] = []
    whole = programs.serve(
        Frame("device", {"arch": "sm_90", "bytes": 999}), lambda: next(asked), said.append, stand_in()
    )
    assert whole == (not status)
    assert (said[-1].kind, said[-1].data.get("status", "")) == ("fault" if status else "refused", status)


def test_what_the_driver_cannot_give_is_refused_as_what_the_limit_forbids() -> None:
    live = Live(stand_in(most=100), "sm_90", 1 << 16)
    assert live.answer(Frame("alloc", {"bytes": 200})).data["key"] == "memory.device"


def overlapping(driver: StandIn) -> Live:
    there = [write(stream=1, pinned=True), launch("add_one", 1, stream=1), read(stream=1, pinned=True)]
    other = [write(handle=2, stream=2, pinned=True), read(handle=2, stream=2, pinned=True)]
    return made(Frame("alloc", {"bytes": 64}), *there, *other, ALL, driver=driver)


def test_a_replay_goes_on_where_the_program_did() -> None:
    """Work of two streams is begun before anything of the first is waited for."""
    driver = stand_in()
    live = overlapping(driver)
    driver.log.clear()
    with replay._buffers(driver, live.steps) as buffers, replay.Replay(driver, buffers) as once:
        spans = once.run(live.steps)
        once.compare(live.steps, live.seen, live.state())
    begun = [(name, stream) for name, stream in driver.log if name in ("put", "get", "launch") and stream]
    first, second = begun[0][1], begun[-1][1]
    assert begun[:5] == [("put", first), ("launch", first), ("get", first), ("put", second), ("get", second)]
    assert len(spans) == 8  # two allocations, five pieces of work, one wait; nothing for what was made


def test_a_piece_of_work_lies_between_its_events_in_its_stream() -> None:
    driver = stand_in()
    spans = times(overlapping(driver), driver)
    work = spans[2:5]
    assert all(start < end for start, end in work)
    assert all(end <= start for (_, end), (start, _) in pairwise(work))


def test_a_stream_waits_for_an_event_of_another() -> None:
    driver = stand_in()
    mark, wait = Frame("record", {"event": 1, "stream": 1}), Frame("wait", {"event": 1, "stream": 2})
    there = [write(stream=1, pinned=True), mark, wait, launch("add_one", 1, stream=2)]
    live = made(*there, Frame("synchronize", {"what": "stream", "handle": 2, "query": False}), driver=driver)
    driver.order.clear()
    times(live, driver)
    done = [name.split()[0] for name in driver.order if name.split()[0] in ("put", "launch")]
    assert done[:2] == ["put", "launch"]


def test_a_replay_that_brings_other_bytes_is_dropped() -> None:
    driver = stand_in()
    live = made(write(), launch("draws", 1), read(), driver=driver)
    with pytest.raises(DiffersError, match="host"):
        times(live, driver)
    live = made(write(), launch("draws", 1), driver=driver)
    with pytest.raises(DiffersError, match="device"):
        times(live, driver)


STREAMS = st.sampled_from([0, 1])  # the default stream and another one wait for each other
HANDLES = st.sampled_from([1, 2, 3])


@st.composite
def asked_in_order(draw: st.DrawFn) -> Frame:
    stream, pinned, handle = draw(STREAMS), draw(st.booleans()), draw(HANDLES)
    match draw(
        st.sampled_from(["write", "read", "fill", "assign", "double", "add_one", "free", "alloc", "clock", "wait"])
    ):
        case "write":
            return write(draw(st.floats(-8, 8)) + A, handle, stream, pinned=pinned)
        case "read":
            return read(handle=handle, stream=stream, pinned=pinned)
        case "fill":
            return Frame(
                "fill", {**COPY, "handle": handle, "bytes": 64, "value": draw(st.integers(0, 9)), "stream": stream}
            )
        case "assign":
            wide = {"offset": 0, "shape": [4], "strides": [draw(st.sampled_from([8, 16]))]}
            arrays = {"target": np.empty(0, np.float64), "source": np.empty(0, draw(st.sampled_from(["<f8", "<i8"])))}
            target, source = {"handle": handle, **wide}, {"handle": draw(HANDLES), **wide}
            return Frame("assign", {"target": target, "source": source, "stream": stream}, arrays)
        case "double":
            return launch("double", handle, draw(HANDLES), stream=stream)
        case "add_one":
            return launch("add_one", handle, stream=stream)
        case "free":
            return Frame("free", {"handle": handle})
        case "alloc":
            return Frame("alloc", {"bytes": 64})
        case "clock":
            return Frame("clock")
    return Frame("synchronize", {"what": "stream", "handle": stream, "query": False})


@settings(max_examples=30, deadline=None)
@given(st.lists(asked_in_order(), max_size=12))
def test_a_replay_does_what_was_done_where_nothing_races(asked: list[Frame]) -> None:
    driver = stand_in()
    live = made(Frame("alloc", {"bytes": 64}), Frame("alloc", {"bytes": 64}), driver=driver)
    done = sum(live.answer(frame).kind == "done" for frame in asked)
    with np.errstate(all="ignore"):
        assert len(times(live, driver)) == done + 3
    live.close()
    assert driver.held == (0, 0)


def test_a_strided_copy_is_replayed_by_way_of_the_host() -> None:
    driver = stand_in()
    target = {"handle": 2, "offset": 0, "shape": [4], "strides": [16]}
    source = {"handle": 1, "offset": 0, "shape": [4], "strides": [8]}
    arrays = {"target": np.empty(0, np.float64), "source": np.empty(0, np.float64)}
    copy = Frame("assign", {"target": target, "source": source, "stream": 1}, arrays)
    live = made(write(), Frame("alloc", {"bytes": 64}), copy, read(handle=2), driver=driver)
    np.testing.assert_array_equal(live.answer(read(handle=2)).arrays["data"].view(np.float64)[::2], A[:4])
    assert len(times(live, driver)) == 6


def test_a_record_is_passed_by_its_address() -> None:
    driver, seen = stand_in(), list[bytes]()
    driver.kernels["k"] = lambda driver, words: seen.append(driver.at(int(words[0]), 8).tobytes())
    record = np.array((3, 4), [("x", "<i4"), ("y", "<i4")])
    frame = launch("k")
    live = made(
        Frame("launch", {**frame.data, "arguments": ["scalar"]}, {**frame.arrays, "argument0": record}), driver=driver
    )
    times(live, driver)
    assert set(seen) == {record.tobytes()}
    live.close()
    assert driver.held == (0, 0)


def test_everything_is_given_back_after_replays() -> None:
    driver = stand_in()
    many = [Frame("alloc", {"bytes": 64}) for _ in range(30)]
    live = made(*many, *(Frame("free", {"handle": at + 2}) for at in range(25)), write(pinned=True), driver=driver)
    times(live, driver)
    live.close()
    assert driver.held == (0, 0)


def test_memory_is_made_ready_before_the_clock_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = stand_in()
    live = made(read(), driver=driver)  # what nobody wrote
    driver.log.clear()
    times(live, driver)
    names = [name.partition(" ")[0] for name, *_ in driver.log]
    assert names[: names.index("record")] == ["get", "set"]
    monkeypatch.setattr(replay, "FRESH", 63)
    with pytest.raises(DiffersError, match="allocates"):
        times(live, driver)


def test_the_median_round_counts_and_the_first_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = iter([99.0, 5.0, 1.0, 3.0, 2.0, 4.0])
    monkeypatch.setattr(replay.Replay, "run", lambda self, steps: [(0.0, next(rounds))])
    monkeypatch.setattr(replay.Replay, "compare", lambda *_: None)
    assert measured(stand_in(), [], [], [], 5.0) == [(0.0, 3.0)]


def test_a_replay_without_memory_leaves_the_context_as_it_was() -> None:
    driver = stand_in(most=400)  # enough for one such memory between its bands, and not for two more
    asked = iter([Frame("alloc", {"bytes": 150}), Frame("replay", {"seconds": 1.0}), Frame("end")])
    said: list[Frame] = []
    job = Frame("device", {"arch": "sm_90", "bytes": 999})
    assert programs.serve(job, lambda: next(asked), said.append, driver)
    assert (said[-1].data, driver.held) == ({"why": "there is no memory for it"}, (0, 0))


def test_a_program_that_copies_too_much_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.devices.gpu.live.KEPT", 100)
    asked = iter([Frame("alloc", {"bytes": 64}), write(), read(), Frame("replay", {"seconds": 1.0}), Frame("end")])
    said: list[Frame] = []
    job = Frame("device", {"arch": "sm_90", "bytes": 999})
    assert programs.serve(job, lambda: next(asked), said.append, stand_in())
    assert said[-1].data == {"why": "it copies more than is kept of it"}


def test_a_fault_in_a_replay_is_told_as_one() -> None:
    driver = stand_in()
    live = made(write(), launch("add_one", 1), driver=driver)
    driver.kernels["add_one"] = KERNELS["illegal"]
    with pytest.raises(GpuError, match="ILLEGAL"):
        times(live, driver)
