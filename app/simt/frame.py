"""The variables of one running call, for all lanes at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.simt.masks import Mask

if TYPE_CHECKING:  # a frame only carries the machine to the closures; the machine makes frames
    from app.simt.machine import Machine
    from app.simt.memory import Memory


@dataclass(slots=True)
class Jumps:
    """Lanes that left the loop's body early."""

    broken: Mask = False
    continued: Mask = False


@dataclass(slots=True)
class Frame:
    """`slots` holds a value for each variable and type; a lane's current one is where its type says."""

    machine: Machine
    slots: list[object]
    names: dict[str, list[int]]  # the slots of each variable
    depth: int = 0
    defined: dict[str, Mask] = field(default_factory=dict)  # only variables that some path leaves unset
    returned: Mask = False
    result: object = None
    loops: list[Jumps] = field(default_factory=list)
    locals: dict[int, Memory] = field(default_factory=dict)  # by place in the source
