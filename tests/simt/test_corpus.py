"""Two folders of kernels: correct ones, of which none is accused, and wrong ones, each with exactly its findings."""

import math
from pathlib import Path

import numpy as np
import pytest

from app.findings import Severity
from app.simt import Checks, Limits, launch
from tests.simt.case import Case, cases

HERE = Path(__file__).parent
CORRECT, WRONG = cases(HERE / "corpus_correct"), cases(HERE / "corpus_wrong")


def sizes(case: Case) -> tuple[int, ...]:
    """Lanes a group: all blocks at once, and where there are several, one at a time."""
    return (32_768,) if math.prod(case.launch["grid"]) == 1 else (32_768, 32)


def in_groups(several: list[Case]) -> list:
    return [pytest.param(case, lanes, id=f"{case.name}-{lanes}") for case in several for lanes in sizes(case)]


def run(case: Case, lanes: int):
    arguments = case.arguments()
    wanted = case.wanted(arguments)
    report = launch(
        case.source,
        case.kernel,
        args=list(arguments.values()),
        checks=Checks.all(),
        limits=Limits(steps=case.about.get("steps", 20_000), lanes=lanes),
        **case.launch,
    )
    return report, arguments, wanted


def told(report):
    """(key, line, severity) of every finding."""
    return sorted((found.message_key, found.line, found.severity.value) for found in report.findings)


@pytest.mark.parametrize(("case", "lanes"), in_groups(CORRECT))
def test_a_correct_kernel_is_right_and_is_not_accused(case, lanes):
    report, arguments, wanted = run(case, lanes)
    for name, value in wanted.items():
        np.testing.assert_allclose(arguments[name], value, rtol=case.expected.get("rtol", 1e-7), err_msg=name)
    assert case.value(case.expected.get("property", "True"), {**case.names, **arguments})
    allowed = {(found["key"], found["line"]) for found in case.expected.get("findings", [])}
    assert report.ok, told(report)
    assert {(found.kind.value, found.line) for found in report.findings} == allowed


@pytest.mark.parametrize(("case", "lanes"), in_groups(WRONG))
def test_a_wrong_kernel_gets_exactly_its_findings(case, lanes):
    report, _, _ = run(case, lanes)
    left = list(report.findings)
    for wanted in case.expected["findings"]:
        found = next((found for found in left if matches(found, wanted)), None)
        assert found is not None, (wanted, told(report))
        left.remove(found)
    maybe = case.expected.get("maybe", [])
    assert [found for found in left if not any(matches(found, wanted) for wanted in maybe)] == []


def matches(found, wanted):
    """Whether a finding has all that a case asks of it; a key may be the beginning of one."""
    facts = {
        "line": found.line,
        "severity": found.severity.value,
        "thread": found.thread,
        "block": found.block,
        "count": found.count,
        "other": found.other and found.other.line,
    }
    key = f"{found.message_key}.".startswith(f"{wanted['key']}.")
    return key and all(facts[name] == wanted[name] for name in facts.keys() & wanted.keys())


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.name)
def test_a_line_of_the_corpus_has_the_text_that_it_claims(case):
    lines = case.source.splitlines()
    for wanted in case.expected["findings"]:
        assert lines[wanted["line"] - 1].strip() == wanted["at"]
        assert wanted["severity"] in set(Severity)
