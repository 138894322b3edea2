"""A recording as text, for the terminal and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.simt.record.packing import Packed, Runs, Value, unpacked
from app.simt.record.recording import Array, Cells, Recording, Step, Touched

SHOWN = 12  # values in a row; of more, the first ones and the last
_CUT = {
    "steps": "cut here: a recording holds no more steps",
    "values": "cut here: a recording holds no more values",
}
_MARK = {"line": "", "call": "call", "back": "back"}


def written(recording: Recording, source: str) -> str:
    """Each step with its line, its active lanes, and below it what it did."""
    lines = [_clean(line) for line in source.split("\n")]
    (x, y, z), (tx, ty, tz) = recording.block, recording.threads
    text = [f"block ({x}, {y}, {z}) of {tx} x {ty} x {tz} threads, {len(recording.steps)} steps"]
    for number, step in enumerate(recording.steps):
        said = lines[step.line - 1] if 0 < step.line <= len(lines) else ""
        head = f"{number:>5}  {step.line:>4}  {'  ' * step.depth}{said}"
        text.append(f"{head:<60}  {_MARK[step.kind]:<4}  lanes {_runs(step.lanes)}")
        text += [f"{'':13}{'  ' * step.depth}. {done}" for done in _done(recording, step)]
    if recording.cut:
        text.append(_CUT[recording.cut])
    return "\n".join(text)


def _done(recording: Recording, step: Step) -> Iterator[str]:
    if step.taken is not None:
        yield f"true for lanes {_runs(step.taken)}" if step.taken else "true for no lane"
    if step.sync:
        yield f"barrier of the {step.sync}"
    for access in step.accesses:
        yield _access(access, recording.arrays[access.array])
    for cells in step.cells:
        yield _cells(cells, recording.arrays[cells.array])
    x, y, z = recording.threads
    for change in step.changes:
        yield f"{change.name} = {_values(change.now, x * y * z)}"


def _access(access: Touched, array: Array) -> str:
    count = sum(count for _, count in access.lanes)
    if access.axis is not None:
        return f"{access.op} outside {array.name}, index {access.axis}: {_values(access.at, count)}"
    at = _values(access.at, count)
    sign = "->" if access.op == "load" else "="
    moved = "" if access.values is None else f" {sign} {_values(access.values, count)}"
    return f"{access.op} {array.space} {array.name}[{at}]{access.field}{moved}"


def _cells(cells: Cells, array: Array) -> str:
    at, was, now = (_values(form, cells.count) for form in (cells.at, cells.was, cells.now))
    owners = "" if cells.lanes is None else f" of lanes {_values(cells.lanes, cells.count)}"
    return f"{array.name}[{at}]{cells.field}{owners}: {was} -> {now}"


def _values(form: Packed, count: int) -> str:
    if isinstance(form, dict) and "all" in form:
        return _value(form["all"])
    listed = unpacked(form, count)
    if len(listed) <= SHOWN:
        return _joined(listed)
    return f"{_joined(listed[: SHOWN - 2])} ... {_value(listed[-1])}"


def _joined(listed: Sequence[Value]) -> str:
    return " ".join(map(_value, listed))


def _value(value: Value) -> str:
    return "-" if value is None else str(value)


def _runs(given: Runs) -> str:
    return ", ".join(str(first) if count == 1 else f"{first}-{first + count - 1}" for first, count in given)


def _clean(line: str) -> str:
    """A terminal shows it, and does nothing else."""
    return "".join(char if char.isprintable() else " " for char in line.rstrip())
