import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.course.models import Block, LaunchKey, OrderKey, Outcomes
from app.domain.verdict import Message, Verdict, VerdictKind
from app.errors import BadInputError
from app.findings import Finding, Kind, Severity
from app.grading.assembly import assembled, launch_text, order_source, outcome
from app.grading.words import Words

SAID = Outcomes("well done", "look again", {"data_race": "a race", "fault": "a fault", "negative_index": "counts back"})
HEAD = Block("h", "import x\n", "")
BLOCKS = tuple(Block(key, f"    {key}\n", "") for key in "abc")
ORDER = OrderKey("e", HEAD, BLOCKS, ("b", "a"), SAID)
PLANE = LaunchKey("e", 2, SAID)


def verdict(kind: VerdictKind, *findings: tuple[Kind, Severity]) -> Verdict:
    found = tuple(Finding(kind, severity, 1, "x") for kind, severity in findings)
    return Verdict(kind=kind, device="simt", message=Message(key="x"), findings=found)


def test_blocks_stand_by_their_places_below_the_given_lines() -> None:
    assert assembled(ORDER, ["a:2", "b:1", "c:"]) == (["b", "a"], "import x\n    b\n    a\n")


def test_gaps_between_places_are_no_fault() -> None:
    assert assembled(ORDER, ["a:3", "b:1", ""])[0] == ["b", "a"]


def test_without_given_lines_the_source_is_the_blocks() -> None:
    assert order_source(OrderKey("e", None, BLOCKS, ("a",), SAID), ["c"]) == "    c\n"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ([], "input.no_blocks"),
        (["a:", "b:", "c: "], "input.no_blocks"),
        (["a:1", "b:1"], "input.place_twice"),
        (["a:1", "a:2"], "input.block_twice"),
        (["a:0"], "input.place"),
        (["a:4"], "input.place"),
        (["a:1.5"], "input.place"),
        (["a:" + "9" * 39], "input.place"),
        (["a:first"], "input.not_a_number"),
        (["z:1"], "input.unknown_option"),
        (["a"], "input.unknown_option"),
    ],
)
def test_blocks_without_an_order_are_refused_with_a_sentence(answer: list[str], key: str) -> None:
    with pytest.raises(BadInputError) as caught:
        assembled(ORDER, answer)
    assert caught.value.key == key
    assert "?" not in Words().sentence(key, caught.value.args_)


def test_a_stored_order_with_a_block_that_is_gone_is_refused() -> None:
    with pytest.raises(BadInputError):
        order_source(ORDER, ["a", "gone"])


def test_a_launch_becomes_a_text_of_two_lines() -> None:
    assert launch_text(LaunchKey("e", 1, SAID), ["1,024", " 256 "]) == "grid = (1024,)\nblock = (256,)\n"
    assert launch_text(PLANE, ["4", "2", "16", "8"]) == "grid = (4, 2)\nblock = (16, 8)\n"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ([], "input.no_launch"),
        (["", " ", "", ""], "input.no_launch"),
        (["4", "2", "", "8"], "input.launch_left"),
        (["4", "2"], "input.launch_left"),
        (["4", "2", "16", "8", "1"], "input.unknown_option"),
        (["4", "2", "16", "many"], "input.not_a_number"),
        (["4", "2", "16", "0.5"], "input.size_whole"),
        (["4", "0", "16", "8"], "input.size_small"),
        (["4", "-1", "16", "8"], "input.size_small"),
        (["2147483648", "1", "16", "8"], "input.size_large"),
    ],
)
def test_a_launch_that_is_none_is_refused_with_a_sentence(answer: list[str], key: str) -> None:
    with pytest.raises(BadInputError) as caught:
        launch_text(PLANE, answer)
    assert caught.value.key == key
    assert "?" not in Words().sentence(key, caught.value.args_)


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        (verdict(VerdictKind.PASSED, (Kind.NEGATIVE_INDEX, Severity.WARNING)), "well done"),
        (verdict(VerdictKind.FAULT, (Kind.DATA_RACE, Severity.ERROR)), "a race"),
        (verdict(VerdictKind.FAULT, (Kind.OUT_OF_BOUNDS, Severity.ERROR)), "a fault"),
        (verdict(VerdictKind.WRONG_ANSWER, (Kind.NEGATIVE_INDEX, Severity.WARNING)), "counts back"),
        (verdict(VerdictKind.WRONG_ANSWER), "look again"),
        (verdict(VerdictKind.UNSUPPORTED, (Kind.DATA_RACE, Severity.ERROR)), ""),
        (verdict(VerdictKind.INFRASTRUCTURE), ""),
    ],
)
def test_the_reply_goes_by_finding_then_verdict_then_otherwise(given_: Verdict, said: str) -> None:
    assert outcome(ORDER, given_) == said


FIELDS = st.sampled_from(["a:1", "b:2", "c:", ":", "a:1e9", "1", "256", "1e300", "-0", "１"]) | st.text(max_size=12)


@given(st.lists(FIELDS, max_size=5))
def test_any_form_makes_a_source_or_is_refused(answer: list[str]) -> None:
    with contextlib.suppress(BadInputError):
        used, source = assembled(ORDER, answer)
        assert used
        assert source == order_source(ORDER, used)
    with contextlib.suppress(BadInputError):
        assert launch_text(PLANE, answer).startswith("grid = (")
