"""The schemas that editors read: as the code has them, and true of the course that is shipped."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.course.schemas import NAMES, printed, schema_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_what_the_command_prints(name: str) -> None:
    said = (ROOT / f"docs/schema/{name}.json").read_text("utf-8")
    assert said == printed(name), f"run: gridstride schema {name} > docs/schema/{name}.json"


@pytest.mark.parametrize("name", NAMES)
def test_every_key_at_the_top_is_described(name: str) -> None:
    assert [key for key, shape in schema_of(name).get("properties", {}).items() if "description" not in shape] == []


def test_an_unknown_key_is_refused_everywhere() -> None:
    schema = schema_of("exercise")
    tables = [schema, *schema["$defs"].values()]
    assert all(table["additionalProperties"] is False for table in tables)


def test_keys_and_requirements_of_our_exercises_are_allowed() -> None:
    schema = schema_of("exercise")
    for file in ROOT.glob("kernels/*/exercise.toml"):
        data: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
        assert data.keys() <= schema["properties"].keys(), file
        assert set(schema["required"]) <= data.keys(), file
        pattern = schema["properties"]["requirements"]["items"]["pattern"]
        assert all(re.search(pattern, text) for text in data.get("requirements", [])), file
