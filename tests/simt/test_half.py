"""float16 to whole numbers: to the nearest, halves to the even one, ends clamp. The rows are what an H200 gave for
`cvt.rni.<type>.f16`, the instruction that numba-cuda writes."""

import numpy as np
import pytest

from app.simt.types import FLOAT16, SIGNED, UNSIGNED
from app.simt.values import caster

ROWS = {
    "int8": [2, 4, -2, 0, 127, -128, 127, 127, -128, 127, 127, -128, 0],
    "uint8": [2, 4, 0, 0, 255, 0, 128, 128, 0, 255, 255, 0, 0],
    "int16": [2, 4, -2, 0, 300, -300, 128, 128, -128, 32767, 32767, -32768, 0],
    "uint16": [2, 4, 0, 0, 300, 0, 128, 128, 0, 65504, 65535, 0, 0],
    "int32": [2, 4, -2, 0, 300, -300, 128, 128, -128, 65504, 2**31 - 1, -(2**31), 0],
    "uint32": [2, 4, 0, 0, 300, 0, 128, 128, 0, 65504, 2**32 - 1, 0, 0],
    "int64": [2, 4, -2, 0, 300, -300, 128, 128, -128, 65504, 2**63 - 1, -(2**63), -(2**63)],
    "uint64": [2, 4, 0, 0, 300, 0, 128, 128, 0, 65504, 2**64 - 1, 0, 2**63],
}
VALUES = [2.5, 3.5, -2.5, 0.5, 300, -300, 127.5, 128, -128.5, 65504, np.inf, -np.inf, np.nan]


@pytest.mark.parametrize("target", [*SIGNED, *UNSIGNED], ids=str)
def test_a_half_becomes_a_whole_number_as_on_the_device(target):
    change = caster(FLOAT16, target)
    with np.errstate(all="ignore"):
        assert change(np.array(VALUES, np.float16)).tolist() == ROWS[target.name]
        assert [change(np.float16(value)).item() for value in VALUES] == ROWS[target.name]
