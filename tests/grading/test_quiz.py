import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.course.models import NumericKey, Option, Question, QuestionType, Trap
from app.domain.learner import AnswerState
from app.errors import BadInputError
from app.grading.quiz import mark, number


def choice(type_: QuestionType, right: str) -> Question:
    options = tuple(Option(key, key.upper(), key in right, f"about {key}") for key in "abcd")
    return Question("q", type_, "", options, None, (), "v", 1)


SINGLE = choice(QuestionType.SINGLE, "b")
MULTIPLE = choice(QuestionType.MULTIPLE, "bc")
KEY = NumericKey(1024, 0.5, "threads", "yes", "no", (Trap(2048, "that is two blocks"),))
NUMERIC = Question("q", QuestionType.NUMERIC, "", (), KEY, (), "v", 1)


@pytest.mark.parametrize(
    ("question", "answer", "state"),
    [
        (SINGLE, ["b"], AnswerState.CORRECT),
        (SINGLE, ["a"], AnswerState.WRONG),
        (MULTIPLE, ["c", "b"], AnswerState.CORRECT),
        (MULTIPLE, ["b"], AnswerState.PARTLY),
        (MULTIPLE, ["a", "b", "c", "d"], AnswerState.PARTLY),
        (MULTIPLE, ["a", "d"], AnswerState.WRONG),
        (NUMERIC, ["1,024"], AnswerState.CORRECT),
        (NUMERIC, ["1025"], AnswerState.WRONG),
    ],
)
def test_marks(question: Question, answer: list[str], state: AnswerState) -> None:
    assert mark(question, answer).state is state


def test_every_option_gets_its_feedback() -> None:
    marks = mark(SINGLE, ["a"]).options
    assert [(m.key, m.chosen, m.correct, m.feedback) for m in marks][:2] == [
        ("a", True, False, "about a"),
        ("b", False, True, "about b"),
    ]


def test_a_trap_value_gets_its_own_feedback() -> None:
    assert [mark(NUMERIC, [n]).feedback for n in ("1024", "2048", "5")] == ["yes", "that is two blocks", "no"]


@pytest.mark.parametrize(
    ("question", "answer", "key"),
    [
        (SINGLE, [], "input.no_answer"),
        (SINGLE, ["a", "b"], "input.one_answer"),
        (SINGLE, ["z"], "input.unknown_option"),
        (NUMERIC, [], "input.no_number"),
        (NUMERIC, ["many"], "input.not_a_number"),
        (NUMERIC, ["inf"], "input.not_a_number"),
        (NUMERIC, ["9" * 400], "input.not_a_number"),
    ],
)
def test_what_no_form_sends_is_refused(question: Question, answer: list[str], key: str) -> None:
    with pytest.raises(BadInputError) as caught:
        mark(question, answer)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("text", "value"),
    [("1024", 1024), (" 1 024 ", 1024), ("1,048,576", 1048576), ("0,5", 0.5), ("-1.5", -1.5), ("1e3", 1000),
     ("1_000", 1000), ("1\u202f024", 1024), ("1,024.5", 1024.5), ("0,500", 0.5), ("-0,125", -0.125)],
)  # fmt: skip
def test_numbers_as_people_write_them(text: str, value: float) -> None:
    assert number(text) == value


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInputError):
        assert abs(number(text)) < float("inf")
