import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.course.models import (
    Choice,
    Choices,
    Key,
    LaunchKey,
    MatchKey,
    NumericKey,
    Option,
    Outcomes,
    Pair,
    Question,
    QuestionType,
    TextKey,
    TextTrap,
    Trap,
)
from app.domain.learner import AnswerState
from app.errors import BadInputError
from app.grading.quiz import mark, number
from app.grading.words import Words


def question_of(type_: QuestionType, key: Key) -> Question:
    return Question("q", type_, "", key, (), "v", 1)


def choice(type_: QuestionType, right: str) -> Question:
    options = tuple(Option(key, key.upper(), key in right, f"about {key}") for key in "abcd")
    return question_of(type_, Choices(options))


SINGLE = choice(QuestionType.SINGLE, "b")
MULTIPLE = choice(QuestionType.MULTIPLE, "bc")
KEY = NumericKey(1024, 0.5, "threads", "yes", "no", (Trap(2048, "that is two blocks"),))
NUMERIC = question_of(QuestionType.NUMERIC, KEY)
PREDICT = choice(QuestionType.PREDICT, "b")
WORDS = TextKey(("cuda.syncthreads", "syncthreads"), "yes", "no", (TextTrap("syncwarp", "that is one warp"),))
TEXT = question_of(QuestionType.TEXT, WORDS)
PAIRS = (Pair("p", "P", "x", "about p"), Pair("q", "Q", "y", "about q"))
MATCH = question_of(QuestionType.MATCH, MatchKey(PAIRS, tuple(Choice(key, key, key) for key in "xyz")))


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
        (PREDICT, ["b"], AnswerState.CORRECT),
        (TEXT, ["cuda.syncthreads"], AnswerState.CORRECT),
        (TEXT, [" `SyncThreads()` "], AnswerState.CORRECT),
        (TEXT, ["ｓｙｎｃｔｈｒｅａｄｓ（）"], AnswerState.CORRECT),
        (TEXT, ["threads"], AnswerState.WRONG),
        (MATCH, ["q:y", "p:x"], AnswerState.CORRECT),
        (MATCH, ["p:x", "q:z"], AnswerState.PARTLY),
        (MATCH, ["p:y", "q:x"], AnswerState.WRONG),
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


def test_a_trap_in_words_gets_its_own_feedback() -> None:
    assert [mark(TEXT, [t]).feedback for t in ("syncthreads", "SyncWarp()", "sync")] == [
        "yes",
        "that is one warp",
        "no",
    ]


def test_every_pair_gets_its_feedback() -> None:
    marks = mark(MATCH, ["p:x", "q:z"]).pairs
    assert [(m.key, m.chosen, m.correct, m.right, m.feedback) for m in marks] == [
        ("p", "x", True, "x", "about p"),
        ("q", "z", False, "y", "about q"),
    ]


def test_a_question_that_a_run_marks_is_not_marked_here() -> None:
    with pytest.raises(TypeError):
        mark(question_of(QuestionType.LAUNCH, LaunchKey("e", 1, Outcomes("", ""))), ["1", "2"])


@pytest.mark.parametrize(
    ("question", "answer", "key"),
    [
        (PREDICT, ["a", "b"], "input.one_answer"),
        (TEXT, [], "input.no_text"),
        (TEXT, [" () "], "input.no_text"),
        (TEXT, ["x" * 201], "input.long_text"),
        (MATCH, ["p:", ""], "input.no_answer"),
        (MATCH, ["p:x", "q:"], "input.pairs_left"),
        (MATCH, ["p:x", "p:y"], "input.pair_twice"),
        (MATCH, ["p:x", "r:y"], "input.unknown_option"),
        (MATCH, ["p:x", "q:w"], "input.unknown_option"),
        (SINGLE, [], "input.no_answer"),
        (SINGLE, ["a", "b"], "input.one_answer"),
        (SINGLE, ["z"], "input.unknown_option"),
        (NUMERIC, [], "input.no_number"),
        (NUMERIC, ["many"], "input.not_a_number"),
        (NUMERIC, ["inf"], "input.not_a_number"),
        (NUMERIC, ["9" * 400], "input.not_a_number"),
    ],
)
def test_what_cannot_be_marked_is_refused_with_a_sentence(question: Question, answer: list[str], key: str) -> None:
    with pytest.raises(BadInputError) as caught:
        mark(question, answer)
    assert caught.value.key == key
    assert "?" not in Words().sentence(key, caught.value.args_)


@given(
    st.sampled_from([SINGLE, MULTIPLE, NUMERIC, PREDICT, TEXT, MATCH]),
    st.lists(st.sampled_from(["a", "p:x", "q:y", "p:", ":", "1e999", "-0"]) | st.text(max_size=20), max_size=5),
)
def test_any_answer_is_marked_or_refused(question: Question, answer: list[str]) -> None:
    with contextlib.suppress(BadInputError):
        assert mark(question, answer).state in {AnswerState.CORRECT, AnswerState.PARTLY, AnswerState.WRONG}


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
