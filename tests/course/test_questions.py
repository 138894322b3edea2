from pathlib import Path

import pytest

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown
from app.course.models import NumericKey, Question, Trap
from app.course.questions import read_question

SINGLE = """\
::::{quiz} blocks
:type: single
How *many*?

- [ ] 3
  > Too few.
- [x] `4`
  > Right.
- [ ] 5
  > Too many.

:::{hint}
Round up.
:::
::::
"""
NUMERIC = """\
::::{quiz} blocks
:type: numeric
:answer: 4
:tolerance: 0.5
:unit: blocks
How many?

- right
  > Yes.
- 3
  > Rounded down.
- otherwise
  > Divide.
::::
"""


def read(text: str) -> tuple[Question | None, list[str]]:
    faults = Faults("x.md")
    markdown = Markdown(text, faults, Path("/nowhere"))
    (directive,) = markdown.split(text, 1)
    assert isinstance(directive, Directive)
    return read_question(directive, markdown), [str(fault) for fault in faults.found]


def sound(text: str) -> Question:
    question, faults = read(text)
    assert question is not None, faults
    return question


def test_single_question_has_prompt_options_feedback_and_hints() -> None:
    question = sound(SINGLE)
    assert question.prompt == "<p>How <em>many</em>?</p>\n"
    assert [(o.html, o.correct, o.feedback) for o in question.options] == [
        ("3", False, "<p>Too few.</p>\n"),
        ('<code translate="no">4</code>', True, "<p>Right.</p>\n"),
        ("5", False, "<p>Too many.</p>\n"),
    ]
    assert question.hints == ("<p>Round up.</p>\n",)


def test_numeric_question_has_key_traps_and_feedback() -> None:
    assert sound(NUMERIC).key == NumericKey(
        4, 0.5, "blocks", "<p>Yes.</p>\n", "<p>Divide.</p>\n", (Trap(3, "<p>Rounded down.</p>\n"),)
    )


def test_multiple_question_may_have_several_right_answers() -> None:
    question = sound(SINGLE.replace("single", "multiple").replace("[ ] 3", "[x] 3"))
    assert [option.correct for option in question.options] == [True, True, False]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("How *many*?", "How many *blocks*?"),
        ("Too few.", "Fewer than needed."),
        ("- [ ] 3\n  > Too few.\n- [x] `4`\n  > Right.\n", "- [x] `4`\n  > Right.\n- [ ] 3\n  > Too few.\n"),
    ],
)
def test_version_stays_while_the_meaning_stays(old: str, new: str) -> None:
    assert old in SINGLE
    assert sound(SINGLE.replace(old, new)).version == sound(SINGLE).version


@pytest.mark.parametrize(
    ("old", "new"), [("[ ] 3", "[ ] 2"), ("single", "multiple"), ("{quiz} blocks", "{quiz} grids")]
)
def test_version_changes_with_the_meaning(old: str, new: str) -> None:
    assert sound(SINGLE.replace(old, new)).version != sound(SINGLE).version


def test_version_of_a_numeric_question_follows_its_key() -> None:
    assert sound(NUMERIC.replace("answer: 4", "answer: 5")).version != sound(NUMERIC).version
    assert sound(NUMERIC.replace("Divide.", "Multiply.")).version == sound(NUMERIC).version


def test_option_keys_do_not_depend_on_order_or_feedback() -> None:
    keys = {option.html: option.key for option in sound(SINGLE).options}
    swapped = SINGLE.replace("- [ ] 3\n  > Too few.\n", "").replace("\n:::{hint}", "- [ ] 3\n  > Less.\n\n:::{hint}")
    assert {option.html: option.key for option in sound(swapped).options} == keys


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (":type: single\n", "", "x.md:1:1: `:type:` is missing: single, multiple, numeric"),
        ("single", "double", "x.md:2:8: there is no type `double`; there are single, multiple, numeric"),
        ("[x]", "[ ]", "x.md:1:1: no answer is right"),
        ("[ ] 5", "[x] 5", "x.md:9:1: this is the second right answer of a `single` question"),
        ("[ ] 5", "[] 5", "x.md:9:1: an answer starts with `[ ]` or"),
        ("[ ] 5", "[ ] 3", "x.md:9:1: this answer stands here twice"),
        ("[ ] 5", "[ ]", "x.md:9:1: this answer is empty"),
        ("  > Too many.\n", "", "x.md:9:1: this answer has no feedback"),
        (
            "  > Too many.\n",
            "  > Too many.\n\n  More.\n",
            "x.md:12:1: feedback is one quotation, and the last of its answer",
        ),
        ("How *many*?\n", "", "x.md:1:1: the question has no prompt"),
        ("Round up.\n", "", "x.md:12:1: the hint is empty"),
        (":::{hint}", ":::{note}", "x.md:12:1: `note` cannot stand in a question"),
        (
            ":type: single\n",
            ":type: single\n:answer: 4\n",
            "x.md:3:2: the option `answer` belongs to questions of type numeric, text, predict",
        ),
        (":type: single\n", ":type: single\n:typ: 4\n", "x.md:3:2: `quiz` has no option `typ`"),
        (":type: single\n", ":type: single\n:type: multiple\n", "x.md:3:2: the option `type` is set twice"),
        ("\n:::{hint}", "\nMore words.\n\n:::{hint}", "x.md:12:1: behind the list of answers come hints alone"),
        ("[ ] 5", "[ ] 4", "x.md:9:1: this answer stands here twice"),
        ("[ ] 5", "[ ] None of the above.", "x.md:9:1: an option speaks for itself"),
        ("[ ] 5", "[ ] one more than the first option", "x.md:9:1: an option names no other by its place"),
        (":type: single\n", ":type: single\n:exercise: e\n", "x.md:3:2: the option `exercise` belongs to"),
        ("{quiz} blocks", "{quiz}", "x.md:1:12: behind `{quiz}` stands a name of lower-case letters"),
    ],
)
def test_each_fault_of_a_choice_is_told(old: str, new: str, fault: str) -> None:
    assert old in SINGLE
    faults = read(SINGLE.replace(old, new))[1]
    assert any(line.startswith(fault) for line in faults), faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (":answer: 4\n", "", "x.md:1:1: a numeric question needs `:answer:`"),
        (":answer: 4", ":answer: four", "x.md:3:10: `answer` should be a number such as 4 or 0.5, not `four`"),
        ("tolerance: 0.5", "tolerance: -1", "x.md:4:13: a tolerance is not negative"),
        ("- right", "- wrong", "x.md:1:1: the list of a numeric question has an entry `right`"),
        ("- 3", "- 4.25", "x.md:10:1: the trap 4.25 would be taken as right"),
        ("- 3", "- [x] 3", "x.md:10:1: `[x]` and `[ ]` belong to questions with options"),
        ("- 3\n", "- 0\n  > None.\n- 0.0\n", "x.md:12:1: `0.0` stands here twice"),
        (":answer: 4", ":answer: 1e999", "x.md:3:10: `answer` should be a number"),
        ("- 3", "- right", "x.md:10:1: `right` stands here twice"),
        ("- 3", "- three", "x.md:10:1: an entry is `right`, `otherwise` or a number, not `three`"),
        ("  > Divide.\n", "", "x.md:12:1: this answer has no feedback"),
    ],
)
def test_each_fault_of_a_number_is_told(old: str, new: str, fault: str) -> None:
    assert old in NUMERIC
    question, faults = read(NUMERIC.replace(old, new))
    assert question is None
    assert any(line.startswith(fault) for line in faults), faults
