"""Occupancy in words and as a picture: what each limit leaves room for, and the slots of a multiprocessor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, computed_field

from app.devices.occupancy import (
    MULTIPROCESSORS,
    REGISTERS,
    WARP,
    Multiprocessor,
    most_warps,
    residency,
    warp_registers,
    warps_of,
)
from app.domain.verdict import CompiledReport, Occupancy
from app.web.phrases import Phrases
from app.web.quantities import percent

Limit = Literal["registers", "shared_memory", "warps", "blocks"]

_ROWS = 8  # slots one above another
_WIDE, _HIGH, _GAP_X, _GAP_Y = 44, 8, 6, 4


class LimitView(BaseModel):
    limit: Limit
    label: str
    blocks: int  # that it leaves room for
    why: str  # the arithmetic
    is_reached: bool


class OccupancyView(Occupancy):
    limits: list[LimitView]  # those that leave the least room first

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def share(self) -> float:
        """Of the warps that a multiprocessor can hold, 1 for all of them."""
        return self.warps / self.most_warps

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def block_warps(self) -> int:
        return warps_of(self.threads)

    @property
    def percent(self) -> str:
        return percent(self.share)

    @property
    def slots(self) -> Slots:
        return _slots(self.warps, self.most_warps, self.block_warps)


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one warp can live. `block`: "even" or "odd" as the blocks go, "" where nobody does."""

    x: int
    y: int
    block: Literal["even", "odd", ""]


@dataclass(frozen=True, slots=True)
class Slots:
    """A multiprocessor, in units of a view box of width and height. A warp is a row, as everywhere in the course."""

    width: int
    height: int
    places: tuple[Slot, ...]
    wide: int = _WIDE
    high: int = _HIGH


def occupancy_view(occupancy: Occupancy, compiled: CompiledReport | None, phrases: Phrases) -> OccupancyView:
    """Without the arithmetic where nothing is known of the architecture or of what the compiler made."""
    limits = [
        LimitView(
            limit=limit,
            label=phrases(f"occupancy.limit.{limit}"),
            blocks=blocks,
            why=_why(limit, occupancy, compiled, phrases),
            is_reached=limit in occupancy.limited_by,
        )
        for limit, blocks in sorted(occupancy.fits.items(), key=lambda pair: pair[1])
    ]
    return OccupancyView(**dict(occupancy), limits=limits)


def _why(limit: Limit, occupancy: Occupancy, compiled: CompiledReport | None, phrases: Phrases) -> str:
    holds = MULTIPROCESSORS.get(occupancy.arch)
    if compiled is None or holds is None:
        return ""
    own, blocks = warps_of(occupancy.threads), occupancy.fits[limit]
    if limit == "warps":
        return phrases("occupancy.why.warps", most=holds.warps, own=own)
    if limit == "blocks":
        return phrases("occupancy.why.blocks", most=blocks)
    if limit == "registers":
        return _why_registers(compiled.registers, phrases)
    return _why_shared(occupancy, compiled, holds, phrases)


def _why_registers(registers: int, phrases: Phrases) -> str:
    needed, given = registers * WARP, warp_registers(registers)
    return phrases(
        "occupancy.why.registers" if needed == given else "occupancy.why.registers_rounded",
        registers=registers,
        lanes=WARP,
        needed=f"{needed:,}",
        given=f"{given:,}",
        all=f"{REGISTERS:,}",
        warps=most_warps(registers),
    )


def _why_shared(occupancy: Occupancy, compiled: CompiledReport, holds: Multiprocessor, phrases: Phrases) -> str:
    """The compiler knows of static memory alone; what a launch adds is seen by what then fits."""
    known = residency(occupancy.arch, occupancy.threads, compiled.registers, compiled.shared_bytes).fits
    key = "static" if known["shared_memory"] == occupancy.fits["shared_memory"] else "dynamic"
    return phrases(
        f"occupancy.why.shared_{key}",
        bytes=f"{compiled.shared_bytes:,}",
        reserved=f"{holds.reserved:,}",
        all=f"{holds.shared_bytes:,}",
    )


def _slots(warps: int, most: int, own: int) -> Slots:
    columns = -(-most // _ROWS)
    size = (columns * (_WIDE + _GAP_X) - _GAP_X, _ROWS * (_HIGH + _GAP_Y) - _GAP_Y)
    return Slots(*size, tuple(_places(warps, most, own)))


def _places(warps: int, most: int, own: int) -> Iterator[Slot]:
    for number in range(most):
        column, row = divmod(number, _ROWS)
        block: Literal["even", "odd", ""] = "" if number >= warps else "odd" if number // own % 2 else "even"
        yield Slot(column * (_WIDE + _GAP_X), row * (_HIGH + _GAP_Y), block)
