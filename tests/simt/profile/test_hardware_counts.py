"""The counts of bench/patterns are those that were compared with an H200's, and each difference has a reason."""

import json

import pytest

from bench import conformance_page, ncu
from tests.simt.case import cases

ROWS = json.loads((ncu.BENCH / "results" / "ncu.json").read_text())["patterns"]
PATTERNS = [case for case in cases(ncu.PATTERNS) if case.name in ROWS]


@pytest.mark.parametrize("case", PATTERNS, ids=lambda case: case.name)
def test_the_interpreter_counts_what_was_compared(case):
    totals = [sum(line[name] for line in ncu.by_line(case).values()) for name in ncu.COUNTERS]
    assert totals == [ROWS[case.name]["totals"][name][0] for name in ncu.COUNTERS]


def test_every_difference_from_the_hardware_has_a_reason():
    assert {name: ncu.unexplained(name, row) for name, row in ROWS.items() if ncu.unexplained(name, row)} == {}


def test_the_page_of_conformance_is_what_its_results_say():
    text = conformance_page.PAGE.read_text()
    assert conformance_page.page(text, conformance_page.results("conformance"), conformance_page.results("ncu")) == text


@pytest.mark.parametrize(("sass", "opcode"), [("@!P0 LDG.E.64 R2, [R4]", "LDG"), ("EXIT", "EXIT"), (" ", "")])
def test_an_opcode_is_read_off_an_instruction(sass, opcode):
    assert ncu.opcode_of(sass) == opcode
