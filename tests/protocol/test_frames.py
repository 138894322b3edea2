"""Frames: what goes in comes out, and what an enemy writes is a FrameError and nothing else."""

from __future__ import annotations

import json
import math
import struct
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from app.errors import FrameError
from app.protocol import frames
from app.protocol.frames import Frame, Reader, decode, encode

RECORD = np.dtype([("flag", "i1"), ("grid", "f8", (2, 3)), ("inner", [("x", "u2")])], align=True)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)
NUMBERS = npst.boolean_dtypes() | npst.integer_dtypes() | npst.floating_dtypes() | npst.complex_number_dtypes()
ARRAYS = npst.arrays(NUMBERS, npst.array_shapes(min_dims=0, min_side=0, max_dims=4, max_side=5))
FUZZ = settings(max_examples=50, deadline=None, database=None)
FRAMES = st.builds(Frame, TEXT, st.dictionaries(TEXT, PLAIN), st.dictionaries(TEXT, ARRAYS, max_size=3))


def framed(header: object, raw: bytes = b"") -> bytes:
    """A frame with any header at all."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<II", 4 + len(text) + len(raw), len(text)) + text + raw


def announced(*entries: object) -> dict[str, object]:
    """A header that announces these arrays."""
    return {"kind": "result", "data": {}, "arrays": list(entries)}


@FUZZ
@given(FRAMES)
def test_every_frame_survives_the_way_over_the_wall(frame: Frame) -> None:
    back = decode(encode(frame))
    assert (back.kind, back.data) == (frame.kind, frame.data)
    assert back.arrays.keys() == frame.arrays.keys()
    for name, array in frame.arrays.items():
        assert back.arrays[name].dtype == array.dtype.newbyteorder("<")
        np.testing.assert_array_equal(back.arrays[name], array)


@FUZZ
@given(st.lists(FRAMES, max_size=3), st.integers(1, 50))
def test_a_reader_finds_the_frames_wherever_the_stream_is_cut(sent: list[Frame], step: int) -> None:
    stream = b"".join(map(encode, sent))
    reader = Reader()
    found = [frame for at in range(0, len(stream), step) for frame in reader.feed(stream[at : at + step])]
    reader.finish()
    assert [(f.kind, f.data) for f in found] == [(f.kind, f.data) for f in sent]


def test_fortran_order_and_records_are_kept() -> None:
    arrays = {"image": np.asfortranarray(np.arange(6.0).reshape(2, 3)), "records": np.zeros(4, RECORD)}
    back = decode(encode(Frame("run", arrays=arrays))).arrays
    assert back["image"].flags.f_contiguous
    assert not back["image"].flags.c_contiguous
    assert back["records"].dtype == RECORD
    assert back["records"].dtype.isalignedstruct is RECORD.isalignedstruct is True  # equality does not tell


@pytest.mark.parametrize("shape", [(), (3,), (2, 2), (0,)])
def test_what_lies_between_the_fields_of_a_record_stays_at_home(shape: tuple[int, ...]) -> None:
    inner = np.dtype([("x", "u1"), ("y", "<f4")], align=True)
    gaps = np.dtype([("flag", "u1"), ("pairs", inner, (2,)), ("n", "<i8")], align=True)
    array = np.frombuffer(b"\xa5" * gaps.itemsize * math.prod(shape), gaps).reshape(shape)
    sent = encode(Frame("x", arrays={"a": array}))
    arrived = decode(sent).arrays["a"]
    assert arrived["pairs"]["y"].tobytes() == array["pairs"]["y"].tobytes()
    assert sent.count(b"\xa5") == math.prod(shape) * (1 + 2 * 5 + 8)


def test_a_view_arrives_as_a_fresh_writable_array_in_c_order() -> None:
    sent = np.arange(20).reshape(4, 5)[::2, ::-1]
    back = decode(encode(Frame("run", arrays={"a": sent}))).arrays["a"]
    back[0, 0] = -1
    assert back.flags.c_contiguous
    assert sent[0, 0] == 4


@pytest.mark.parametrize(
    "frame",
    [
        Frame("x", arrays={"a": np.array([object()])}),
        Frame("x", arrays={"a": np.array(["text"])}),
        Frame("x", arrays={"a": np.array(["2026-01-01"], "M8[D]")}),
        Frame("x", {"a": float("nan")}),
        Frame("x", {"a": float("inf")}),
        Frame("x", {"a": {1, 2}}),  # type: ignore[dict-item]  # that is the point
        Frame("x", {"a": "x" * (frames.MAX_HEADER + 1)}),
    ],
)
def test_what_a_frame_cannot_hold_is_refused_before_it_is_sent(frame: Frame) -> None:
    with pytest.raises(FrameError):
        encode(frame)


def test_a_lone_surrogate_becomes_a_question_mark() -> None:
    assert decode(encode(Frame("x", {"text": "a\ud800b"}))).data == {"text": "a?b"}


def test_the_text_of_an_escape_is_not_an_escape() -> None:
    assert decode(encode(Frame("x", {"text": r"\ud800 and \\ud800"}))).data == {"text": r"\ud800 and \\ud800"}


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "length of nothing": b"\0\0\0\0",
    "huge length": b"\xff\xff\xff\xff" + b"x" * 20,
    "header longer than the frame": struct.pack("<II", 8, 100) + b"{}{}",
    "not JSON": framed(b"{"),
    "not UTF-8": framed(b'{"kind":"\xff","data":{},"arrays":[]}'),
    "deep": framed(b"[" * 200_000),
    "a list": framed([]),
    "a key too many": framed({**announced(), "more": 1}),
    "kind is no string": framed({**announced(), "kind": 1}),
    "data is no table": framed({**announced(), "data": []}),
    "arrays is no list": framed({**announced(), "arrays": {}}),
    "not a number": framed(b'{"kind":"x","data":{"a":NaN},"arrays":[]}'),
    "beyond a float": framed(b'{"kind":"x","data":{"a":1e999},"arrays":[]}'),
    "an integer of a million digits": framed(b'{"kind":"x","data":{"a":' + b"9" * 1_000_000 + b'},"arrays":[]}'),
    "a surrogate in UTF-8": framed(b'{"kind":"\xed\xa0\x80","data":{},"arrays":[]}'),
    "UTF-16": framed(json.dumps(announced()).encode("utf-16-le")),
    "a surrogate escaped in UTF-16": framed('{"kind":"\\ud800","data":{},"arrays":[]}'.encode("utf-16-le")),
    "escaped surrogate": framed(b'{"kind":"\\ud800","data":{},"arrays":[]}'),
    "an object dtype": framed(announced(["a", "|O8", [1], "C"]), b"x" * 8),
    "big-endian": framed(announced(["a", ">i4", [1], "C"]), b"x" * 4),
    "a dtype by name": framed(announced(["a", "object", [1], "C"]), b"x" * 8),
    "a dtype by expression": framed(announced(["a", "i4,i4", [1], "C"]), b"x" * 8),
    "no such float": framed(announced(["a", "<f3", [1], "C"]), b"x" * 3),
    "too few bytes": framed(announced(["a", "<i4", [2], "C"]), b"x" * 4),
    "too many bytes": framed(announced(["a", "<i4", [2], "C"]), b"x" * 9),
    "a huge array": framed(announced(["a", "<i8", [1 << 29, 1 << 29, 1 << 29], "C"])),
    "a huge empty array": framed(announced(["a", "<i8", [0, 1 << 30, 1 << 30, 1 << 30], "C"])),
    "a negative size": framed(announced(["a", "<i8", [-1], "C"]), b"x" * 8),
    "a true size": framed(announced(["a", "<i8", [True], "C"]), b"x" * 8),
    "a fractional size": framed(announced(["a", "<i8", [1.0], "C"]), b"x" * 8),
    "too many dimensions": framed(announced(["a", "<i8", [1] * 65, "C"]), b"x" * 8),
    "another order": framed(announced(["a", "<i8", [1], "A"]), b"x" * 8),
    "one name twice": framed(announced(["a", "<i8", [1], "C"], ["a", "<i8", [1], "C"]), b"x" * 16),
    "a record without size": framed(announced(["a", {"fields": [], "itemsize": 0, "aligned": False}, [1 << 29], "C"])),
    "a field beyond its record": framed(
        announced(["a", {"fields": [["x", "<i8", 4]], "itemsize": 8, "aligned": False}, [1], "C"]), b"x" * 8
    ),
    "a field where none can be aligned": framed(
        announced(["a", {"fields": [["x", "<i8", 4]], "itemsize": 16, "aligned": True}, [1], "C"]), b"x" * 16
    ),
    "an object inside a record": framed(
        announced(["a", {"fields": [["x", "|O8", 0]], "itemsize": 8, "aligned": False}, [1], "C"]), b"x" * 8
    ),
    "a record within itself": framed(
        announced(["a", json.loads('{"base":' * 50 + '"<i4"' + ',"shape":[1]}' * 50), [1], "C"]), b"x" * 4
    ),
    "arrays without number": framed(announced(*[[str(at), "|i1", [0], "C"] for at in range(1001)])),
    "fields without number": framed(
        announced(
            ["a", {"fields": [[str(at), "|i1", 0] for at in range(1001)], "itemsize": 1, "aligned": False}, [0], "C"]
        )
    ),
    "a pickle": framed(b"\x80\x04\x95cposix\nsystem\n(S'true'\ntR."),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_frame_is_a_frame_error(data: bytes) -> None:
    with pytest.raises(FrameError):
        decode(data)


@FUZZ
@given(st.binary(max_size=200))
@example(encode(Frame("x")))
def test_decode_raises_nothing_but_frame_errors(data: bytes) -> None:
    assert_frame_or_error(lambda: decode(data))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["<i4", "|O8", "<f8", "C", "F", "a"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["base", "shape", "fields"]), inner),
    max_leaves=12,
)
ENTRIES = st.lists(st.tuples(TEXT, JUNK | st.just("<i4"), st.lists(JUNK) | JUNK, st.sampled_from("CFA")).map(list))


@FUZZ
@given(ENTRIES | JUNK, st.binary(max_size=64))
def test_any_header_is_a_frame_or_a_frame_error(entries: object, raw: bytes) -> None:
    assert_frame_or_error(lambda: decode(framed({"kind": "x", "data": {}, "arrays": entries}, raw)))


@FUZZ
@given(FRAMES, st.data())
def test_a_frame_with_one_byte_changed_is_a_frame_or_a_frame_error(frame: Frame, data: st.DataObject) -> None:
    raw = bytearray(encode(frame))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] = data.draw(st.integers(0, 255))
    assert_frame_or_error(lambda: decode(raw))
    assert_frame_or_error(lambda: list(Reader().feed(bytes(raw))))


def test_a_stream_that_ends_within_a_frame_is_an_error() -> None:
    reader = Reader()
    assert list(reader.feed(encode(Frame("x"))[:-1])) == []
    with pytest.raises(FrameError, match="bytes into a frame"):
        reader.finish()


def test_a_reader_gives_out_what_came_before_garbage() -> None:
    reader = Reader(1000)
    stream = reader.feed(encode(Frame("first")) + b"\xff" * 50)
    assert next(stream).kind == "first"
    with pytest.raises(FrameError):
        next(stream)


def test_an_announcement_costs_no_memory() -> None:
    reader = Reader(1 << 29)
    tracemalloc.start()
    assert list(reader.feed(struct.pack("<II", 1 << 28, 1 << 20) + b"x" * 1000)) == []
    with pytest.raises(FrameError):
        decode(HOSTILE["a huge array"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def assert_frame_or_error(read: Callable[[], object]) -> None:
    """Whatever else `read` raises fails the test."""
    try:
        read()
    except FrameError:
        return


def test_arrays_that_lie_well_are_not_copied_where_they_need_not_be_fresh() -> None:
    data = bytearray(encode(Frame("job", arrays={"a": np.arange(16.0), "odd": np.ones(3, np.int8), "b": np.ones(4)})))
    arrays = decode(data, fresh=False).arrays
    assert [np.shares_memory(array, np.frombuffer(data, np.uint8)) for array in arrays.values()] == [True, True, False]
    assert all(array.flags.writeable and array.flags.aligned for array in arrays.values())


def test_arrays_of_bytes_that_nobody_may_change_are_copied() -> None:
    data = encode(Frame("job", arrays={"a": np.arange(16.0)}))
    assert decode(data, fresh=False).arrays["a"].flags.writeable
