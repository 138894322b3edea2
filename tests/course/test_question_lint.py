import pytest

from app.course.questions.lint import option_faults, reply_faults


def found(*texts: str) -> list[tuple[str, int]]:
    return [(sentence.partition(":")[0], line) for sentence, line in option_faults((t, n) for n, t in enumerate(texts))]


@pytest.mark.parametrize(
    "text",
    [
        "All of the above",
        "none of the above.",
        "Both of these",
        "any of the other answers",
        "all answers",
        "none of those",
    ],
)
def test_an_option_that_points_at_all_others_is_a_fault(text: str) -> None:
    assert found("3", text) == [("an option speaks for itself", 1)]


@pytest.mark.parametrize(
    "text", ["twice the first option", "as in the answer above", "the same as option B", "the opposite of the above"]
)
def test_an_option_that_names_another_by_its_place_is_a_fault(text: str) -> None:
    assert found("3", text) == [("an option names no other by its place", 1)]


def test_options_that_read_the_same_are_a_fault_whatever_their_spaces() -> None:
    assert found("a  b", "c", "a\nb") == [("this answer stands here twice", 2)]


@pytest.mark.parametrize(
    "text",
    ["all of the others", "none", "indices above 1000", "the first thread", "none of them", "the last answering block"],
)
def test_what_may_be_meant_is_no_fault(text: str) -> None:
    assert found("3", text) == []


def test_case_tells_options_apart() -> None:
    assert found("True", "true") == []


@pytest.mark.parametrize("text", ["As in the first option, but", "see the answer above", "Option B is nearer."])
def test_feedback_that_names_an_option_by_its_place_is_a_fault(text: str) -> None:
    assert [line for _, line in reply_faults([("fine", 3), (text, 7)])] == [7]


@pytest.mark.parametrize("text", ["the first answer that a warp has", "an option bought", "option a of the call"])
def test_feedback_may_speak_of_other_places(text: str) -> None:
    assert list(reply_faults([(text, 1)])) == []
