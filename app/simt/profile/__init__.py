"""What is counted in a launch: each profile's `lines()` has counts by source line, named as in LineProfile."""

from __future__ import annotations

from app.simt.profile.atomics import Atomics
from app.simt.profile.banks import Banks
from app.simt.profile.coalescing import Coalescing
from app.simt.profile.divergence import Divergence

__all__ = ["Profile", "profiles"]

Profile = Coalescing | Banks | Divergence | Atomics


def profiles() -> list[Profile]:
    """Fresh profiles for one launch."""
    return [Coalescing(), Banks(), Divergence(), Atomics()]
