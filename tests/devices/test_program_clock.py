"""What a program's clocks and events tell: the model's time, what is compiled and what lies in the cache included."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from app.devices.program import ProgramLimits
from app.devices.program.cache import Cache
from app.devices.program.relay import Relay
from app.devices.program.timeline import CACHED_BYTES_PER_US, COMPILE_US, LAUNCH_US, Timeline
from app.findings import Plain
from app.program.clock import modelled
from app.program.interpreting import Interpreted
from app.program.wire import Wire
from app.protocol.frames import Frame

KERNEL = "from numba import cuda\n@cuda.jit\ndef k(a):\n    a[cuda.grid(1)] = 1\n"
SIZE = 1_024


def launch(dtype: str = "float32", *, declared: bool = False) -> Frame:
    item = np.dtype(dtype).itemsize
    array = {"handle": 1, "offset": 0, "shape": [SIZE // item], "strides": [item]}
    sizes = {"grid": [1], "block": [SIZE // item], "shared": 0, "stream": 0}
    said: dict[str, Plain] = {"source": KERNEL, "entry": "k", **sizes, "arguments": [array], "declared": declared}
    return Frame("launch", said, {"argument0": np.empty(0, dtype)})


@pytest.fixture
def relay() -> Relay:
    made = Relay(Interpreted().answer, 10, ProgramLimits())
    made.answer(Frame("alloc", {"bytes": SIZE}))
    made.answer(Frame("make", {"what": "event"}))
    made.answer(Frame("make", {"what": "event"}))
    return made


def clock(relay: Relay) -> float:
    return float(str(relay.answer(Frame("clock")).data["microseconds"]))


@pytest.mark.parametrize(
    ("frame", "compiled"),
    [(launch(), 0), (launch("float64"), 1), (launch("float64", declared=True), 0)],
)
def test_a_kernel_is_compiled_at_its_first_launch_with_arguments_of_such_types(
    relay: Relay, frame: Frame, compiled: int
) -> None:
    before = clock(relay)
    relay.answer(launch())
    assert clock(relay) - before > COMPILE_US
    before = clock(relay)
    relay.answer(frame)
    assert (clock(relay) - before > COMPILE_US) == bool(compiled)
    assert relay.calls[-1].modelled_end_us < COMPILE_US  # the timeline has no gap for it


def record(event: int) -> Frame:
    return Frame("record", {"event": event, "stream": 0})


def test_events_round_a_first_launch_tell_what_was_compiled_between_them(relay: Relay) -> None:
    told = []
    for _ in range(2):
        for frame in (record(1), launch(), record(2)):
            relay.answer(frame)
        relay.answer(Frame("synchronize", {"what": "all", "handle": 0, "query": False}))
        told.append(float(str(relay.answer(Frame("elapsed", {"start": 1, "end": 2})).data["milliseconds"])))
    assert told[0] == pytest.approx(told[1] + COMPILE_US / 1000)


@pytest.mark.parametrize("query", [True, False])
def test_an_event_has_no_time_before_the_host_has_waited_for_it(relay: Relay, query: bool) -> None:
    for frame in (record(1), launch(), record(2)):
        relay.answer(frame)
    early = relay.answer(Frame("elapsed", {"start": 1, "end": 2}))
    assert early.data["key"] == "host_error.event_early"
    relay.answer(Frame("synchronize", {"what": "event", "handle": 2, "query": query}))
    assert relay.answer(Frame("elapsed", {"start": 1, "end": 2})).kind == "done"


def test_the_cache_keeps_what_was_used_last() -> None:
    cache = Cache(100)
    small, large = (1, 0, 40), (2, 0, 90)
    assert [cache.used([small]), cache.used([small]), cache.used([small, (3, 0, 40)])] == [0.0, 1.0, 0.5]
    assert [cache.used([large]), cache.used([small]), cache.used([large])] == [0.0, 0.0, 0.0]
    assert [cache.used([(4, 0, 101)]), cache.used([(4, 0, 101)]), cache.used([])] == [0.0, 0.0, 0.0]


def test_pieces_without_number_are_kept_and_given_up_at_the_cost_of_one_each() -> None:
    cache = Cache(10_000)
    for at in range(20_000):
        cache.used([(1, at, at + 1)])
    assert [cache.used([(1, at, at + 1)]) for at in (19_999, 10_000, 9_999)] == [1.0, 1.0, 0.0]


def test_what_lies_in_the_cache_moves_faster() -> None:
    cold, warm = Timeline().computed(8_000_000, 0, 0), Timeline().computed(8_000_000, 0, 0, cached=1.0)
    assert warm[1] - warm[0] == LAUNCH_US + 8_000_000 / CACHED_BYTES_PER_US
    assert cold[1] - cold[0] > warm[1] - warm[0]


def test_a_copy_on_the_device_is_faster_the_second_time(relay: Relay) -> None:
    array = {"offset": 0, "shape": [SIZE], "strides": [1]}
    arrays = {name: np.empty(0, np.uint8) for name in ("target", "source")}
    relay.answer(Frame("alloc", {"bytes": SIZE}))
    said: dict[str, Plain] = {"target": {"handle": 1, **array}, "source": {"handle": 2, **array}, "stream": 0}
    for _ in range(2):
        relay.answer(Frame("assign", said, arrays))
    first, second = relay.calls[-2:]
    assert first.modelled_us > second.modelled_us


def test_the_hosts_clock_goes_on_while_the_device_works_only_where_the_host_waits(relay: Relay) -> None:
    relay.answer(launch())
    start = clock(relay)
    relay.answer(launch())
    launched = clock(relay) - start
    relay.answer(Frame("synchronize", {"what": "all", "handle": 0, "query": False}))
    assert launched < LAUNCH_US < clock(relay) - start
    assert [call.action for call in relay.calls[-4:]] == ["launch", "clock", "synchronize", "clock"]


def test_every_clock_of_a_program_is_the_models_and_ours_is_back_afterwards() -> None:
    wire = Wire(lambda _: Frame("done", {"microseconds": 2_500.0}), print)
    names = ("perf_counter", "monotonic", "time")
    real = [getattr(time, name) for name in names]
    with modelled(wire):
        assert [getattr(time, name)() for name in names] == [0.0025] * 3
        assert [getattr(time, f"{name}_ns")() for name in names] == [2_500_000] * 3
    assert [getattr(time, name) for name in names] == real


def test_another_thread_keeps_its_clock_while_a_program_runs() -> None:
    """An event loop beside a program once took the model's time for its own and slept until the real one came up."""
    wire = Wire(lambda _: Frame("done", {"microseconds": 2_500.0}), print)
    names = ("monotonic", "monotonic_ns", "time")
    with ThreadPoolExecutor(1) as other, modelled(wire):
        told = [other.submit(lambda name=name: getattr(time, name)()).result() for name in names]
        assert time.monotonic() == 0.0025
    assert told[0] > 0.0025
    assert told[1] > 2_500_000
    assert told[2] > 1e9
