"""What strangers wrote and an operator or a learner reads on a terminal: it acts on nothing and forges no line."""

from __future__ import annotations

import logging

import pytest

from app.cli import sending
from app.cli.verdicts import in_words, written
from app.grading.words import Words
from app.logs import Lines, harmless, refuse

TITLE, CLEAR, C1, TURNED, BELL = "\x1b]0;mine\x07", "\x1b[2J", "\x9b2J", "\u202e", "\x07"
EVIL = [TITLE, CLEAR, C1, TURNED, BELL, "\r", "\x00", "\x7f", "\u2028", "\x08"]
FORGED = "x\nPassed: all of it"


def is_tame(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("evil", EVIL)
def test_a_verdict_acts_on_no_terminal(full_verdict, evil):
    told = in_words(full_verdict, Words())
    told["message"] = told["cases"][0]["name"] = told["findings"][0]["message"] = f"a{evil}b"
    told["cases"][0]["mismatch"]["got"] = evil
    assert is_tame(written(told))
    assert not is_tame(f"a{evil}b")  # without it, it would


def test_a_verdict_has_no_line_that_a_learner_wrote(full_verdict):
    told = in_words(full_verdict, Words())
    plain = written(told).count("\n")
    told["message"] = told["cases"][0]["mismatch"]["pattern"] = FORGED
    assert written(told).count("\n") == plain


@pytest.mark.parametrize("evil", [*EVIL, FORGED])
def test_what_a_server_tells_of_a_submission_is_one_tame_line(capsys, evil):
    sending._tell(sending.step({"stage": "simulating", "case": evil, "total": 1}))
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert is_tame(said)


@pytest.mark.parametrize("evil", EVIL)
def test_a_refusal_and_a_line_of_the_log_are_tame(capsys, evil):
    refuse("text", f"https://evil.example refuses: {evil}")
    assert is_tame(capsys.readouterr().err)
    record = logging.LogRecord("app", logging.INFO, "", 1, "GET /%s", (evil,), None)
    assert is_tame(Lines().format(record))


def test_a_path_cannot_look_like_a_line_of_the_log():
    record = logging.LogRecord("app", logging.INFO, "", 1, "GET /%s: 404", ("\n2026-11-30 INFO app: stopped",), None)
    assert "\n" not in Lines().format(record)


def test_letters_of_any_language_stay_as_they_are():
    assert harmless("größe 日本語 ∑ €") == "größe 日本語 ∑ €"
