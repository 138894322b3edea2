"""The types that know more than options and numbers: text, match, order, predict, launch."""

import re
from pathlib import Path

import pytest

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown
from app.course.models import (
    Choices,
    LaunchKey,
    MatchKey,
    NumericKey,
    OrderKey,
    Outcomes,
    Program,
    Question,
    TextKey,
    TextTrap,
)
from app.course.questions import read_question

EXERCISES = {"scale": "kernel", "pick": "launch", "broken": None}
REPLIES = "- right\n  > Yes.\n- otherwise\n  > No.\n"
TEXT = f"""\
::::{{quiz}} barrier
:type: text
:answer: cuda.syncthreads | syncthreads
Which call?

{REPLIES}- `syncwarp`
  > One warp.
::::
"""
MATCH = """\
::::{quiz} pairs
:type: match
What is what?

- `grid` *size* => blocks
  > Many blocks.
- `a => b` => an `arrow`
  > In code.
- => lanes
  > Belongs to a warp.
::::
"""
ORDER = f"""\
::::{{quiz}} build
:type: order
:exercise: scale
Put it together:

```text
out = 2 * a
```

```python given
from numba import cuda
```

```python
@cuda.jit
def scale(a, out):
```

```python
    cuda.syncthreads()
```

```python extra
    return
```

```python
    cuda.syncthreads()
```

{REPLIES}- data_race
  > Too few barriers.
::::
"""
PREDICT = """\
::::{quiz} printed
:type: predict
What does it print?

```python
x = 3
print(x)
```

- [x] `3`
  > Yes.
- [ ] 4
  > No.
::::
"""
NUMBER = PREDICT.partition("- [x]")[0].replace(":type: predict\n", ":type: predict\n:answer: 3\n") + f"{REPLIES}::::\n"
LAUNCH = f"""\
::::{{quiz}} cover
:type: launch
:exercise: pick
:dims: 2
Cover it.

{REPLIES}- launch_config
  > The GPU refused.
::::
"""


def read(text: str) -> tuple[Question | None, list[str]]:
    faults = Faults("x.md")
    markdown = Markdown(text, faults, Path("/nowhere"))
    (directive,) = markdown.split(text, 1)
    assert isinstance(directive, Directive)
    return read_question(directive, markdown, EXERCISES), [str(fault) for fault in faults.found]


def sound(text: str) -> Question:
    question, faults = read(text)
    assert question is not None, faults
    return question


def test_words_have_all_that_is_accepted_and_traps() -> None:
    assert sound(TEXT).key == TextKey(
        ("cuda.syncthreads", "syncthreads"),
        "<p>Yes.</p>\n",
        "<p>No.</p>\n",
        (TextTrap("syncwarp", "<p>One warp.</p>\n"),),
    )


def test_pairs_are_cut_at_the_arrow_that_is_no_code() -> None:
    key = sound(MATCH).key
    assert isinstance(key, MatchKey)
    text = {choice.key: choice.text for choice in key.choices}
    assert [(pair.html, text[pair.right], pair.feedback) for pair in key.pairs] == [
        ('<code translate="no">grid</code> <em>size</em>', "blocks", "<p>Many blocks.</p>\n"),
        ('<code translate="no">a =&gt; b</code>', "an arrow", "<p>In code.</p>\n"),
    ]
    assert {choice.text: choice.feedback for choice in key.choices if choice.feedback} == {
        "lanes": "<p>Belongs to a warp.</p>\n"
    }


@pytest.mark.parametrize("id_", ["pairs", "a", "b", "c", "d", "e", "f"])
def test_choices_are_never_shown_in_the_order_of_the_pairs(id_: str) -> None:
    key = sound(MATCH.replace("{quiz} pairs", f"{{quiz}} {id_}")).key
    assert isinstance(key, MatchKey)
    wanted = [pair.right for pair in key.pairs]
    assert [choice.key for choice in key.choices if choice.key in wanted] != wanted


def test_an_order_has_given_lines_blocks_and_distractors() -> None:
    question = sound(ORDER)
    key = question.key
    assert isinstance(key, OrderKey)
    assert key.given is not None
    code = {block.key: block.code for block in key.blocks}
    assert (key.exercise, key.given.code) == ("scale", "from numba import cuda\n")
    assert [code[one] for one in key.solution] == [
        "@cuda.jit\ndef scale(a, out):\n",
        "    cuda.syncthreads()\n",
        "    cuda.syncthreads()\n",
    ]
    assert set(code.values()) - {code[one] for one in key.solution} == {"    return\n"}
    assert key.outcomes == Outcomes("<p>Yes.</p>\n", "<p>No.</p>\n", {"data_race": "<p>Too few barriers.</p>\n"})
    assert "2 * a" in question.prompt
    assert "syncthreads" not in question.prompt


@pytest.mark.parametrize("id_", ["build", "a", "b", "c", "d", "e", "f", "g"])
def test_blocks_are_never_shown_in_the_order_of_the_solution(id_: str) -> None:
    key = sound(ORDER.replace("{quiz} build", f"{{quiz}} {id_}")).key
    assert isinstance(key, OrderKey)
    assert tuple(block.key for block in key.blocks if block.key in key.solution) != key.solution


def test_blocks_stay_where_they_are_shown_when_the_author_moves_them() -> None:
    extra = "```python extra\n    return\n```\n\n"
    moved = ORDER.replace(extra, "").replace("- right", f"{extra}- right")
    assert sound(moved).key == sound(ORDER).key


def test_a_prediction_shows_its_program_and_knows_what_it_prints() -> None:
    question = sound(PREDICT)
    assert question.program == Program("x = 3\nprint(x)\n", 6, "3", "")
    assert isinstance(question.key, Choices)
    assert "print" in question.prompt


def test_a_prediction_of_a_number_has_a_numeric_key() -> None:
    question = sound(NUMBER.replace(":answer: 3\n", ":answer: 3\n:finding: data_race\n"))
    assert isinstance(question.key, NumericKey)
    assert question.program == Program("x = 3\nprint(x)\n", 8, "", "data_race")


def test_an_option_of_several_lines_is_what_is_printed() -> None:
    question = sound(PREDICT.replace("`3`", "\n  ```text\n  3 3\n     3\n  ```"))
    assert question.program is not None
    assert question.program.prints == "3 3\n   3"


def test_a_launch_has_an_exercise_dimensions_and_outcomes() -> None:
    outcomes = Outcomes("<p>Yes.</p>\n", "<p>No.</p>\n", {"launch_config": "<p>The GPU refused.</p>\n"})
    assert sound(LAUNCH).key == LaunchKey("pick", 2, outcomes)
    assert sound(LAUNCH).exercise == "pick"


def test_an_exercise_with_faults_of_its_own_is_no_fault_of_the_question() -> None:
    assert sound(LAUNCH.replace(": pick", ": broken")).exercise == "broken"


@pytest.mark.parametrize("text", [TEXT, MATCH, ORDER, PREDICT, NUMBER, LAUNCH])
def test_version_stays_when_a_reply_or_the_prompt_is_reworded(text: str) -> None:
    reworded = re.sub(r"(?m)^(What|Which|Put|Cover)", r"Now: \1", text.replace("  > ", "  > Well: "))
    assert reworded.count("Now: ") == 1
    assert sound(reworded).version == sound(text).version


def test_version_stays_when_a_comment_of_a_program_is_mended() -> None:
    assert sound(PREDICT.replace("x = 3\n", "# Three.\nx = 3\n\n")).version == sound(PREDICT).version


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (TEXT, " | syncthreads", ""),
        (MATCH, "=> lanes", "=> warps"),
        (MATCH, "*size*", "*count*"),
        (ORDER, ": scale", ": broken"),
        (ORDER, "    return", "    pass"),
        (ORDER, "import cuda", "import cuda, float32"),
        (PREDICT, "x = 3", "x = 2 + 1"),
        (PREDICT, "[ ] 4", "[ ] 5"),
        (NUMBER, ":answer: 3", ":answer: 4"),
        (LAUNCH, ":dims: 2", ":dims: 1"),
    ],
)
def test_version_changes_with_what_is_asked(text: str, old: str, new: str) -> None:
    assert old in text
    assert sound(text.replace(old, new)).version != sound(text).version


def test_version_of_words_ignores_how_they_are_written() -> None:
    assert sound(TEXT.replace("cuda.syncthreads |", "CUDA.syncthreads() |")).version == sound(TEXT).version


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (TEXT, ":answer: cuda.syncthreads | syncthreads\n", "", "1:1: a text question needs `:answer:`"),
        (TEXT, "| syncthreads", "| ", "3:10: one of the answers is empty"),
        (TEXT, "| syncthreads", "| CUDA.syncthreads()", "3:10: `CUDA.syncthreads()` stands here twice"),
        (TEXT, "| syncthreads", "| " + "x" * 201, "3:10: an answer has 200 characters at most"),
        (TEXT, "`syncwarp`", "`Syncthreads()`", "10:1: the trap `Syncthreads()` would be taken as right"),
        (TEXT, "`syncwarp`", "`()`", "10:1: this trap is empty"),
        (TEXT, "- `syncwarp`", "- a\n  > b\n- A", "12:1: `A` stands here twice"),
        (TEXT, "- right", "- rigth", "1:1: the list of a text question has an entry `right`"),
        (TEXT, "  > One warp.\n", "", "10:1: this answer has no feedback"),
        (TEXT, ":type: text\n", ":type: text\n:dims: 1\n", "3:2: the option `dims` belongs to questions of"),
        (MATCH, "=> lanes", "lanes", "9:1: an entry reads `left => right`"),
        (MATCH, "=> lanes", "*a => b*", "9:1: an entry reads `left => right`"),
        (MATCH, "=> lanes", "=>", "9:1: nothing stands to the right of `=>`"),
        (MATCH, "=> lanes", "=> $x$", "9:1: what stands on the right is shown in a list"),
        (MATCH, "=> lanes", "=> blocks", "9:1: this answer stands here twice"),
        (MATCH, "=> lanes", "=> all of the above", "9:1: an option speaks for itself"),
        (MATCH, "=> lanes", "`grid` *size* => lanes", "9:1: `grid size` stands on the left twice"),
        (MATCH, "`a => b` => an", "=> an", "1:1: a match question has two pairs"),
        (MATCH, "- =>", "- [x] =>", "9:1: `[x]` and `[ ]` belong to questions with options"),
        (MATCH, "  > In code.\n", "", "7:1: this answer has no feedback"),
        (ORDER, ":exercise: scale\n", "", "1:1: an order question needs `:exercise:`"),
        (ORDER, ": scale", ": sclae", "3:12: there is no exercise `sclae` in kernels"),
        (ORDER, ": scale", ": pick", "3:12: `pick` is of kind launch; an order question needs one of kind kernel"),
        (ORDER, "```python\n    cuda", "```python extra\n    cuda", "1:1: an order question has two blocks"),
        (ORDER, "def scale(a, out):\n", "def scale(a, out)\n", "16:18: put together as they stand here, the blocks"),
        (ORDER, "    return\n", "", "23:1: this block is empty"),
        (ORDER, "```python extra", "```python given", "23:1: these are the second lines that are given"),
        (ORDER, "```python extra", "```python other", "23:4: behind the language stands nothing or "),
        (ORDER, "```text", "```text extra", "6:4: only ```python can be given or extra"),
        (ORDER, "- data_race", "- data_races", "35:1: an entry is `right`, `otherwise` or the kind of"),
        (ORDER, "- data_race", "- passed", "35:1: nobody would be told"),
        (ORDER, "- data_race", "- data_race\n  > One.\n- `data_race`", "37:1: `data_race` stands"),
        (PREDICT, "```python", "```text", "1:1: a predict question has a program"),
        (PREDICT, "print(x)\n", "print(x\n", "7:6: the program is not Python: "),
        (PREDICT, "x = 3\nprint(x)\n", "", "5:1: the program is empty"),
        (PREDICT, "- [x]", "```python\nx\n```\n\n- [x]", "10:1: this is the second program"),
        (PREDICT, "[ ] 4", "[x] 4", "12:1: this is the second right answer of a `predict` question"),
        (PREDICT, ":type: predict\n", ":type: predict\n:unit: ms\n", "3:2: the option `unit` needs `:answer:`"),
        (PREDICT, ":type: predict\n", ":type: predict\n:finding: race\n", "3:11: a program can show out_of_bounds, "),
        (NUMBER, "- right", "- rigth", "1:1: the list of a predict question has an entry `right`"),
        (LAUNCH, ":dims: 2\n", "", "1:1: a launch question needs `:dims:`"),
        (LAUNCH, ":dims: 2", ":dims: 4", "4:8: `dims` is 1, 2 or 3, not `4`"),
        (LAUNCH, ": pick", ": scale", "3:12: `scale` is of kind kernel; a launch question needs one of kind launch"),
        (LAUNCH, "- launch_config", "- infrastructure", "11:1: nobody would be told"),
    ],
)  # fmt: skip
def test_each_fault_is_told_with_its_place(text: str, old: str, new: str, fault: str) -> None:
    assert old in text
    question, faults = read(text.replace(old, new))
    assert (question is None) is bool(faults)
    assert any(line.startswith(f"x.md:{fault}") for line in faults), faults
