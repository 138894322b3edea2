"""What a kernel may call and name, by full name. Each file has one family; this one only puts them together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.simt.builtins import (
    arrays,
    atomics,
    barriers,
    bits,
    complexes,
    grid,
    halves,
    kinds,
    libdevice,
    maths,
    numbers,
    python,
    random,
    ufuncs,
    views,
    waiting,
    warp,
)
from app.simt.builtins.registry import MakeCall, MakeMethod, MakeName

CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        **grid.CALLS,
        **halves.CALLS,
        **libdevice.CALLS,
        **arrays.CALLS,
        **atomics.CALLS,
        **barriers.CALLS,
        **bits.CALLS,
        **complexes.CALLS,
        **maths.CALLS,
        **numbers.CALLS,
        **python.CALLS,
        **random.CALLS,
        **kinds.CALLS,
        **ufuncs.CALLS,
        **waiting.CALLS,
        **views.CALLS,
        **warp.CALLS,
    }
)
NAMES: Mapping[str, MakeName] = MappingProxyType(grid.NAMES)
METHODS: Mapping[str, MakeMethod] = MappingProxyType({**bits.METHODS, **numbers.METHODS, **views.METHODS})
