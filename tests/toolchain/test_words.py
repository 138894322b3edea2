"""The toolchain's sentences: the closed set and the table of words tell of the same ones."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

from app.program.keys import KEYS as PROGRAMS
from app.protocol.faults import KEYS
from app.toolchain.fault import fault

ROOT = Path(__file__).parents[2]
WORDS = tomllib.loads((ROOT / "app/grading/words/en.toml").read_text("utf-8"))["finding"]
OURS = ("missing_entry", "typing_error", "compile_limit", "source_error")


def test_every_key_has_words() -> None:
    assert WORDS.keys() >= KEYS


def test_no_words_are_left_over() -> None:
    assert {key for key in WORDS if key.startswith(OURS)} <= KEYS | PROGRAMS | {"source_error.gpu"}  # the driver's


@pytest.mark.parametrize("key", sorted(KEYS))
def test_sentences_are_sentences(key: str) -> None:
    for text in WORDS[key].values():
        assert re.match(r"[A-Z{]|cuda\.", text)
        assert text.endswith((".", "?", "}"))
        assert all(slot is None or slot.isidentifier() for _, slot, _, _ in Formatter().parse(text))


def test_a_key_that_is_unknown_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        fault("typing_error.zzz", 1)
