"""How a job and its result travel between a worker and an executor.

Device code of strangers runs where results come from: they are read as if strangers had written them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal, TypeVar, cast, get_origin, get_type_hints

import numpy as np

from app.devices.cards.area import Block, Item
from app.devices.cards.job import PRINTED, STATUSES, Guard, Held, Job, Measure, Passed, Ran
from app.devices.records import Card, Peaks, Times
from app.errors import FrameError
from app.findings import Plain
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame
from app.sandbox.confine import Hardened

_LONGEST = 200  # characters of a name or a word
_LARGEST = 1 << 53
Kind = TypeVar("Kind", Card, Peaks, Times, Guard)
Measured = TypeVar("Measured", Peaks, Times)


def asked(job: Job, seconds: float, *, new_outputs: bool) -> Frame:
    """The frame of a job. `new_outputs` says that a memory for its outputs comes with it."""
    values: dict[str, np.ndarray] = {}
    data: dict[str, Plain] = {
        "symbol": job.symbol,
        "grid": list(job.grid),
        "block": list(job.block),
        "key": job.key,
        "arguments": [_written(argument, values) for argument in job.arguments],
        "outputs": list(job.outputs),
        "new_outputs": new_outputs,
        "shared_bytes": job.shared_bytes,
        "cooperative": job.cooperative,
        "measured": None if job.measured is None else asdict(job.measured),
        "turns": job.turns,
        "carried": [list(pair) for pair in job.carried],
        "seconds": seconds,
    }
    return Frame("run", data, {"cubin": np.frombuffer(job.cubin, np.uint8), **values})


def layout(frame: Frame) -> tuple[tuple[Block, ...], dict[str, Item]]:
    """Read what Layout.plain wrote, on the side that trusts who wrote it."""
    data: dict[str, Any] = dict(frame.data)
    blocks = tuple(Block(offset, size) for offset, size in data["blocks"])
    arrays = {
        name: Item(itemsize, tuple(shape), tuple(strides), block, first)
        for name, itemsize, shape, strides, block, first in data["arrays"]
    }
    return blocks, arrays


def job_of(frame: Frame) -> tuple[Job, float]:
    """Read what `asked` wrote, the seconds too."""
    data: dict[str, Any] = dict(frame.data)
    job = Job(
        cubin=frame.arrays["cubin"].tobytes(),
        symbol=data["symbol"],
        grid=tuple(data["grid"]),
        block=tuple(data["block"]),
        key=data["key"],
        arguments=tuple(_read(argument, frame.arrays) for argument in data["arguments"]),
        outputs=tuple(data["outputs"]),
        shared_bytes=data["shared_bytes"],
        cooperative=data["cooperative"],
        measured=None if data["measured"] is None else Measure(**data["measured"]),
        turns=data["turns"],
        carried=tuple((output, taken) for output, taken in data["carried"]),
    )
    return job, float(data["seconds"])


def answer(ran: Ran, *, differs: bool = False) -> Frame:
    """The frame of a result. The outputs lie in shared memory; `differs` says that those of a repeat do too."""
    guards: list[object] = [asdict(guard) for guard in ran.guards]
    times = None if ran.times is None else asdict(ran.times)
    data: dict[str, Plain] = {
        "status": ran.status,
        "word": ran.word,
        "guards": guards,
        "differs": differs,
        "times": times,
        "stdout": ran.stdout,
    }
    return Frame("ran", data)


def ran(frame: Frame, job: Job) -> tuple[Ran, bool]:
    """The result without its outputs, and whether a repeat's are others. Raises FrameError on nonsense.

    Device code of strangers ran where this comes from: it is read as if it were theirs.
    """
    data = frame.data
    if frame.kind != "ran" or data.keys() != {"status", "word", "guards", "differs", "times", "stdout"}:
        raise FrameError("an executor answers a job with its result")
    status, word, stdout, guards = data["status"], data["word"], data["stdout"], data["guards"]
    if status not in STATUSES or not isinstance(word, str) or not isinstance(stdout, str) or len(word) > 200:
        raise FrameError("an executor's status is one of ours")
    if not isinstance(guards, list) or len(guards) > 2 * len(job.arguments) or len(stdout) > PRINTED:
        raise FrameError("an executor says no more than was asked")
    differs = data["differs"] is True and job.measured is not None
    times = None if job.measured is None or data["times"] is None else _positive(_record(Times, data["times"]))
    names = {"", *(argument.name for argument in _held(job.arguments))}  # none for a record
    result = Ran(status, word, tuple(_guard(one, names) for one in guards), {}, {}, times, stdout)  # type: ignore[arg-type]  # it is one of STATUSES
    return result, differs


def peaks_asked(kernels: Mapping[str, Compiled]) -> Frame:
    """Compiled peak kernels, by their names."""
    symbols: dict[str, Plain] = {name: compiled.symbol for name, compiled in kernels.items()}
    return Frame("peaks", symbols, {name: np.frombuffer(c.cubin, np.uint8) for name, c in kernels.items()})


def ready(frame: Frame, index: int) -> tuple[Card, Hardened]:
    """The card, and what stands round the process. Raises FrameError."""
    if frame.kind != "ready" or frame.data.keys() != {"card", "wall"}:
        raise FrameError("an executor begins by naming its card")
    card = _record(Card, frame.data["card"])
    if card.index != index:
        raise FrameError("an executor is on the card that it was started for")
    try:
        return card, Hardened.of(frame.data["wall"])
    except ValueError as error:
        raise FrameError(str(error)) from None


def peaks(frame: Frame) -> Peaks:
    """Raises FrameError."""
    if frame.kind != "peaks":
        raise FrameError("an executor answers with the peaks that it was asked for")
    return _positive(_record(Peaks, dict(frame.data)))


def _held(arguments: Sequence[object]) -> list[Held]:
    found = []
    for argument in arguments:
        if isinstance(argument, Held):
            found.append(argument)
        elif isinstance(argument, tuple):
            found += _held(argument)
    return found


def _written(argument: object, values: dict[str, np.ndarray]) -> object:
    if isinstance(argument, Held):
        return {"held": argument.name}
    if isinstance(argument, tuple):
        return {"items": [_written(item, values) for item in argument]}
    value = np.asarray(argument)
    name = f"value{len(values)}"
    values[name] = value.view(np.int64) if value.dtype.kind in "mM" else value
    return {"value": name}


def _read(argument: object, arrays: Mapping[str, np.ndarray]) -> Passed:
    match argument:
        case {"held": str(name)}:
            return Held(name)
        case {"items": list(items)}:
            return tuple(_read(item, arrays) for item in items)
        case {"value": str(name)}:
            return cast("np.generic", arrays[name][()])
    raise FrameError("an argument is held, a value or a tuple")


def _guard(one: object, names: set[str]) -> Guard:
    guard = _record(Guard, one)
    if guard.argument not in names or guard.side not in ("before", "after"):
        raise FrameError("a guard stands beside an argument")
    return guard


def _record(kind: type[Kind], data: object) -> Kind:
    """A record of numbers and texts, each of its field's type."""
    if not isinstance(data, dict):
        raise FrameError(f"a {kind.__name__} is a table")
    wanted = get_type_hints(kind)
    if data.keys() != wanted.keys():
        raise FrameError(f"a {kind.__name__} has other fields than ours")
    for name, hint in wanted.items():
        if type(data[name]) is not (str if get_origin(hint) is Literal else hint) or not _bounded(data[name]):
            raise FrameError(f"{name} of a {kind.__name__} has no sense")
    return kind(**data)


def _positive(measured: Measured) -> Measured:
    if any(value < 0 for value in asdict(measured).values()):
        raise FrameError("what was measured is not below 0")
    return measured


def _bounded(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, int | float) and abs(value) <= _LARGEST
