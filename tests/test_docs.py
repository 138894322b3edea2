"""The docs are tested: what they name exists, and what exists is named."""

import dataclasses
import re
from pathlib import Path

import pytest

from app.config import Settings
from app.domain.verdict import VerdictKind

ROOT = Path(__file__).parents[1]
COMMANDS = (ROOT / "docs/commands.md").read_text()
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_every_setting_is_documented_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `GRIDSTRIDE_(\w+)` \| `?([^|`]*)", COMMANDS, re.MULTILINE))
    fields = {field.name.upper(): field.default for field in dataclasses.fields(Settings)}
    assert set(rows) == set(fields)
    for name, default in fields.items():
        if not isinstance(default, Path):
            assert rows[name] == str(default)


def test_every_verdict_is_documented() -> None:
    assert {kind for kind in VerdictKind if f"`{kind}`" not in COMMANDS} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []
