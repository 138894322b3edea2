"""The types of arguments arrive as they were sent."""

import numpy as np
import pytest

from app.protocol.frames import Frame, decode, encode
from app.protocol.signature import Parameter, pack, unpack

POINT = np.dtype([("x", "f4"), ("inner", [("c", "u1"), ("v", "f8")]), ("d", "f4", (2, 3))], align=True)
VALUES = {
    "fortran": np.zeros((3, 2), order="F"),
    "backwards": np.arange(6.0)[::-1],
    "of no dimension": np.zeros((), np.int8),
    "aligned records": np.zeros((2, 2), POINT),
    "packed records": np.zeros(3, [("c", "u1"), ("x", "f8")]),
    "a record": np.zeros(1, POINT)[0],
    "complex": np.complex64(1j),
    "half": np.zeros(2, np.float16),
    "bool": np.bool_(True),
    "uint64": np.uint64(1 << 63),
}
TYPES = {
    **{name: Parameter.of("a", value) for name, value in VALUES.items()},
    "a view": Parameter.as_it_lies("a", np.zeros((4, 4))[::2]),
    "a tuple": Parameter.as_it_lies("a", (1, (np.zeros(8)[::2], 2.0), ())),
}


@pytest.mark.parametrize("sent", TYPES.values(), ids=TYPES)
def test_a_parameter_crosses_the_wall_as_it_is(sent: Parameter) -> None:
    listed, arrays = pack([sent])
    frame = decode(encode(Frame("compile", {"parameters": listed}, arrays)))
    (back,) = unpack(frame.data["parameters"], frame.arrays)
    assert back == sent
    assert back.dtype.isalignedstruct is sent.dtype.isalignedstruct
