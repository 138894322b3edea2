"""What a kernel under numba's ABI is given, byte by byte; no GPU is needed to say it."""

import struct

import numpy as np
import pytest

from app.devices.gpu.packing import words
from app.protocol.signature import Parameter
from app.toolchain.link import parameter_widths

HERE = 0x7F00_0000_1000
RECORD = np.dtype([("id", np.int8), ("x", np.float32, (2,))], align=True)
VALUES = [
    np.zeros((2, 3, 4)), np.zeros((2, 3), order="F"), np.arange(12.0)[::-3], np.array(1.5), np.zeros(0),
    np.zeros(2, RECORD), 7, 2.5, True, 1j, 1 << 63, np.uint8(200), np.int16(-1), np.float16(1.5),
    np.float32(0.1), np.complex64(1 - 2j),
    np.zeros(1, RECORD)[0], np.timedelta64(3, "s"), (3, 0.25), (np.float32(1), (True, 2)),
]  # fmt: skip


def packed(value):
    return b"".join(word.tobytes() for word in words(value, lambda array: HERE))


def test_an_array_is_its_address_shape_and_strides():
    array = np.zeros((6, 5), np.float32)[::-2, 1:]
    assert packed(array) == struct.pack("<9q", 0, 0, 12, 4, HERE, 3, 4, -40, 4)


def test_an_array_without_axes_is_five_words():
    assert packed(np.array(1.5)) == struct.pack("<5q", 0, 0, 1, 8, HERE)


def test_numbers_are_as_wide_as_their_types():
    values = (7, 2.5, True, np.uint8(200), np.float16(1.5), np.complex64(1 - 2j))
    assert packed(values) == struct.pack("<qd?Beff", 7, 2.5, True, 200, 1.5, 1, -2)


def test_a_record_lies_in_memory_and_a_tuple_is_its_items():
    record = np.array((1, (2, 3)), RECORD)[()]
    laid = []
    assert words((record, (1, 2.0)), lambda array: laid.append(array.tobytes()) or HERE) == [HERE, 1, 2.0]
    assert laid == [record.tobytes()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__} {getattr(value, 'dtype', '')}")
def test_the_words_are_those_that_numba_compiles_for(value):
    bits = parameter_widths([Parameter.as_it_lies("a", value)])
    assert tuple(8 * word.itemsize for word in words(value, lambda array: HERE)) == bits


@pytest.mark.parametrize("value", ["x", None, [1], np.float128(1) if hasattr(np, "float128") else object()])
def test_what_no_kernel_takes_is_refused(value):
    with pytest.raises(TypeError, match="takes no"):
        words(value, lambda array: HERE)
