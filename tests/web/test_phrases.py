"""The table of what pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.config import ROOT
from app.domain.learner import AnswerState
from app.domain.submission import Mode, Stage
from app.findings import Severity
from app.web.phrases import Phrases, languages

t = Phrases()


def test_fills_slots_and_picks_by_number():
    assert t("quiz.tries", n=1) == "1 try"
    assert t("quiz.tries", n=0) == "0 tries"
    assert t("quiz.question", number=3) == "Question 3"


def test_an_unknown_key_is_a_fault():
    with pytest.raises(KeyError):
        t("no.such")


@pytest.mark.parametrize(
    "key",
    [
        *(f"mode.{mode}" for mode in Mode),
        *(f"quiz.state.{state}" for state in AnswerState),
        *(f"severity.{severity}" for severity in Severity),
        *(f"script.status.{stage}" for stage in Stage if stage is not Stage.GRADED),
    ],
)
def test_every_word_of_a_closed_set_is_there(key):
    assert key in t


def test_every_phrase_that_a_template_names_is_there():
    text = "".join(path.read_text() for path in (ROOT / "app/web/templates").glob("*.html"))
    named = set(re.findall(r't\("([a-z_.]+[a-z])"', text))
    assert len(named) > 50
    assert [key for key in named if key not in t and f"{key}.other" not in t] == []


def test_every_phrase_that_a_script_says_is_there():
    text = "".join(path.read_text() for path in (ROOT / "static/js").glob("*.js"))
    named = set(re.findall(r'say\("([a-z_.]+)"', text))
    assert len(named) > 10
    assert [key for key in named if key not in t.section("script")] == []


def test_every_language_has_a_name_and_no_slot_of_its_own():
    english = Phrases("en")
    for code in languages():
        table = Phrases(code)._table
        for key, phrase in table.items():
            assert set(re.findall(r"{(\w+)}", phrase)) <= set(re.findall(r"{(\w+)}", english._table.get(key, phrase)))
        assert table["language"]


def test_templates_hold_no_text_of_their_own():
    for path in Path(ROOT / "app/web/templates").glob("*.html"):
        bare = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>|&\w+;", " ", path.read_text(), flags=re.DOTALL)
        assert set(re.findall(r"[A-Za-z]{3,}", bare)) <= {"UTC"}, path.name
