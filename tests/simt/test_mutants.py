"""Kernels with pieces exchanged at random: whatever comes out, a launch answers with a report and never raises."""

import ast
import random
import re
from pathlib import Path

import pytest

from app.simt import Checks, Limits, launch
from tests.simt.case import cases

HERE = Path(__file__).parent
CASES = [case for folder in ("corpus", "corpus_correct", "corpus_wrong") for case in cases(HERE / folder)]
PIECE = re.compile(r"(?<![\w.])(?:[a-zA-Z_]\w*|\d+(?:\.\d+)?)(?![\w(])|[-+*/<>=!]=?|//")
VALUES = [
    "i", "0", "-1", "2.5", "cuda.grid(1)", "None", "True", "(1, 2)", "i / 2", "1j", "[1]", "'s'", "cuda", "math.pi",
    "np.float32(1)", "cuda.threadIdx", "cuda.syncthreads()", "len(out)", "out.shape", "not i", "range(3)", "out[0:2]",
    "i if i else 2.0", "float32", "out", "~i", "i ** 2", "(i, 2.0)",
]  # fmt: skip
SIGNS = ["+", "-", "*", "/", "//", "%", "<", "==", "&", "^", "<<", "**", "and", "or", "=", "+=", "in"]


def mutant(source, chance):
    """The source with up to three pieces behind its first kernel exchanged, or None where it is no Python."""
    head, mark, body = source.partition("@cuda.jit")
    for _ in range(chance.randint(1, 3)):
        pieces = list(PIECE.finditer(body))
        piece = chance.choice(pieces)
        others = SIGNS if not piece.group()[0].isalnum() else [*VALUES, chance.choice(pieces).group()]
        body = f"{body[: piece.start()]} {chance.choice(others)} {body[piece.end() :]}"
    try:
        ast.parse(head + mark + body)
    except SyntaxError:
        return None
    return head + mark + body


@pytest.mark.parametrize("seed", range(8))
def test_a_mutant_never_raises(seed):
    chance = random.Random(seed)
    for _ in range(60):
        case = chance.choice(CASES)
        source = mutant(case.source, chance)
        if source is not None:
            arguments = list(case.arguments().values())
            launch(source, case.kernel, args=arguments, checks=Checks.all(), limits=Limits(steps=200), **case.launch)
