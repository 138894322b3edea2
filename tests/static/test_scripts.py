"""What scripts name exists where they look for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.domain.submission import Stage
from app.simt.builtins import CALLS, NAMES
from app.web.phrases import Phrases

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
SHEETS = sorted((STATIC / "css").glob("*.css"))
COMPLETIONS = json.loads((STATIC / "data" / "cuda.json").read_text())


def test_every_sentence_that_a_script_says_has_words() -> None:
    """Explorables have words of their own, which come with them."""
    texts = [script.read_text() for script in SCRIPTS if script.parent.name != "explorables"]
    words = set(Phrases().section("script"))
    assert {key for text in texts for key in re.findall(r'say\("([\w.]+)"', text)} <= words
    literals = {key for text in texts for key in re.findall(r'"([\w.]+)"', text)}
    put_together = tuple(key for text in texts for key in re.findall(r"`(\w+\.)\$\{\w+\}`", text))
    assert {key for key in words - literals if not key.startswith(put_together)} == set()


def test_scripts_listen_for_every_stage() -> None:
    (listed,) = re.findall(r"const stages = (\[.*?\]);", (STATIC / "js" / "submission.js").read_text(), re.DOTALL)
    assert [*json.loads(listed), Stage.GRADED] == [*Stage]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_import_of_a_script_is_there(script: Path) -> None:
    paths = re.findall(r'(?:from |import |import\(|URL\()"(\.[^"]+)"', script.read_text())
    assert [path for path in paths if not (script.parent / path).is_file()] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_token_of_a_sheet_is_defined(sheet: Path) -> None:
    text = sheet.read_text()
    defined = set(re.findall(r"(--[\w-]+):", text + (STATIC / "css" / "tokens.css").read_text()))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= defined


def test_the_editor_completes_only_what_the_interpreter_runs() -> None:
    known = {*CALLS, *NAMES}
    offered = [f"numba.{place}.{entry['name']}" for place, entries in COMPLETIONS.items() for entry in entries]
    unknown = [name for name in offered if not any(full == name or full.startswith(f"{name}.") for full in known)]
    assert unknown == ["numba.cuda.jit"]  # the decorator is read, never called
