"""The kernels of docs/interpreter-language.md that run, as cases for two devices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from tests.simt import inventory
from tests.simt.case import Case

LAUNCH = {"grid": (1,), "block": (32,), "shared_bytes": 512}
LINKED = ("arrays-reshaped", "records-record_grid")  # numba links a library to these, and we link none


class Row(Case):
    """A case whose arguments are the inventory's; its source holds no other kernel of the file."""

    @cached_property
    def names(self) -> dict[str, Any]:
        return {**inventory.module(self.source), "i": np.arange(32), "np": np, "math": math}

    def arguments(self) -> dict[str, Any]:
        given = inventory.arguments()
        return {name: given[name] for name, _ in self.about["args"]}


def cases() -> Iterator[Row]:
    for row in inventory.rows():
        if row.here == "runs" and f"{row.section}-{row.name}" not in LINKED:
            yield _case(row, inventory.kernels(row.section))


def _case(row: inventory.Row, kernels: dict[str, inventory.Kernel]) -> Row:
    kernel, given = kernels[row.name], inventory.arguments()
    about = {
        "kernel": row.name,
        "launch": LAUNCH,
        "args": [(name, repr(given[name])) for name in kernel.parameters],
        "expected": {"values": {"out": kernel.values}},
    }
    return Row(f"{row.section}.{row.name}", _alone(kernel, kernels), about)


def _alone(kernel: inventory.Kernel, kernels: dict[str, inventory.Kernel]) -> str:
    """The file without its other kernels, so that to change one is to change no other."""
    gone = {at for other in kernels.values() if other is not kernel for at in range(other.first - 1, other.last + 1)}
    return "\n".join(line for at, line in enumerate(kernel.source.splitlines(), 1) if at not in gone) + "\n"
