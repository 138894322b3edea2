"""Numbers that lie askew, and what looks like it and does not."""

from __future__ import annotations

import numpy as np
import pytest

from app.findings import Finding, Kind, Severity
from app.simt import launch

IMPORTS = "from numba import cuda, int64, float32, uint8\nimport numpy as np\n"
HEAD = IMPORTS + "@cuda.jit\ndef k(a, out):\n    i = cuda.grid(1)\n"


def found(body: str, a: np.ndarray, out: np.ndarray, threads: int = 4) -> list[Finding]:
    report = launch(HEAD + body, "k", grid=(2,), block=(threads,), args=[a, out], shared_bytes=64)
    return [finding for finding in report.findings if finding.kind is Kind.MISALIGNED]


def test_a_wide_view_at_an_odd_byte_is_told_with_its_first_thread_and_a_count() -> None:
    (finding,) = found(
        "    wide = a[1:65].view(int64)\n    out[i] = wide[i]\n", np.zeros(80, np.uint8), np.zeros(8, np.int64)
    )
    assert (finding.severity, finding.line, finding.count) == (Severity.ERROR, 7, 8)
    assert (finding.thread, finding.block) == ((0, 0, 0), (0, 0, 0))
    assert finding.args == {"array": "a", "size": 8, "offset": 1}


def test_a_store_and_shared_memory_are_watched_too() -> None:
    body = "    t = cuda.shared.array(64, uint8)\n    w = t[2:34].view(float32)\n    if i < 4:\n        w[i] = a[i]\n"
    (finding,) = found(body, np.zeros(8, np.float32), np.zeros(1))
    assert (finding.args["array"], finding.args["size"], finding.count) == ("t", 4, 4)


@pytest.mark.parametrize(
    ("body", "dtype"),
    [
        ("    wide = a[8:72].view(int64)\n    out[i] = wide[i]\n", np.uint8),
        ("    out[i] = a[2 * i + 1]\n", np.float32),
        ("    low = a[1:9].view(uint8)\n    out[i] = low[i + 1]\n", np.float32),
        ("    out[i] = a[i].real\n", np.complex128),
    ],
)
def test_what_begins_where_it_can_is_not_accused(body: str, dtype: type) -> None:
    assert found(body, np.zeros(80, dtype), np.zeros(8, np.int64)) == []


def test_packed_records_are_moved_in_parts() -> None:
    packed = np.zeros(8, np.dtype([("flag", np.uint8), ("value", np.float64)]))
    assert found("    out[i] = a[i].value\n", packed, np.zeros(8)) == []
