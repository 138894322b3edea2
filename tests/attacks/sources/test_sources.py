"""Every file in the folders beside this is a source that a stranger sends, and names the verdict that must come."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.domain.verdict import Verdict
from app.web.machine import machine
from app.web.verdicts import verdict_view
from tests.attacks.sources.conftest import EXERCISES, Falls, Grades
from tests.attacks.sources.source import Source, sources


def each(chosen: Iterable[Source]) -> list[object]:
    """For `parametrize`: a source that takes seconds is sent in the second stage."""
    return [pytest.param(one, marks=[pytest.mark.slow] if one.slow else [], id=one.name) for one in chosen]


SOURCES = sources()
EACH = each(SOURCES)
HONEST = Source("honest", EXERCISES["vector-add"].solution, "vector-add", {"passed": ""}, {})
FORGED = each(source for source in SOURCES if "Report" in source.said)
OTHER_CODE = each(source for source in SOURCES if "other_code" in source.text)
FOOLING = [source for source in SOURCES if "Naive" in source.said]


@pytest.mark.parametrize("source", EACH)
def test_a_source_gets_the_verdict_that_it_names(source: Source, graded: Grades) -> None:
    made = graded(source)
    assert made.kind in source.gets, made.findings
    key = source.gets[made.kind]
    assert not key or key in [finding.message_key for finding in made.findings]


@pytest.mark.parametrize("source", EACH)
def test_its_verdict_can_be_stored_and_shown_and_tells_nothing_of_others(source: Source, graded: Grades) -> None:
    text = graded(source).model_dump_json()
    stored = Verdict.model_validate_json(text)
    shown = verdict_view(stored, "en")
    assert shown.message
    assert stored.compiled is None or machine(stored.compiled, source.text).codes
    assert "SECRET-" not in text
    assert "read: " not in text


@pytest.mark.parametrize("source", FORGED)
def test_the_report_is_the_linkers(source: Source, graded: Grades) -> None:
    made, honest = graded(source).compiled, graded(HONEST).compiled
    assert made is not None
    assert honest is not None
    assert (made.registers, made.shared_bytes, made.spill_bytes) == (honest.registers, 0, 0)


@pytest.mark.parametrize("source", OTHER_CODE)
def test_other_device_code_passes_for_what_its_source_does_and_is_shown(source: Source, graded: Grades) -> None:
    made = graded(source)
    assert made.passed
    assert made.compiled is not None
    assert "other_code" in made.compiled.ptx


@pytest.mark.slow
@pytest.mark.parametrize("source", FOOLING, ids=str)
def test_a_design_that_does_all_in_one_process_falls_for_it(source: Source, naive: Falls) -> None:
    made = naive(source)
    said = str(made.get("said"))
    fallen = {
        "passed": made.get("passed") is True,
        "registers": made.get("registers") == 1,
        "reads": "read: " in said,
        "tells": "SECRET-" in said,
    }
    assert fallen[source.said["Naive"]], made


def test_every_source_says_what_stops_it() -> None:
    assert [source.name for source in SOURCES if not source.explained] == []


def test_the_next_submission_is_served_by_the_same_zygotes(graded: Grades) -> None:
    made = graded(HONEST)
    assert made.passed
    assert made.findings == ()
