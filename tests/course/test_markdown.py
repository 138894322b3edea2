from pathlib import Path

import pytest

from app.course.directives import Directive
from app.course.faults import Faults
from app.course.markdown import Markdown


def render(text: str) -> tuple[str, list[str]]:
    faults = Faults("x.md")
    html = Markdown(text, faults, Path("/nowhere")).render(text, 1, "this test")
    return html, [str(fault) for fault in faults.found]


def test_code_is_highlighted_with_classes_and_never_translated() -> None:
    html, faults = render("```python\nx = 1\n```\n")
    assert '<div class="highlight" translate="no">' in html
    assert '<span class="mi">1</span>' in html
    assert "style=" not in html
    assert faults == []


def test_code_of_an_unknown_language_is_a_fault() -> None:
    assert render("a\n\n```pyhton\nx\n```\n")[1] == [
        "x.md:3:4: there is no language `pyhton` for code; `text` is plain"
    ]


def test_indented_text_is_no_code() -> None:
    assert render("a\n\n    x = 1\n")[1] == ["x.md:3:1: code stands between ``` fences; indented text is no code here"]


def test_maths_becomes_mathml() -> None:
    html, faults = render("So $a < b$ and\n\n$$\\frac{a}{b}$$\n")
    assert html.count("<math") == 2
    assert html.count('<math tabindex="0"') == 1  # the one that may be wider than its column
    assert "<mfrac>" in html
    assert faults == []


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("\\begin{aligned}a &= b\\end{aligned}", "would show a bare `&`"),
        ("\\nonsense", "has a command that is not known"),
        ("\\frac{a}", "lacks an argument"),
        ("\\frac", "cannot be read"),
    ],
)
def test_maths_that_would_show_wrongly_is_a_fault(formula: str, fault: str) -> None:
    (line,) = render(f"one\ntwo ${formula}$")[1]
    assert line.startswith("x.md:2:5: the formula ")
    assert fault in line


def test_headings_get_ids_from_their_words_or_from_the_author() -> None:
    html, faults = render("## How `it` works\n\n### Warum? {#why}\n")
    assert '<h2 id="how-it-works">' in html
    assert '<h3 id="why">Warum?</h3>' in html
    assert faults == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# Title\n", "x.md:1:1: headings have two or three #"),
        ("## A\n\n## A\n", "x.md:3:1: the id `a` is used twice"),
        ("## !\n", "x.md:1:1: the heading has no text"),
        ("a\nb <b>c</b>\n", "x.md:2:3: raw HTML is off"),
        ("a [b](javascript:c)\n", "x.md:1:5: this is no link: its address is not allowed"),
        ("a\nb [c](http://d)\n", "x.md:2:5: a link starts with https://"),
        ("![](/static/img/lessons/a.png)\n", "x.md:1:1: the image /static/img/lessons/a.png has no alternative text"),
        ("![a](b.png)\n", "x.md:1:1: there is no image `b.png`"),
        (":::{notes}\n:::\n", "x.md:1:5: there is no directive `notes`"),
        ("a\n\n:::{note}\nb\n", "x.md:3:1: this fence is never closed by 3 colons"),
        (":::{note}\n:::{note}\nb\n:::\n:::\n", "x.md:5:1: this closes nothing"),
        (":::note\nb\n:::\n", "x.md:1:1: a fence of colons reads `:::{name}`, not `note`"),
        (":::{note}\n:::\n", "x.md:1:1: the note is empty"),
        (":::{note}\n:colour: red\nb\n:::\n", "x.md:2:2: `note` has no option `colour`; it has none"),
        ("- a\n\n  :::{note}\n  b\n  :::\n", "x.md:3:1: a fence of colons starts at the left margin"),
        (":::{hint}\nb\n:::\n", "x.md:1:1: `hint` cannot stand in this test"),
        (":::{hint} one\nb\n:::\n", "x.md:1:11: nothing stands behind `{hint}`, but here is `one`"),
    ],
)
def test_each_fault_is_told_with_its_place(text: str, fault: str) -> None:
    faults = render(text)[1]
    assert any(line.startswith(fault) for line in faults), faults


def test_admonition_has_its_own_title_or_the_usual_one() -> None:
    html = render(":::{warning}\n`a`\n:::\n\n:::{note} By the way\nb\n:::\n")[0]
    assert '<aside class="admonition warning"><p class="admonition-title">Watch out</p>' in html
    assert '<p class="admonition-title">By the way</p>' in html


def test_directives_come_between_the_prose_with_their_lines() -> None:
    text = "a\n\n:::{figure} f\n:alt: b\nc\n:::\n\nd\n"
    before, directive, after = Markdown(text, Faults("x"), Path("/nowhere")).split(text, 1)
    assert (before, after) == ("<p>a</p>\n", "<p>d</p>\n")
    assert isinstance(directive, Directive)
    assert (directive.line, directive.body_line, directive.options["alt"]) == (3, 5, ("b", 4))


def test_table_columns_are_aligned_by_class() -> None:
    html = render("|a|b|\n|-:|-|\n|1|2|\n")[0]
    assert '<th class="align-right">' in html
    assert "style=" not in html


def test_inline_code_is_not_translated() -> None:
    assert render("`a < b`")[0] == '<p><code translate="no">a &lt; b</code></p>\n'
