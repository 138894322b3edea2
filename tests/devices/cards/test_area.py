"""Arrays in shared memory: every layout survives, and what overlaps here overlaps there."""

import os
from unittest.mock import Mock

import numpy as np
import pytest

from app.devices.cards.area import Area

RECORD = np.dtype([("id", np.int8), ("x", np.float32, (2,))], align=True)
ARRAYS = {
    "c": np.arange(24.0).reshape(2, 3, 4), "f": np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
    "backwards": np.arange(10)[::-3], "column": np.arange(12.0).reshape(3, 4)[:, 1], "none": np.array(1.5),
    "empty": np.zeros((0, 3)), "complex": np.array([1j, 2]), "bool": np.array([True, False]),
    "record": np.array([(1, (2, 3))], RECORD), "half": np.ones(3, np.float16), "broadcast": np.broadcast_to(7, (2, 3)),
}  # fmt: skip


def test_every_layout_comes_back():
    with Area.of(ARRAYS) as area:
        back = area.read()
    assert all(np.array_equal(back[name], array) and back[name].dtype == array.dtype for name, array in ARRAYS.items())
    assert all(array.flags.owndata for array in back.values())


def test_a_view_keeps_its_strides():
    with Area.of({"a": ARRAYS["backwards"]}) as area:
        entry = area.layout.arrays["a"]
    assert (entry.strides, entry.first, area.layout.blocks[0].size) == ((-24,), 72, 80)


def test_what_overlaps_lies_once_and_what_does_not_lies_apart():
    whole = np.arange(10)
    with Area.of({"left": whole[:6], "right": whole[4:], "even": whole[::2], "other": np.arange(10)}) as area:
        blocks = {name: entry.block for name, entry in area.layout.arrays.items()}
    assert blocks["left"] == blocks["right"] == blocks["even"] != blocks["other"]


def test_empty_arrays_lie_apart():
    with Area.of({"a": np.zeros(0), "b": np.zeros(0), "c": np.zeros(1)}) as area:
        assert len(area.layout.blocks) == 3


def test_nobody_changes_a_sealed_area():
    with Area.of({"a": np.zeros(4)}) as area:
        with pytest.raises(PermissionError):
            os.pwrite(area.fileno(), b"x", 0)
        with pytest.raises(PermissionError):
            os.ftruncate(area.fileno(), 0)


def test_outputs_lie_side_by_side_and_twice():
    with Area.of(ARRAYS) as area, Area.for_outputs(area.layout.only(("f", "none")), copies=2) as outputs:
        lies = outputs.layout.blocks[outputs.layout.arrays["none"].block].offset
        os.pwrite(outputs.fileno(), np.array(2.5).tobytes(), outputs.layout.size + lies)
        assert outputs.read()["none"] == 0
        assert outputs.read(1)["none"] == 2.5
        assert outputs.read(1)["f"].shape == (2, 3)
        with pytest.raises(PermissionError):
            os.ftruncate(outputs.fileno(), 0)


def test_memory_that_cannot_be_filled_is_given_back(monkeypatch):
    before = os.listdir("/proc/self/fd")  # noqa: PTH208  # names of a moment
    monkeypatch.setattr("app.devices.cards.area._write", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        Area.of({"a": np.ones(4)})
    assert os.listdir("/proc/self/fd") == before  # noqa: PTH208  # names of a moment
