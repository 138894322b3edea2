"""Kernels of the corpus with a barrier dropped or moved, a fence dropped, a guard spoilt, an atomic made plain.

The oracle says of each run whether it had a race: racecheck must say the same, so that a barrier whose loss it does
not tell of was not needed in that run.
"""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from app.findings import Kind, Severity
from app.simt import Limits, launch
from tests.simt.case import Case, cases
from tests.simt.checks.tape import Taped

HERE = Path(__file__).parent
CASES = [case for folder in ("corpus_correct", "corpus_wrong") for case in cases(HERE / folder)]
SYNC = re.compile(r"(cuda\.(syncthreads|syncwarp|threadfence(_block)?)|\w+\.sync)\(.*\)")
MOVES = 12_000  # accesses by a lane; the oracle takes a second for some ten thousand
THREADS = 384


def statements(source):
    """(number, indentation, text) of the lines behind the first kernel or device function."""
    lines = source.splitlines()
    first = next(k for k, line in enumerate(lines) if "@cuda.jit" in line)
    return lines, [
        (k, line[: len(line) - len(line.lstrip())], line.strip()) for k, line in enumerate(lines) if k > first
    ]


def mutants(source):
    """(what was done, source) of every mutation."""
    lines, body = statements(source)
    for k, indent, text in body:
        if SYNC.fullmatch(text):
            yield f"drop {k + 1}", [*lines[:k], f"{indent}pass", *lines[k + 1 :]]
            for other in (k - 1, k + 1):
                swapped = list(lines)
                swapped[k], swapped[other] = f"{indent}{lines[other].strip()}", f"{indent}{text}"
                yield f"swap {k + 1} and {other + 1}", swapped
        for new in (plain(text), *guards(text)):
            if new is not None:
                yield f"line {k + 1}: {new}", [*lines[:k], indent + new, *lines[k + 1 :]]


def plain(text):
    """`cuda.atomic.add(x, i, v)` as `x[i] += v`."""
    found = re.fullmatch(r"cuda\.atomic\.add\(.*\)", text)
    if not found:
        return None
    array, index, value = (ast.unparse(part) for part in ast.parse(text, mode="eval").body.args)
    return f"{array}[{index}] += {value}"


def guards(text):
    if re.fullmatch(r"(if|while) .*:", text):
        if text.startswith("if"):
            yield "if True:"
        if " < " in text:
            yield text.replace(" < ", " <= ", 1)


def runnable(source):
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def verdicts(case: Case, source, lanes):
    """(by racecheck, by the oracle): pairs of lines that race, and whether only equal values met."""
    checks, arguments = Taped(), list(case.arguments().values())
    report = launch(source, case.kernel, args=arguments, checks=checks, limits=Limits(1_500, lanes), **case.launch)
    tape = checks.tapes[-1] if checks.tapes else None
    if tape is None or not 0 < tape.moves < MOVES or any(found.kind is Kind.UNSUPPORTED for found in report.findings):
        return None
    races = [found for found in report.findings if found.kind is Kind.DATA_RACE]
    said = {(tuple(sorted((f.line, f.other.line))), f.severity is Severity.WARNING) for f in races}
    return said, {(tuple(sorted((then, line))), same) for then, line, same in tape.races()}


def agree(case, name, source, lanes):
    """Whether anything was compared."""
    both = verdicts(case, source, lanes)
    if both is None:
        return False
    said, true = both
    where = (case.name, name, lanes, said, true)
    assert {pair for pair, same in said if not same} <= {pair for pair, same in true if not same}, where
    assert {pair for pair, _ in said} <= {pair for pair, _ in true}, where
    assert bool(said) == bool(true), where
    alike = {line for pair, same in said if same for line in pair}  # of such writes the last alone is remembered
    certain = [pair for pair, same in true if not same and not alike & set(pair)]
    assert any(not same for _, same in said) or not certain, where
    return True


def small(case):
    grid, block = (np.prod(case.launch[axis]) for axis in ("grid", "block"))
    return grid * -(-block // 32) * 32 <= THREADS


SMALL = [case for case in CASES if small(case)]


def compare(several):
    done = 0
    for case in several:
        for name, lines in [("as it is", case.source.splitlines()), *mutants(case.source)]:
            source = "\n".join(lines) + "\n"
            if runnable(source):
                done += sum(agree(case, name, source, lanes) for lanes in (32_768, 32))
    return done


def test_racecheck_and_the_oracle_agree_on_some_mutants():
    chosen = ("double_buffer_shared", "last_block", "halves_of_a_warp")
    assert compare([case for case in SMALL if case.name in chosen]) > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_racecheck_and_the_oracle_agree_on_all_mutants(part):
    assert compare(SMALL[part::10]) > 100
