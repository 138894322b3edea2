"""Whoever switches a check off says why."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXEMPT = r"#\s*(?:noqa(?::\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?|type:\s*ignore(?:\[[\w, -]+\])?)"
NO_REASON = r"(?:as above|(?:and )?this)\b[^#]*"  # of another line, which moves away
BARE = re.compile(rf"{EXEMPT}\s*(?:#\s*{NO_REASON})?$")


@pytest.mark.parametrize("folder", ["app", "bench", "scripts", "tests"])
def test_every_exemption_has_its_reason(folder: str) -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if BARE.search(line)
    ]
    assert bare == []


@pytest.mark.parametrize(
    "line", ["x = 1  # noqa", "x = 1  # noqa: E501", "x  # type: ignore[misc]", "x  # type: ignore"]
)
def test_a_bare_exemption_is_seen(line: str) -> None:
    assert BARE.search(line)
    assert BARE.search(f"{line}  # as above")
    assert not BARE.search(f"{line}  # because")
