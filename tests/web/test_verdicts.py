"""A verdict in the reader's words, for the page and the API alike."""

from __future__ import annotations

import html

import pytest

from app.cli.verdicts import in_words, written
from app.domain.verdict import Coverage, Message, RequirementResult, Verdict, VerdictKind
from app.findings import Finding, Kind, LineProfile, Severity
from app.grading.words import Words
from app.web.phrases import Phrases
from app.web.requirements import requirement_view, worded
from app.web.verdicts import verdict_view


@pytest.mark.parametrize(
    "part",
    [
        'data-kind="fault"',
        "The source holds a NUL character",
        'data-line="2"',
        "out[3]",
        "The last 24 elements were never written.",
        "24 of 1",
        "Sector efficiency",
        "wanted at least 90\N{NO-BREAK SPACE}%, got 12.5\N{NO-BREAK SPACE}%: of 32 bytes moved, only 4 were used.",
        "100 % of the loss",
        ".visible .entry <k>",
        "<hello>",
        "small",
        "(32, 2)",
        "Not run",
    ],
)
def test_the_page_shows_every_part(pages, part):
    assert part in html.unescape(pages["graded submission"].text)


@pytest.mark.parametrize(
    ("kind", "sign"), [(VerdictKind.PASSED, "✓"), (VerdictKind.FAULT, "✗"), (VerdictKind.SUPERSEDED, "–")]
)
def test_page_and_history_give_a_verdict_the_same_sign(browser, worker, kind, sign):
    id_ = browser.send()
    worker.grade(Verdict(kind=kind, device="simt", message=Message(key="verdict.superseded")))
    for path in (f"/submissions/{id_}", "/exercises/add"):
        text = browser.get(path).text
        assert f'aria-hidden="true">{sign}</span>' in text
        assert not set("✓✗–") - {sign} & set(text)


def test_what_a_learner_printed_is_never_markup(browser, worker, full_verdict):
    id_ = browser.send("<script>alert(1)</script>")
    worker.grade(full_verdict)
    text = browser.get(f"/submissions/{id_}").text
    assert "&lt;hello&gt;" in text
    assert "<hello>" not in text
    assert "<script>alert" not in text


def test_commands_write_the_record_and_what_the_api_gives_of_it_alike(full_verdict):
    text = written(in_words(full_verdict, Words()))
    assert text == written(verdict_view(full_verdict, "en").model_dump(mode="json"))
    assert "The last 24 elements were never written." in text


def test_the_view_reads_ratios_from_the_counts(full_verdict):
    line = verdict_view(full_verdict, "en").lines[2]
    assert line.load_sectors_per_request == 32
    assert line.store_sectors_per_request is None
    assert line.bank_conflicts is None


def test_the_view_holds_the_first_mismatch_with_its_case(full_verdict):
    mismatch = verdict_view(full_verdict, "en").mismatch
    assert mismatch is not None
    assert (mismatch.case, mismatch.index, mismatch.got) == ("small", (3,), "nan")


def test_no_owner_is_named_where_the_exercise_knows_none(browser, worker, full_verdict):
    pages = []
    for change in ({}, {"thread": None, "block": None}):
        id_ = browser.send()
        cases = [
            case.model_copy(update={"mismatch": case.mismatch and case.mismatch.model_copy(update=change)})
            for case in full_verdict.cases
        ]
        worker.grade(full_verdict.model_copy(update={"cases": tuple(cases)}))
        pages.append("<dt>Owner</dt>" in browser.get(f"/submissions/{id_}").text)
    assert pages == [True, False]


@pytest.mark.parametrize("kind", VerdictKind)
def test_every_kind_has_a_view_and_a_page(browser, worker, kind):
    args = {"right": 1, "total": 2, "case": "odd", "wanted": "x >= 1", "got": 0.5}
    id_ = browser.send()
    worker.grade(Verdict(kind=kind, device="simt", message=Message(key=f"verdict.{kind}", args=args)))
    view = browser.get(f"/api/submissions/{id_}").json()["verdict"]
    assert view["title"]
    assert "{" not in view["message"]
    assert f'data-kind="{kind}"' in browser.get(f"/submissions/{id_}?fragment=verdict").text


def test_what_was_missed_is_said_in_the_verdict_and_marked_in_the_listing(browser, worker, full_verdict):
    id_ = browser.send("first\nsecond\n")
    worker.grade(full_verdict.model_copy(update={"kind": VerdictKind.TOO_SLOW, "findings": ()}))
    page = browser.get(f"/submissions/{id_}").text
    assert "Sector efficiency: wanted at least 90\N{NO-BREAK SPACE}%, got 12.5\N{NO-BREAK SPACE}%." in page
    assert 'id="line-2" data-severity="warning"' in page
    assert 'id="line-1">' in page


def test_a_requirement_that_no_words_name_is_shown_as_it_is(full_verdict):
    odd = RequirementResult(name="odd_name", wanted="odd_name <= 3", got=4.0, ok=False, lines=(2, 9))
    view = verdict_view(full_verdict.model_copy(update={"requirements": (odd,)}), "en").requirements[0]
    assert (view.label, view.asked, view.said, view.costs) == ("odd name", "at most 3", "", [])


def test_a_name_with_digits_and_a_number_of_bytes_are_worded():
    phrases = Phrases("en")
    assert worded("float64_instructions == 0", phrases)[1] == "exactly 0"
    assert worded("bytes_moved <= 600000", phrases) == ("Bytes to and from device memory", "at most 600,000 bytes")


def test_the_lines_that_cost_more_come_with_the_larger_share():
    lines = {
        3: LineProfile(1, 32, global_load_requests=1, global_load_sectors=32, global_load_bytes=128),
        4: LineProfile(1, 32, global_store_requests=1, global_store_sectors=8, global_store_bytes=128),
    }
    missed = RequirementResult(
        name="sector_efficiency", wanted="sector_efficiency >= 0.9", got=0.2, ok=False, lines=(3, 4)
    )
    costs = requirement_view(missed, lines, Phrases("en")).costs
    assert [(cost.line, cost.share) for cost in costs] == [(3, 0.875), (4, 0.125)]


def test_in_a_launch_what_the_code_did_is_said_of_the_kernels_lines(full_verdict):
    coverage = Coverage(output="out", shape=(4,), never=1, once=3, more=0, runs=((3, 1), (1, 0)))
    case = full_verdict.cases[0].model_copy(update={"coverage": coverage})
    refused = Finding(Kind.LAUNCH_CONFIG, Severity.ERROR, 2, "source.nul")
    findings = (*full_verdict.findings, refused)
    view = verdict_view(full_verdict.model_copy(update={"cases": (case,), "findings": findings}), "en")
    assert [(finding.kind, finding.in_kernel) for finding in view.findings] == [
        (Kind.DATA_RACE, True),
        (Kind.LAUNCH_CONFIG, False),
    ]
    assert (view.worst(1), view.worst(2)) == (None, Severity.ERROR)
