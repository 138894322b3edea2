"""Judges what an exercise asks of the code that a kernel became: what a thread takes up, and arithmetic in float64.

All of it goes by what was linked. A source that deceives the compiler about itself is judged by what it passed off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from app.course.models import Requirement
from app.domain.verdict import RequirementResult
from app.grading.requirement import OPERATORS
from app.protocol.compiled import Compiled

Attributed = list[tuple[int | None, str]]

_LOC = re.compile(r"\s*\.loc\s+(\d{1,9})\s+(\d{1,9})\b")  # Python makes no number of more than 4,300 digits
_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)".*\n?', re.MULTILINE)
_FLOAT64 = re.compile(r"\s*(?:@!?%p\d+\s+)?[a-z]\w*(?:\.\w+)*\.f64\b")  # an instruction; a directive begins with a dot


def judge_compiled(requirement: Requirement, compiled: Compiled) -> RequirementResult:
    """Wanted, got, and the lines that cost it, worst first, where they are known."""
    got = METRICS[requirement.name](compiled)
    ok = OPERATORS[requirement.op](got, requirement.value)
    costly = _float64_lines(compiled) if requirement.name == "float64_instructions" and not ok else Counter[int]()
    lines = tuple(line for line, _ in costly.most_common())
    return RequirementResult(name=requirement.name, wanted=str(requirement), got=got, ok=ok, lines=lines)


def attributed(ptx: str) -> Attributed:
    """Each line of PTX with the source line that the `.loc` before it names.

    The directives themselves are left out, and those of files: they name places of this machine.
    """
    own = {number for number, path in _FILE.findall(ptx) if path.endswith("<submission>")}
    line: int | None = None
    lines: Attributed = []
    for written in _FILE.sub("", ptx).strip().split("\n"):
        place = _LOC.match(written)
        if place is None:
            lines.append((line, written))
        else:
            line = int(place[2]) or None if place[1] in own or not own else None
    return lines


def _float64(compiled: Compiled) -> int:
    return sum(_FLOAT64.match(written) is not None for written in compiled.ptx.split("\n"))


def _float64_lines(compiled: Compiled) -> Counter[int]:
    found = attributed(compiled.ptx)
    return Counter(line for line, written in found if line is not None and _FLOAT64.match(written))


METRICS: Mapping[str, Callable[[Compiled], int]] = {
    "registers": lambda compiled: compiled.registers,
    "local_bytes": lambda compiled: compiled.local_bytes,
    "spill_bytes": lambda compiled: compiled.spill_bytes,
    "float64_instructions": _float64,
}
