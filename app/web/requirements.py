"""What an exercise asks for beyond right outputs, in a learner's words: wanted, got, and which lines cost it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from pydantic import BaseModel

from app.domain.verdict import Number, RequirementResult
from app.findings import LineProfile
from app.grading.requirement import SECTOR_BYTES, WARP, cost
from app.web.phrases import Phrases

_OPERATORS = {">=": "at_least", "<=": "at_most", "==": "exactly"}
_WANTED = re.compile(r"([a-z][a-z0-9_]*) (>=|<=|==) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)", re.ASCII)
_BYTES = {"bytes_moved", "bytes_to_device", "bytes_to_host", "left_allocated"}
# From 0 to 1, and said in percent, as the lessons do.
_SHARES = {"sector_efficiency", "lane_efficiency", "occupancy", "overlap"}


class CostView(BaseModel):
    line: int
    share: float  # of what all lines of this kernel lose, 0 to 1


class RequirementView(RequirementResult):
    label: str  # "Sector efficiency"
    asked: str  # "at least 90 %"
    reached: str  # `got`, as it is said
    said: str  # what was reached, and what that means
    costs: list[CostView]  # the same lines, worst first


def requirement_view(result: RequirementResult, lines: Mapping[int, LineProfile], phrases: Phrases) -> RequirementView:
    label, asked = worded(result.wanted, phrases)
    return RequirementView(
        **dict(result),
        label=label,
        asked=asked,
        reached=_number(result.name, result.got),
        said=_said(result, phrases),
        costs=_costs(result, lines),
    )


def worded(wanted: str, phrases: Phrases) -> tuple[str, str]:
    """`sector_efficiency >= 0.9` as ("Sector efficiency", "at least 90 %"); as it stands where it is not so."""
    found = _WANTED.fullmatch(wanted)
    if found is None:
        return wanted, ""
    name, operator, value = found.groups()
    key = f"requirement.{name}.label"
    label = phrases(key) if key in phrases else name.replace("_", " ")
    return label, phrases(f"requirement.{_OPERATORS[operator]}", value=_number(name, float(value)))


def _number(name: str, got: Number) -> str:
    if isinstance(got, str) or not math.isfinite(got):
        return str(got)
    if name in _BYTES:
        return f"{int(got):,} bytes"
    if name in _SHARES:
        return f"{100 * got:.3g}\N{NO-BREAK SPACE}%"
    return f"{int(got):,}" if got == int(got) else f"{got:g}"


def _said(result: RequirementResult, phrases: Phrases) -> str:
    """Empty where the number says it all."""
    key = f"requirement.{result.name}.{'met' if result.ok else 'missed'}"
    if key not in phrases or not isinstance(result.got, int | float):
        return ""
    return phrases(key, used=f"{result.got * SECTOR_BYTES:.3g}", moved=SECTOR_BYTES, lanes=WARP, case=result.case)


def _costs(result: RequirementResult, lines: Mapping[int, LineProfile]) -> list[CostView]:
    costs = {line: cost(result.name, lines[line]) for line in result.lines if line in lines}
    total = sum(costs.values())
    return [CostView(line=line, share=round(lost / total, 3)) for line, lost in costs.items() if total]
