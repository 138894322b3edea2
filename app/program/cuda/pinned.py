"""Pinned arrays: what a copy in a stream brings is not there before somebody waits, and reading it earlier is told."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.program.cuda.ledger import Ledger


class PinnedArray(np.ndarray):
    """An array of the host that says so when it is read. What is computed from it is a plain array."""

    ledger: Ledger | None = None

    def __array_finalize__(self, base: Any) -> None:
        self.ledger = getattr(base, "ledger", None)

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if not isinstance(found, np.ndarray):  # a view is not yet read
            self.note_reading()
        return found

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        for one in inputs:
            if isinstance(one, PinnedArray):
                one.note_reading()
        into = options.get("out")
        if into is None:
            return getattr(ufunc, method)(*map(_plain, inputs), **options)
        getattr(ufunc, method)(*map(_plain, inputs), **{**options, "out": tuple(map(_plain, into))})
        return into[0] if len(into) == 1 else into

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        self.note_reading()
        return super().__array_function__(function, types, args, options)

    def tolist(self) -> Any:
        self.note_reading()
        return super().tolist()

    def copy(self, order: Any = "C") -> Any:
        self.note_reading()
        return np.array(_plain(self), order=order)

    def note_reading(self) -> None:
        if self.ledger is not None:
            self.ledger.used(_plain(self))


def pinned_array(shape: Any, dtype: np.dtype, order: Any, ledger: Ledger) -> PinnedArray:
    """A new one, of any contents."""
    made = np.empty(shape, dtype, order).view(PinnedArray)
    made.ledger = ledger
    return made


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, PinnedArray) else value
