"""Every file in the folders beside this is a source that a stranger sends, and names the verdict that must come."""

from __future__ import annotations

import pytest

from app.grading.words import Words
from tests.attacks.sources.conftest import EXERCISES, Falls, Grades
from tests.attacks.sources.source import Source, sources

SOURCES = sources()
EACH = [pytest.param(source, marks=[pytest.mark.slow] if source.slow else [], id=source.name) for source in SOURCES]
HONEST = Source("honest", EXERCISES["vector-add"].solution, "vector-add", {"passed": ""}, {})
FORGED = [source for source in SOURCES if "Report" in source.said]
OTHER_CODE = [source for source in SOURCES if "other_code" in source.text]
FOOLING = [source for source in SOURCES if "Naive" in source.said]


@pytest.mark.parametrize("source", EACH)
def test_a_source_gets_the_verdict_that_it_names(source: Source, graded: Grades) -> None:
    made = graded(source)
    assert made.kind in source.gets
    key = source.gets[made.kind]
    assert not key or key in [finding.message_key for finding in made.findings]


@pytest.mark.parametrize("source", EACH)
def test_its_verdict_can_be_told_and_tells_nothing_of_others(source: Source, graded: Grades) -> None:
    made = graded(source)
    words = Words()
    told = [words.message(made.message), *(words.finding(finding)[0] for finding in made.findings)]
    assert all(told)
    said = " ".join([*told, *(case.stdout for case in made.cases)])
    assert "SECRET-" not in said
    assert "read: " not in said


@pytest.mark.parametrize("source", FORGED, ids=str)
def test_the_report_is_the_linkers(source: Source, graded: Grades) -> None:
    made, honest = graded(source).compiled, graded(HONEST).compiled
    assert made is not None
    assert honest is not None
    assert (made.registers, made.shared_bytes, made.spill_bytes) == (honest.registers, 0, 0)


@pytest.mark.parametrize("source", OTHER_CODE, ids=str)
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
