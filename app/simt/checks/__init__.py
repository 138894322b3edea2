"""What is checked in a launch: a switch for each observer."""

from __future__ import annotations

from dataclasses import dataclass

from app.simt.checks.aligncheck import Aligncheck
from app.simt.checks.hangcheck import Hangcheck
from app.simt.checks.initcheck import Initcheck
from app.simt.checks.memcheck import Memcheck
from app.simt.checks.racecheck import Racecheck
from app.simt.checks.synccheck import Synccheck
from app.simt.checks.warpcheck import Warpcheck
from app.simt.events import Observer
from app.simt.profile import profiles
from app.simt.profile.coverage import Coverage

__all__ = ["Checks"]


@dataclass(frozen=True, slots=True)
class Checks:
    """Which observers watch a launch. `synccheck` watches barriers, and what lanes of a warp ask of each other;
    `profile` turns the counts by line on, `coverage` those by element."""

    memcheck: bool = True
    aligncheck: bool = True
    racecheck: bool = True
    synccheck: bool = True
    initcheck: bool = True
    hangcheck: bool = True
    profile: bool = True
    coverage: bool = False  # not among all(): only a launch that is to be drawn needs it

    @classmethod
    def all(cls) -> Checks:
        return cls()

    @classmethod
    def none(cls) -> Checks:
        """Nothing is watched; the launch only runs."""
        checks = dict.fromkeys(("memcheck", "aligncheck", "racecheck", "synccheck", "initcheck", "hangcheck"), False)
        return cls(**checks, profile=False)

    def observers(self) -> list[Observer]:
        """Fresh observers for one launch, checks first, then profiles."""
        makers = (
            (self.memcheck, Memcheck),
            (self.aligncheck, Aligncheck),
            (self.racecheck, Racecheck),
            (self.synccheck, Synccheck),
            (self.synccheck, Warpcheck),
            (self.initcheck, Initcheck),
            (self.hangcheck, Hangcheck),
        )
        checks: list[Observer] = [make() for wanted, make in makers if wanted]
        return checks + (list(profiles()) if self.profile else []) + ([Coverage()] if self.coverage else [])
