"""Types that the compiler's process tells: read as a stranger's word."""

import pytest

from app.devices.untrusted import types_from
from app.errors import FrameError
from app.findings import Plain
from app.protocol.compiled import LONGEST_TYPE, MOST_TYPES, Inferred

SOURCE = "one\ntwo"


def test_types_of_lines_of_the_source_are_kept() -> None:
    assert types_from([[2, "out[…]", "float64 → float32"]], SOURCE) == (Inferred(2, "out[…]", "float64 → float32"),)


@pytest.mark.parametrize(
    "listed",
    [
        None,
        {"line": 1},
        [[1, "a", "int64"]] * (MOST_TYPES + 1),
        [[3, "a", "int64"]],
        [[0, "a", "int64"]],
        [[True, "a", "int64"]],
        [[1, "a"]],
        ["abc"],
        [[1, "", "int64"]],
        [[1, "a", "x" * (LONGEST_TYPE + 1)]],
        [[1, "a\u202e", "int64"]],
        [[1, "a", 7]],
    ],
)
def test_anything_else_is_refused(listed: Plain) -> None:
    with pytest.raises(FrameError):
        types_from(listed, SOURCE)
