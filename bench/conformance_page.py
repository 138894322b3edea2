"""docs/conformance.md: its tables come from bench/results, its sentences from whoever writes them.

    python -m bench.conformance_page       # writes the tables into the page

A table stands between two comments that name it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.ncu import BY_LINE, COUNTERS, reasons
from tests.devices.conformance import INEXACT

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "conformance.md"
RESULTS = ROOT / "bench" / "results"
TIMES = 20
Row = Mapping[str, Any]


def main() -> None:
    PAGE.write_text(page(PAGE.read_text(), results("conformance"), results("ncu")))


def results(name: str) -> Row:
    found: Row = json.loads((RESULTS / f"{name}.json").read_text())
    return found


def page(text: str, outputs: Row, counts: Row) -> str:
    """The page with every table as the results have it."""
    tables = {
        "versions": versions(outputs),
        "correct": correct(outputs["correct"]),
        "made": made(outputs["made"]),
        "functions": functions(outputs["made"]),
        "wrong": wrong(outputs["wrong"]),
        "counts": totals(counts["patterns"]),
        "lines": lines(counts["patterns"]),
        "reasons": why(),
    }
    for name, table in tables.items():
        text, found = re.subn(
            rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)",
            lambda match, table=table: f"{match[1]}\n{table}\n\n{match[2]}",
            text,
            flags=re.DOTALL,
        )
        if found != 1:
            raise LookupError(f"the page has no place for the table {name}, or several")
    return text


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    listed = list(heads)
    lines = [listed, ["---"] * len(listed), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def versions(outputs: Row) -> str:
    found = ", ".join(f"{name} {number}" for name, number in outputs["versions"].items())
    return f"{outputs['gpu']}; {found}."


def correct(rows: Row) -> str:
    differ = {name: row for name, row in rows.items() if row["ulps"] != {}}
    said = f"**{len(rows) - len(differ)} of {len(rows)} kernels leave the same bits on both devices.** The others:"
    listed = [(f"`{name}`", _apart(row), INEXACT[name].why) for name, row in differ.items()]
    return f"{said}\n\n{table(('kernel', 'units in the last place', 'why'), listed)}"


def made(rows: Row) -> str:
    """Operators, casts and endings, which have to be equal."""
    tried = {name: row for name, row in rows.items() if not name.startswith("functions/")}
    differ = {name: row for name, row in tried.items() if row["ulps"] != {}}
    same = len(tried) - len(differ)
    said = f"**{same} of {len(tried)} tables are the same bits on both devices.**"
    listed = [(f"`{name}`", _apart(row), INEXACT[name].why) for name, row in differ.items()]
    return f"{said}\n\n{table(('table', 'units in the last place', 'why'), listed)}" if listed else said


def functions(rows: Row) -> str:
    """By how many units in the last place a function differs at most, in each type."""
    found: dict[str, dict[str, str]] = {}
    for name, row in rows.items():
        folder, _, function = name.partition("/")
        if folder == "functions":
            called, _, kind = function.rpartition("_")
            found.setdefault(called.replace("_", ".", 1), {})[kind] = _apart(row) or "0"
    kinds = ("float32", "float64", "int64")
    return table(
        ("function", *kinds), [(f"`{name}`", *(by.get(kind, "") for kind in kinds)) for name, by in found.items()]
    )


def _apart(row: Row) -> str:
    return ", ".join("no number" if distance == math.inf else f"{distance:,.0f}" for distance in row["ulps"].values())


def wrong(rows: Row) -> str:
    ordered = sorted(rows.items(), key=lambda item: (-_right(item[1]), item[0]))
    hidden = sum(_right(row) == TIMES for row in rows.values())
    missed = sum(not row["findings"] for row in rows.values())
    said = (
        f"**{hidden} of {len(rows)} wrong kernels print the right answer in all {TIMES} launches; we miss {missed}.**"
    )
    listed = [(f"`{name}`", _printed(row), _found(row)) for name, row in ordered]
    return f"{said}\n\n{table(('kernel', 'the GPU', 'Gridstride'), listed)}"


def _right(row: Row) -> int:
    return row["gpu"] if isinstance(row["gpu"], int) and row["wants"] else -1


def _printed(row: Row) -> str:
    if isinstance(row["gpu"], str):
        return row["gpu"].rpartition("CUDA_")[2] or row["gpu"]
    return f"right in {row['gpu']} of {row['launches']}" if row["wants"] else "no answer is the right one"


def _found(row: Row) -> str:
    found = [(f"`{key}` in line {line}", severity) for key, line, severity in row["findings"]]
    return "; ".join(text if severity == "error" else f"{text} ({severity})" for text, severity in found)


def totals(rows: Row) -> str:
    memory, branches = (
        [
            pair
            for row in rows.values()
            for name, pair in row["totals"].items()
            if any(pair) and ("branch" in name) == are
        ]
        for are in (False, True)
    )
    said = f"**{_equal(memory)} of {len(memory)} counts of memory in {len(rows)} kernels are equal,** and "
    said += f"{_equal(branches)} of {len(branches)} of warps that a branch parts."
    given = reasons()["kernels"]
    listed = [
        (
            f"`{name}`",
            row["about"],
            *(_cell(*row["totals"][counter], given.get(name, {}).get(counter)) for counter in COUNTERS),
        )
        for name, row in rows.items()
    ]
    return f"{said}\n\n{table(('kernel', 'what it does', *map(_words, COUNTERS)), listed)}"


def lines(rows: Row) -> str:
    both = [pair for row in rows.values() for counts in row["lines"].values() for pair in counts.values()]
    said = f"**{_equal(both)} of {len(both)} counts by line are equal.** The lines with others:"
    listed = [
        (f"`{name}`", line, *(_cell(*counts.get(counter, (0, 0)), None) for counter in BY_LINE))
        for name, row in rows.items()
        for line, counts in row["lines"].items()
        if any(ours != theirs for ours, theirs in counts.values())
    ]
    return f"{said}\n\n{table(('kernel', 'line', *map(_words, BY_LINE)), listed)}"


def why() -> str:
    return "\n".join(f"- **{name}**: {' '.join(text.split())}" for name, text in reasons()["reasons"].items())


def _equal(pairs: Sequence[Sequence[int]]) -> int:
    return sum(ours == theirs for ours, theirs in pairs)


def _words(counter: str) -> str:
    return counter.replace("_", " ")


def _cell(ours: int, theirs: int, reason: str | None) -> str:
    if ours == theirs:
        return f"{ours:,}" if ours else ""
    return f"{ours:,}; GPU {theirs:,}" + (f" ({reason})" if reason else "")


if __name__ == "__main__":
    main()
