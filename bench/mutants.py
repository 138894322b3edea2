"""Small mistakes put into a right kernel, one at a time, and graded as a learner's Submit: which of them pass?

    python -m bench.mutants vector-add
    python -m bench.mutants --approaches --skip constant vector-add heat-step

What passes is printed as the lines that changed. Where that is wrong and not just another way, a case is missing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.cli.grader import silent
from app.cli.walled import opened_on
from app.config import ROOT, Settings
from app.course.kernels import load_exercise
from app.course.models import Exercise
from app.domain.submission import Mode
from app.worker.pipeline import Grader
from bench.mistakes import RULES, Rule


@dataclass(frozen=True)
class Mutant:
    rule: str
    source: str
    change: str  # the lines that differ


def mutants(source: str, skip: Sequence[str] = ()) -> Iterator[Mutant]:
    """Every source with one mistake, each once."""
    tree = ast.parse(source)
    right = ast.unparse(tree)
    seen = {right}
    for name, rule in RULES.items():
        for wrong in _wrong(tree, rule) if name not in skip else ():
            if wrong not in seen:
                seen.add(wrong)
                yield Mutant(name, wrong, _change(right, wrong))


def _wrong(tree: ast.Module, rule: Rule) -> Iterator[str]:
    for node in _own(tree):
        for instead in rule(node):
            other = copy.deepcopy(tree, {id(node): instead})
            yield ast.unparse(ast.fix_missing_locations(other))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What learners decide: no imports, decorators, parameters or texts."""
    for field, value in ast.iter_fields(node):
        if field in {"decorator_list", "args"} and isinstance(node, ast.FunctionDef):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Import | ast.ImportFrom):
                yield child
                yield from _own(child)


def _change(right: str, wrong: str) -> str:
    lines = difflib.unified_diff(right.split("\n"), wrong.split("\n"), lineterm="", n=0)
    return "\n".join(f"    {line[0]} {line[1:].strip()}" for line in list(lines)[2:] if not line.startswith("@@"))


def survivors(exercise: Exercise, source: str, passes: Callable[[str], bool], skip: Sequence[str]) -> Iterator[Mutant]:
    found = list(mutants(source, skip))
    for number, mutant in enumerate(found, 1):
        print(f"{exercise.slug}: {number} of {len(found)}", end="\r", file=sys.stderr, flush=True)
        if passes(mutant.source):
            yield mutant


def _passing(grader: Grader, exercise: Exercise) -> Callable[[str], bool]:
    return lambda source: grader.grade(exercise, source, Mode.SUBMIT, silent).passed


def _sources(exercise: Exercise, approaches: bool) -> list[tuple[str, str]]:
    return [("solution", exercise.solution), *(exercise.approaches if approaches else ())]


def _report(grader: Grader, slug: str, asked: argparse.Namespace) -> None:
    loaded = load_exercise(ROOT / "kernels" / slug, ROOT)
    if loaded.exercise is None:
        raise SystemExit("\n".join(map(str, loaded.faults)) or f"there is no exercise {slug!r}")
    for name, source in _sources(loaded.exercise, asked.approaches):
        for mutant in survivors(loaded.exercise, source, _passing(grader, loaded.exercise), asked.skip):
            print(f"{slug}/{name}: {mutant.rule}\n{mutant.change}", flush=True)
    print(f"{slug}: done", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slugs", nargs="+", metavar="SLUG")
    parser.add_argument("--approaches", action="store_true", help="of approaches/ too")
    parser.add_argument("--skip", action="append", default=[], choices=sorted(RULES), help="a kind of mistake")
    asked = parser.parse_args()
    with opened_on(Settings.from_environ(), "simt", listing=False) as grader:
        for slug in asked.slugs:
            _report(grader, slug, asked)


if __name__ == "__main__":
    main()
