"""docs/security.md names tests, and they exist."""

from __future__ import annotations

import re

import pytest

from app.config import ROOT
from app.sandbox import Layer

TEXT = (ROOT / "docs" / "security.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)))


@pytest.mark.parametrize(("path", "function"), NAMED)
def test_what_shows_a_promise_exists(path: str, function: str) -> None:
    assert re.search(rf"^def {function}\(", (ROOT / path).read_text(), re.MULTILINE)


def test_there_are_ten_promises_each_with_proof() -> None:
    rows = re.findall(r"^\| P(\d+) \|.*\| `tests/", TEXT, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 11)]


def test_every_layer_is_explained() -> None:
    _, _, table = TEXT.partition("| Layer | What it keeps out |")
    assert re.findall(r"^\| `(\w+)` \|", table.partition("\n\n")[0], re.MULTILINE) == [layer.value for layer in Layer]
