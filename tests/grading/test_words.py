import re
import tomllib
from pathlib import Path

import pytest

from app.domain.verdict import VerdictKind
from app.findings import Finding, Kind, Place, Severity
from app.grading.words import Words

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "app/grading/words"
EN = tomllib.loads((FOLDER / "en.toml").read_text())
WORDS = Words()


def test_a_finding_fills_its_slots() -> None:
    args = {"size": 70_000, "limit": 65_536}
    message, help_ = WORDS.finding(Finding(Kind.COMPILE_LIMIT, Severity.ERROR, 1, "source.too_large", args))
    assert message == "The source has 70,000 bytes; at most 65,536 are accepted."
    assert help_


def test_a_finding_names_the_other_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS._tables[-1]["finding"], "t", {"message": "{line} {other_line} {other_thread}"})
    race = Finding(Kind.DATA_RACE, Severity.ERROR, 9, "t", other=Place(7, (1, 0, 0), (0, 0, 0)))
    assert WORDS.finding(race)[0] == "9 7 1"


def test_a_slot_without_a_value_leaves_a_gap_and_no_error() -> None:
    assert WORDS.sentence("verdict.too_slow", {"wanted": "x >= 1"}).count("?") == 1


def test_threads_and_large_numbers_read_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS._tables[-1]["message"], "t", {"message": "{thread} {n} {small} {other_thread}"})
    assert WORDS.sentence("t", {"thread": (3, 0, 0), "n": 1048576, "small": 1024}) == "(3, 0, 0) 1,048,576 1024 ?"


def test_an_argument_is_never_a_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS._tables[-1]["message"], "t", {"message": "{name}"})
    assert WORDS.sentence("t", {"name": "{0.__class__}"}) == "{0.__class__}"


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_finding_has_a_label_and_a_heading(kind: Kind) -> None:
    assert WORDS.kind(kind)
    headings = re.findall(r"^##+ .*`(\w+)`", (ROOT / "docs/findings.md").read_text(), re.MULTILINE)
    assert kind.value in headings


@pytest.mark.parametrize("kind", list(VerdictKind))
def test_every_verdict_has_a_title_and_a_sentence(kind: VerdictKind) -> None:
    assert WORDS.title(kind)
    assert WORDS.sentence(f"verdict.{kind}")


def test_a_key_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        WORDS.sentence("no.such.key")


def test_a_language_that_lacks_a_key_says_it_in_english() -> None:
    assert Words("xx").title(VerdictKind.PASSED) == "Passed"


def test_every_key_that_the_code_writes_has_words() -> None:
    heads = "|".join([*(kind.value for kind in Kind), "source"])
    emitted = set()
    for part in ("course", "program", "simt", "toolchain", "devices", "grading", "sandbox"):
        for path in (ROOT / "app" / part).rglob("*.py"):
            emitted |= set(re.findall(rf'"((?:{heads})(?:\.[a-z_]+)+)"', path.read_text()))
    assert {key for key in emitted if not key.endswith(".py")} - set(EN["finding"]) == set()


def test_every_sentence_is_said_by_someone() -> None:
    """A key stands in the code as a whole, or as the two parts that it is put together from."""
    code = "".join(path.read_text() for path in (ROOT / "app").rglob("*.py"))
    for key in (*EN["finding"], *EN["message"]):
        parts = key.split(".")[:2]
        assert f'"{key}"' in code or all(f'"{part}' in code for part in parts), key


def test_every_sentence_is_plain_text() -> None:
    for section in ("finding", "message"):
        for key, entry in EN[section].items():
            assert set(entry) <= {"message", "help"}, key
            assert all(text and text[-1] in ".!?" and "<" not in text.replace("<=", "") for text in entry.values()), key
