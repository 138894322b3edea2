"""Whatever a program's process sends, the device answers or says that it is no request; nothing else happens."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import FrameError
from app.program.interpreting import HostMemory, Interpreted
from app.program.memory import Memory, RefusedError, shaped
from app.program.requests import Region, read_request
from app.protocol.frames import Frame

KINDS = [
    "alloc",
    "free",
    "write",
    "read",
    "fill",
    "assign",
    "launch",
    "make",
    "record",
    "wait",
    "synchronize",
    "elapsed",
]
NUMBERS = st.integers(-2, 600) | st.sampled_from([-(1 << 63), 1 << 40, (1 << 62) + 1, 1 << 80])
HANDLES = st.sampled_from([1, 1, 1, 0, 2])
PLACES = st.integers(0, 600)


@st.composite
def plain_regions(draw: st.DrawFn) -> dict[str, object]:
    shape = draw(st.lists(st.sampled_from([1, 2, 3, 5, 0, 1 << 30]), max_size=3))
    strides = [draw(st.sampled_from([8, 16, 1, 0, -8, 40, 1 << 40])) for _ in shape]
    return {"handle": draw(HANDLES), "offset": draw(PLACES), "shape": shape, "strides": strides}


REGIONS = plain_regions()
ANYTHING = NUMBERS | st.booleans() | st.text(max_size=5) | st.floats(allow_nan=False) | st.lists(NUMBERS) | st.none()
FIELDS = {
    **dict.fromkeys(("handle", "event", "start", "end"), HANDLES),
    **dict.fromkeys(("offset", "bytes", "shared"), PLACES),
    **dict.fromkeys(("pinned", "implicit", "query"), st.booleans()),
    **dict.fromkeys(("target", "source"), REGIONS),
    **dict.fromkeys(("grid", "block"), st.lists(st.integers(0, 3), min_size=1, max_size=3)),
    "value": st.integers(0, 255),
    "stream": st.sampled_from([0, 0, 0, 1]),
    "what": st.sampled_from(["stream", "event", "all"]),
    "arguments": st.lists(REGIONS | st.just("scalar") | st.lists(st.just("scalar"), max_size=2), max_size=3),
    "entry": st.sampled_from(["k", "k", "missing"]),
}
DTYPES = ["u1", "<i4", "<f8", "<c16", "<f2", "?"]


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    data = {
        name: draw(strategy | ANYTHING if draw(st.integers(0, 9)) == 0 else strategy)
        for name, strategy in FIELDS.items()
    }
    kind = draw(st.sampled_from(KINDS))
    if kind == "launch":
        names = ", ".join("abc"[: len(data["arguments"])] if isinstance(data["arguments"], list) else "")
        data["source"] = f"from numba import cuda\n@cuda.jit\ndef k({names}):\n    pass\n"
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    carriers = ["target", "source", *(f"argument{at}" for at in range(3)), "argument0.0", "argument0.1"]
    arrays = {name: np.zeros((), dtype) for name in carriers}
    arrays["data"] = np.zeros(draw(st.integers(0, 300)), np.uint8)
    return Frame(kind, data, arrays)


def exchange(asked: list[Frame]) -> None:
    device = Interpreted(most=4096)
    for made in (Frame("alloc", {"bytes": 512}), Frame("make", {"what": "stream"}), Frame("make", {"what": "event"})):
        device.answer(made)
    for frame in asked:
        try:
            answer = device.answer(frame)
        except FrameError:
            continue
        assert answer.kind in ("done", "refused")
    assert device.memory.used <= 4096


@settings(max_examples=60, deadline=None)
@given(st.lists(frames(), max_size=6))
def test_a_device_answers_anything_or_calls_it_no_request(asked: list[Frame]) -> None:
    exchange(asked)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(frames(), max_size=8))
def test_a_device_answers_anything_at_length(asked: list[Frame]) -> None:
    exchange(asked)


@pytest.mark.parametrize(
    "frame",
    [
        Frame("reboot"),
        Frame("alloc", {"bytes": -1}),
        Frame("alloc", {"bytes": True}),
        Frame("alloc", {"bytes": 1.5}),
        Frame("alloc", {"bytes": "8"}),
        Frame("write", {"handle": 1, "offset": 0, "stream": 0, "pinned": False, "implicit": False}),
        Frame("assign", {"target": {"handle": 1, "offset": 0, "shape": [1], "strides": []}, "source": {}, "stream": 0}),
        Frame("launch", {"source": "", "entry": "k", "grid": [], "block": [1], "shared": 0, "stream": 0}),
        Frame("synchronize", {"what": "world", "handle": 0, "query": False}),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_by_the_reader(frame: Frame) -> None:
    with pytest.raises(FrameError):
        read_request(frame)


@st.composite
def regions(draw: st.DrawFn) -> Region:
    shape = tuple(draw(st.lists(st.integers(0, 5), max_size=3)))
    strides = tuple(draw(st.integers(-24, 24)) for _ in shape)
    return Region(1, draw(st.integers(0, 64)), shape, strides, np.dtype(draw(st.sampled_from(["u1", "<f4", "<f8"]))))


@settings(max_examples=100, deadline=None)
@given(regions())
def test_an_array_lies_within_its_memory_or_is_refused(region: Region) -> None:
    memory = Memory(HostMemory, 1024)
    memory.alloc(96)
    places = [
        region.offset + sum(map(math.prod, zip(at, region.strides, strict=True))) for at in np.ndindex(region.shape)
    ]
    inside = all(place >= 0 and place + region.dtype.itemsize <= 96 for place in places)
    if not inside:
        with pytest.raises(RefusedError):
            memory.around(region)
    else:
        found = memory.around(region)
        data = np.zeros(0, np.uint8) if found is None else found.data
        assert shaped(region, data, 0).shape == region.shape


def test_memory_is_counted_and_handles_are_not_used_twice() -> None:
    memory = Memory(HostMemory, 1024)
    first = memory.alloc(512)
    memory.free(first)
    assert memory.alloc(1000) != first
    with pytest.raises(RefusedError):
        memory.alloc(1)
    with pytest.raises(RefusedError):
        memory.free(first)
