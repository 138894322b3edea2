"""The docs are tested: what they name exists, and what exists is named."""

import dataclasses
import re
from pathlib import Path

import pytest

from app.config import CHOICES, RANGES, Settings
from app.domain.verdict import VerdictKind

ROOT = Path(__file__).parents[1]
COMMANDS = (ROOT / "docs/commands.md").read_text()
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


SETTINGS = {field.name.upper(): field for field in dataclasses.fields(Settings)}
ROWS = dict(re.findall(r"^\| `GRIDSTRIDE_(\w+)` \| (.*) \|$", COMMANDS, re.MULTILINE))


def test_the_settings_and_their_table_are_the_same() -> None:
    assert list(ROWS) == list(SETTINGS)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_documented_with_its_default_and_its_range(name: str) -> None:
    field, (default, allowed, _) = SETTINGS[name], ROWS[name].split(" | ")
    assert isinstance(field.default, Path) or default == f"`{field.default}`"
    if field.name in RANGES:
        assert allowed == "{} to {}".format(*RANGES[field.name])
    elif field.name in CHOICES:
        assert allowed == ", ".join(f"`{choice}`" for choice in CHOICES[field.name])


def test_every_verdict_is_documented() -> None:
    assert {kind for kind in VerdictKind if f"`{kind}`" not in COMMANDS} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    prose = re.sub(r"^(```+).*?^\1$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", prose)
    assert [link for link in links if not (document.parent / link).exists()] == []
