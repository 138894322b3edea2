"""The suite itself: every attack says what stops it, in words that mean something."""

from __future__ import annotations

import ast
import re

import pytest

from app.config import ROOT
from app.sandbox import syscalls
from tests.attacks import system_calls
from tests.attacks.suite import HOLDERS, KINDS, Attack, attacks


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_attacks_and_each_says_what_it_tries_why_and_what_stops_it(kind: str) -> None:
    of_kind = [attack for attack in attacks() if attack.kind == kind]
    assert len(of_kind) >= 18
    for attack in of_kind:
        title, why, *_ = (ast.get_docstring(ast.parse(attack.script)) or "").split("\n\n")
        assert title.endswith("."), attack
        assert why, attack
        assert len([said for said in (attack.stopped_by, attack.held_by, attack.shown_by) if said]) == 1, attack


def test_what_holds_an_attack_is_one_of_the_things_that_are_tested() -> None:
    assert {attack.held_by for attack in attacks()} - {""} == HOLDERS.keys()


@pytest.mark.parametrize("attack", [attack for attack in attacks() if attack.shown_by], ids=str)
def test_what_shows_an_attack_exists(attack: Attack) -> None:
    path, _, test = attack.shown_by.partition("::")
    assert f"\ndef {test}(" in (ROOT / path).read_text()


def test_the_numbers_of_system_calls_are_those_of_the_kernels_headers() -> None:
    for table in (syscalls.JAIL, syscalls.EXECUTOR, syscalls.PROGRAM, syscalls.ABSENT, syscalls.UNKNOWN):
        for name, numbers in table.items():
            assert system_calls.PAIRS[name] == numbers


def test_the_page_on_security_counts_them_rightly() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    told = {kind: int(count) for kind, count in re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE)}
    assert told == {kind: sum(attack.kind == kind for attack in attacks()) for kind in KINDS}
