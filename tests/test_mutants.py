"""The small mistakes of bench/mutants.py: those that learners make are among them, and what passes is told."""

from __future__ import annotations

import ast

import pytest

from app.cli.grader import silent
from app.cli.walled import opened_on
from app.config import ROOT, Settings
from app.course.kernels import load_exercise
from app.course.models import Exercise
from app.domain.submission import Mode
from bench.mutants import mutants, survivors

KERNEL = """\
from numba import cuda, float32

@cuda.jit
def halve(a, out):
    tile = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    if i < out.size:
        tile[cuda.threadIdx.x] = a[i] / 2
    cuda.syncthreads()
    for k in range(i, out.size, cuda.gridsize(1)):
        out[k] += tile[k % 32]
"""


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("operator", "    - if i < out.size:\n    + if i <= out.size:"),
        ("guard", "    - if i < out.size:\n    + if True:"),
        ("statement", "    - cuda.syncthreads()\n    + pass"),
        ("statement", "    - out[k] += tile[k % 32]\n    + out[k] = tile[k % 32]"),
        ("index", "    - tile[cuda.threadIdx.x] = a[i] / 2\n    + tile[cuda.threadIdx.x] = a[i + 1] / 2"),
        ("name", "    - i = cuda.grid(1)\n    + i = cuda.threadIdx.x"),
        ("constant", "    - tile = cuda.shared.array(32, float32)\n    + tile = cuda.shared.array(31, float32)"),
        ("rounding", "    - out[k] += tile[k % 32]\n    + out[k] += tile[k]"),
        ("loop", "    - for k in range(i, out.size, cuda.gridsize(1)):\n    + for k in range(i, out.size):"),
        ("call", "    - tile = cuda.shared.array(32, float32)\n    + tile = cuda.shared.array(float32, 32)"),
    ],
)
def test_a_mistake_that_learners_make_is_among_them(rule: str, change: str) -> None:
    found = {(mutant.rule, mutant.change) for mutant in mutants(KERNEL)}
    assert ((rule, change) in found) == (rule != "call")  # a shared array of other arguments is no kernel


def test_each_is_one_text_that_compiles_and_keeps_what_is_no_learners() -> None:
    sources = [mutant.source for mutant in mutants(KERNEL)]
    assert len(sources) == len(set(sources)) > 30
    for source in sources:
        imports, kernel = ast.parse(source).body
        assert ast.unparse(imports) == "from numba import cuda, float32"
        assert ast.unparse(kernel).startswith("@cuda.jit\ndef halve(a, out):\n")


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    loaded = load_exercise(ROOT / "kernels/vector-add", ROOT).exercise
    assert loaded is not None
    return loaded


def test_a_kind_can_be_left_out_and_what_passes_is_told(exercise: Exercise) -> None:
    told = list(survivors(exercise, KERNEL, lambda source: "<=" in source, ["constant"]))
    assert [mutant.rule for mutant in told] == ["operator"]


@pytest.mark.slow
def test_no_mistake_in_the_sum_of_two_vectors_passes(exercise: Exercise) -> None:
    with opened_on(Settings.from_environ(), "simt", listing=False) as grader:

        def passes(source: str) -> bool:
            return grader.grade(exercise, source, Mode.SUBMIT, silent).passed

        assert passes(exercise.solution)
        assert list(survivors(exercise, exercise.solution, passes, [])) == []
