"""Every fault that ends a launch has a sentence whose slots the fault fills."""

import ast
import string
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDS = tomllib.loads((ROOT / "app/grading/words/en.toml").read_text())["finding"]
GIVEN = {"line", "thread", "block", "count"}


def raised():
    """(key, names of its arguments) of every fault in the package."""
    for path in sorted((ROOT / "app/simt").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
                key = node.args[0] if node.args else None
                if isinstance(key, ast.Constant) and "." in str(key.value):
                    yield key.value, {keyword.arg for keyword in node.keywords}


@pytest.mark.parametrize(("key", "args"), list(raised()))
def test_a_fault_has_its_words(key, args):
    sentence = WORDS[key]["message"] + WORDS[key].get("help", "")
    slots = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    assert slots <= args | GIVEN
