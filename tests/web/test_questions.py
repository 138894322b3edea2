"""Questions that pair, order, launch and predict: shown, run and marked, the same with JavaScript and without."""

from __future__ import annotations

import dataclasses
import html
import re

import pytest

from app.course.models import (
    Block,
    Choice,
    Choices,
    Key,
    LaunchKey,
    MatchKey,
    NumericKey,
    Option,
    OrderKey,
    Outcomes,
    Pair,
    Program,
    Question,
    QuestionPart,
    QuestionType,
    TextKey,
    TextTrap,
)
from app.domain.submission import Mode
from app.domain.verdict import CaseResult, Coverage, Message, Verdict, VerdictKind

FRAGMENT = {"x-fragment": "1"}
OUTCOMES = Outcomes("<p>it passes</p>", "<p>not so</p>", {"data_race": "<p>they race</p>"})
KEYS: dict[str, Key] = {
    "text": TextKey(("syncthreads",), "<p>that is it</p>", "<p>no</p>", (TextTrap("sync", "<p>almost</p>"),)),
    "match": MatchKey(
        (Pair("pa", "<code>x</code>", "cx", "<p>x is the column</p>"), Pair("pb", "y", "cy", "<p>y is the row</p>")),
        (Choice("cy", "row", "the row"), Choice("cz", "page", "the page"), Choice("cx", "column", "the column")),
    ),
    "order": OrderKey(
        "add",
        Block("head", "import math\n", "<pre>import math</pre>"),
        tuple(Block(f"k{n}", f"line_{n} = {n}\n", f"<pre>line_{n}</pre>") for n in (2, 3, 1)),
        ("k1", "k2"),
        OUTCOMES,
    ),
    "launch": LaunchKey("invert", 2, OUTCOMES),
    "predict": Choices((Option("aa", "<p>4</p>", True, "<p>four</p>"), Option("bb", "5", False, "<p>no</p>"))),
    "number": NumericKey(4.0, 0.0, "", "<p>four</p>", "<p>no</p>"),
}
ORDER = [("answer", "k1:1"), ("answer", "k2:2"), ("answer", "k3:")]
LAUNCH = [("answer", text) for text in ("4", "1", "16", "16")]


def question(id_: str, key: Key) -> Question:
    type_ = QuestionType.PREDICT if id_ == "number" else QuestionType(id_)
    program = Program("print(4)\n", 1) if type_ is QuestionType.PREDICT else None
    return Question(id_, type_, f"<p>prompt {id_}</p>", key, (), "v1", 1, program)


@pytest.fixture
def reader(app, browser):
    """A browser of a course whose first lesson asks all of these."""
    site = app.state.site
    parts = tuple(QuestionPart(question(id_, key)) for id_, key in KEYS.items())
    lesson = dataclasses.replace(site.course.lessons["01-first"], parts=parts)
    course = dataclasses.replace(site.course, lessons={"01-first": lesson})
    app.state.site = dataclasses.replace(site, course=course)
    return browser


def path(id_: str) -> str:
    return f"/lessons/01-first/questions/{id_}/answers"


def answered(reader, id_: str, fields, **headers: str) -> str:
    return html.unescape(reader.post(path(id_), fields, **(FRAGMENT | headers)).text)


def shown(reader, id_: str) -> str:
    return html.unescape(reader.get(path(id_), **FRAGMENT).text)


def state(section: str) -> str:
    found = re.search(r'data-state="(\w+)"', section)
    assert found is not None
    return found[1]


def verdict(kind: VerdictKind, **more) -> Verdict:
    args = {"right": 1, "total": 2, "case": "odd", "wanted": "x >= 1", "got": 0.5}
    return Verdict(kind=kind, device="simt", message=Message(key=f"verdict.{kind}", args=args), **more)


def written(never: int) -> CaseResult:
    runs = ((1000 - never, 1), (never, 0))
    coverage = Coverage(output="out", shape=(1000,), never=never, once=1000 - never, more=0, runs=runs)
    return CaseResult(name="one", visible=True, status="wrong_answer", grid=(4,), block=(244,), coverage=coverage)


@pytest.mark.parametrize(
    ("typed", "expected", "said"),
    [("syncthreads()", "correct", "that is it"), ("sync", "wrong", "almost"), ("barrier", "wrong", "no")],
)
def test_words_get_their_own_feedback(reader, typed, expected, said):
    section = answered(reader, "text", {"answer": typed})
    assert state(section) == expected
    assert said in section
    assert f'value="{typed}"' in section


def test_pairs_are_chosen_from_lists_that_give_nothing_away(reader):
    section = shown(reader, "match")
    assert section.count("<select") == 2
    assert section.count(">the column</option>") == 2
    assert "selected" not in section
    assert "the column</p>" not in section


@pytest.mark.parametrize(
    ("pairs", "expected", "words"),
    [
        (("pa:cx", "pb:cy"), "correct", ["Right", "Right"]),
        (("pa:cx", "pb:cz"), "partly", ["Right", "Not right"]),
        (("pa:cz", "pb:cx"), "wrong", ["Not right", "Not right"]),
    ],
)
def test_each_pair_is_told_by_sign_and_word(reader, pairs, expected, words):
    section = answered(reader, "match", [("answer", pair) for pair in pairs])
    assert state(section) == expected
    assert re.findall(r'class="mark"><span.*?</span> (.*?)</p>', section) == words
    assert "y is the row" in section
    for pair in pairs:
        assert f'value="{pair}" selected' in section


def test_a_pair_left_open_is_told_and_the_others_stay_chosen(reader):
    section = answered(reader, "match", [("answer", "pa:cx"), ("answer", "pb:")])
    assert "1 of 2 are still open" in section
    assert 'value="pa:cx" selected' in section
    assert state(section) == "unanswered"


def test_blocks_are_put_together_and_sent_to_the_exercise(reader, worker):
    section = answered(reader, "order", ORDER)
    assert state(section) == "pending"
    submission = worker.claim().submission
    assert (submission.exercise, submission.mode) == ("add", Mode.QUIZ)
    assert submission.source == "import math\nline_1 = 1\nline_2 = 2\n"


def test_while_it_runs_the_page_says_so_and_can_be_looked_at_again(reader):
    section = answered(reader, "order", ORDER)
    assert re.search(r'data-submission="\S+" data-events="/api/submissions/\S+/events"', section)
    assert "Queued, yours is next" in section
    assert f'href="{path("order")}">See whether it is done' in section
    again = reader.get(path("order"))
    assert (again.status_code, again.headers["location"]) == (303, "/lessons/01-first#q-order")


def test_blocks_stand_as_they_were_put_those_not_used_last(reader):
    section = answered(reader, "order", [("answer", "k3:1"), ("answer", "k1:3"), ("answer", "k2:")])
    assert re.findall(r"<pre>(line_\d)</pre>", section) == ["line_3", "line_1", "line_2"]
    assert re.findall(r'value="(k\d:\d*)" selected', section) == ["k3:1", "k1:2"]


def test_a_refused_order_keeps_its_places(reader):
    section = answered(reader, "order", [("answer", "k1:2"), ("answer", "k2:2"), ("answer", "k3:")])
    assert "Two blocks have the place 2" in section
    assert re.findall(r'value="(k\d:\d*)" selected', section) == ["k2:2", "k1:2"]


@pytest.mark.parametrize(
    ("kind", "expected", "said"),
    [(VerdictKind.PASSED, "correct", "it passes"), (VerdictKind.WRONG_ANSWER, "wrong", "not so")],
)
def test_the_verdict_marks_the_answer_and_the_code_is_shown(reader, worker, kind, expected, said):
    answered(reader, "order", ORDER)
    worker.grade(verdict(kind))
    section = shown(reader, "order")
    assert state(section) == expected
    assert said in section
    assert 'id="q-order-line-2"><code><span class="n">line_1</span>' in section
    assert "1 try" in section


def test_findings_point_at_the_lines_that_were_assembled(reader, worker, full_verdict):
    answered(reader, "order", ORDER)
    worker.grade(full_verdict)
    section = shown(reader, "order")
    assert "they race" in section
    assert 'href="#q-order-line-2"' in section
    assert 'id="q-order-line-2" data-severity="error"' in section


@pytest.mark.parametrize("kind", [VerdictKind.INFRASTRUCTURE, VerdictKind.SUPERSEDED, VerdictKind.UNSUPPORTED])
def test_what_was_not_run_costs_nothing(reader, worker, kind):
    answered(reader, "order", ORDER)
    worker.grade(verdict(kind))
    section = shown(reader, "order")
    assert state(section) == "void"
    assert "It was not run" in section
    assert "1 try" not in section
    assert reader.get("/api/lessons").json()[0]["answered"] == 0


def test_a_launch_is_sent_as_numbers_and_shows_what_was_written(reader, worker):
    assert state(answered(reader, "launch", LAUNCH)) == "pending"
    lease = worker.claim()
    assert lease.submission.source == "grid = (4, 1)\nblock = (16, 16)\n"
    worker.attempts.finish(lease, verdict(VerdictKind.WRONG_ANSWER, cases=(written(24),)))
    section = shown(reader, "launch")
    assert "976 written once" in section
    assert "24 never" in section
    assert "Elements 976 to 999 were never written." in section
    assert re.findall(r'name="answer" value="(.*?)"', section) == ["4", "1", "16", "16"]


def test_a_launch_that_is_none_is_told_and_what_was_typed_stays(reader):
    section = answered(reader, "launch", [("answer", text) for text in ("4", "", "16", "0")])
    assert state(section) == "unanswered"
    assert 'role="alert"' in section
    assert re.findall(r'name="answer" value="(.*?)"', section) == ["4", "", "16", "0"]


@pytest.mark.parametrize(("id_", "typed"), [("predict", "aa"), ("number", "4")])
def test_a_prediction_is_told_that_the_course_ran_the_program(reader, id_, typed):
    assert "The course itself ran this program" not in shown(reader, id_)
    section = answered(reader, id_, {"answer": typed})
    assert state(section) == "correct"
    assert "The course itself ran this program" in section


def test_no_learner_sees_the_answer_of_another(app, reader):
    answered(reader, "order", ORDER)
    assert state(shown(type(reader)(app), "order")) == "unanswered"


@pytest.mark.parametrize("id_", KEYS)
def test_the_fragment_is_the_section_of_the_page(reader, id_):
    page = html.unescape(reader.get("/lessons/01-first").text)
    found = re.search(rf'<section class="quiz" id="q-{id_}".*?</section>', page, re.DOTALL)
    assert found is not None
    assert reader.unsigned(found[0]) == reader.unsigned(shown(reader, id_).strip())
