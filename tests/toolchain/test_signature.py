"""The types of arguments cross the wall unchanged."""

from __future__ import annotations

import numpy as np
import pytest

from app.errors import FrameError
from app.protocol.frames import Frame, decode, encode
from app.protocol.signature import Parameter, pack, unpack

RECORD = np.dtype([("id", np.int8), ("x", np.float32, (2,))], align=True)
VALUES = [
    np.zeros(3, np.float32), np.zeros((2, 3, 4)), np.zeros((2, 3), order="F"), np.zeros(2, RECORD),
    np.zeros((4, 4))[:, ::2], 1, 2.5, True, 1j, np.uint8(3), np.float16(1), 1 << 63,
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_type_comes_back_as_it_went(value: object) -> None:
    sent = Parameter.of("a", value)
    listed, arrays = pack([sent])
    frame = decode(encode(Frame("compile", {"parameters": listed}, arrays)))
    assert unpack(frame.data["parameters"], frame.arrays) == [sent]


def test_only_arrays_that_are_fortran_alone_are_fortran() -> None:
    layouts = [
        Parameter.of("a", array).layout for array in (np.zeros((2, 3), order="F"), np.zeros(3), np.zeros((2, 3)).T)
    ]
    assert layouts == ["F", "C", "F"]


@pytest.mark.parametrize("value", [(1, 2), [1], "x", None, object()])
def test_what_no_kernel_takes_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="arrays and numbers"):
        Parameter.of("a", value)


@pytest.mark.parametrize("listed", [
    None, {}, [1], [{}], [{"name": "a", "scalar": False, "layout": "X"}], [{"name": "a", "scalar": False}],
])  # fmt: skip
def test_anything_else_is_no_signature(listed: object) -> None:
    with pytest.raises(FrameError):
        unpack(listed, {"parameter0": np.empty(0)})  # type: ignore[arg-type]  # that is the point
