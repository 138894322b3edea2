"""What scripts name exists where they look for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.simt.builtins import CALLS, NAMES
from app.web.phrases import Phrases

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted((STATIC / "js").glob("*.js"))
SHEETS = sorted((STATIC / "css").glob("*.css"))
COMPLETIONS = json.loads((STATIC / "data" / "cuda.json").read_text())
STAGES = ("queued", "reconnecting", "running", "compiling", "simulating")


def test_every_sentence_that_a_script_says_has_words() -> None:
    said = {key for script in SCRIPTS for key in re.findall(r'say\("([\w.]+)"', script.read_text())}
    said |= {f"status.{stage}" for stage in STAGES}
    assert said == set(Phrases().section("script"))


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
