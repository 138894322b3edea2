import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.directives import EXPLORABLES
from app.course.models import Course, ExplorablePart
from app.web.phrases import Phrases

Edit = Callable[[str, str, str], Course]
LESSON = "lessons/01-one/en.md"
EXPLORABLE = "Words.\n\n:::{explorable} sectors\n:figure: box\n:alt: A box.\nThe `box`.\n:::\n"
SCRIPTS = Path(__file__).parents[2] / "static" / "js" / "explorables"


def test_explorable_holds_its_picture_with_a_caption(edit: Edit) -> None:
    part = edit(LESSON, "Words.\n", EXPLORABLE).lessons["01-one"].parts[1]
    assert isinstance(part, ExplorablePart)
    assert part.name == "sectors"
    assert '<figure class="figure" id="fig-box"><svg viewBox="0 0 360 90" role="img"' in part.html
    assert '<figcaption><p>The <code translate="no">box</code>.</p>' in part.html


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("} sectors", "} vectors", f"{LESSON}:12:1: there is no explorable `vectors`; there are atomics, "),
        ("} sectors", "}", f"{LESSON}:12:17: behind `{{explorable}}` stands a name"),
        (":figure: box\n", "", f"{LESSON}:12:1: `:figure:` is missing"),
        (":figure: box", ":figure: ../box", f"{LESSON}:13:1: `:figure:` is a name of lower-case letters"),
        (":figure: box", ":figure: tree", f"{LESSON}:12:1: there is no file figures/tree.svg beside the lesson"),
        (":alt: A box.\n", "", f"{LESSON}:12:1: `:alt:` is missing"),
        ("The `box`.\n", "", f"{LESSON}:12:1: the explorable has no caption"),
        ("{explorable} sectors\n", "{explorable} sectors\n:start: 2\n", f"{LESSON}:13:2: `explorable` has no option"),
    ],
)
def test_each_fault_of_an_explorable_is_told(edit: Edit, old: str, new: str, fault: str) -> None:
    assert old in EXPLORABLE
    course = edit(LESSON, "Words.\n", EXPLORABLE.replace(old, new))
    assert any(str(line).startswith(fault) for line in course.faults), course.faults
    assert course.lessons == {}


def test_every_explorable_has_its_script() -> None:
    assert {script.stem for script in SCRIPTS.glob("*.js")} == {*EXPLORABLES, "base"}


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.stem)
def test_every_word_that_an_explorable_says_has_one_and_is_used(script: Path) -> None:
    text, words = script.read_text("utf-8"), set(Phrases().section(f"explorable.{script.stem}"))
    said = set(re.findall(r'say\("([\w.]+)"', text))
    named = said | set(re.findall(r'["`]([\w.]+)["`]', text)) | set(re.findall(r"\b(\w+):", text))
    begun = tuple(re.findall(r"`(\w+_)\$\{", text))  # keys that are put together
    assert said <= words
    assert {word for word in words - named if not word.startswith(begun)} == set()
