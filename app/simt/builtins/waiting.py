"""nanosleep: a thread lets time pass, of which there is none here."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from app.simt.builtins.registry import MakeCall
from app.simt.code import Code
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.types import NONE, UINT32


def _nanosleep(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    duration = lower.cast(code, UINT32, node.lineno)

    def run(f: Frame, m: Mask) -> object:
        duration(f, m)
        return None

    return Code(NONE, run)


CALLS: Mapping[str, MakeCall] = MappingProxyType({"numba.cuda.nanosleep": _nanosleep})
