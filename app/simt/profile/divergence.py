"""divergence: how often warps ran a line, with how many lanes, and how many of their branches went both ways.

A warp's branch diverges when some of its active lanes take it and some do not: CUDA C++ Programming Guide, "SIMT
Architecture"; Nsight Compute documentation, "Warp State", smsp__sass_branch_targets_threads_divergent.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.simt.events import WARP, Branch, Executed, Observer
from app.simt.profile.lines import Lines


class Divergence(Observer):
    """`executions` and `branches` count warps, `active_lanes` lanes."""

    wants = frozenset({Branch, Executed})

    def __init__(self) -> None:
        self._lines = Lines()

    def executed(self, event: Executed) -> None:
        self._lines.add(event.line, {"executions": event.warps, "active_lanes": event.active})

    def branch(self, event: Branch) -> None:
        took, left = _by_warp(event.active & event.taken), _by_warp(event.active & ~event.taken)
        self._lines.add(
            event.line,
            {
                "branches": int(np.count_nonzero(took | left)),
                "divergent_branches": int(np.count_nonzero(took & left)),
            },
        )

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()


def _by_warp(lanes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a warp has one of these lanes. Eight lanes are looked at as one number: `any` along an axis is slow."""
    eights = lanes.view(np.uint64).reshape(-1, WARP // 8)
    found: NDArray[np.bool_] = (eights[:, 0] | eights[:, 1] | eights[:, 2] | eights[:, 3]) != 0
    return found
