"""What the host has to remember of its own arrays: which are pinned, which are still to be filled, which were sent.

It warns and never forbids: everything here is about programs that run, and may not do what was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from app.findings import Finding, Kind, Plain, Severity
from app.program.cuda.order import Order, Use
from app.program.wire import line_here


@dataclass(slots=True)
class Sent:
    """A host array that was copied to the device, and whether a kernel has changed the copy since it came back."""

    array: np.ndarray
    changed: str = ""  # the kernel


@dataclass(slots=True, eq=False)
class Pending:
    """A copy into pinned memory, in a stream that nobody has waited for, and the data that waits with it."""

    target: np.ndarray
    data: np.ndarray
    stream: int


@dataclass(slots=True)
class Ledger:
    findings: list[Finding] = field(default_factory=list)
    order: Order = field(default_factory=Order)
    _pinned: list[np.ndarray] = field(default_factory=list)
    _pending: list[Pending] = field(default_factory=list)
    _sent: dict[int, Sent] = field(default_factory=dict)
    _results: dict[int, str] = field(default_factory=dict)  # memory that a kernel wrote to, and which
    _unchanged: set[int] = field(default_factory=set)  # memory of a kernel that changed none: its results were there
    _came_back: bool = False  # whether any of that was ever copied to the host

    def pin(self, array: np.ndarray) -> None:
        self._pinned.append(_bare(array))

    def unpin(self, array: np.ndarray) -> None:
        if any(np.may_share_memory(_bare(array), one.target) for one in self._pending):
            self.warn(Kind.ASYNC_COPY, "async_copy.unpinned")
        address = array.ctypes.data
        self._pinned = [one for one in self._pinned if one.ctypes.data != address]

    def is_pinned(self, array: np.ndarray) -> bool:
        return any(np.may_share_memory(_bare(array), one) for one in self._pinned)

    def sent(self, array: np.ndarray, handle: int) -> None:
        """This array was copied to the memory of `handle`."""
        self._sent[handle] = Sent(_bare(array))

    def changed(self, handle: int, kernel: str) -> None:
        """A kernel wrote to the memory of `handle`."""
        self._results[handle] = kernel
        if handle in self._sent:
            self._sent[handle].changed = kernel

    def unchanged(self, handle: int) -> None:
        """A kernel was given the memory of `handle`, and nothing that it was given has changed."""
        self._unchanged.add(handle)

    def moved(self, source: int, target: int) -> None:
        """One memory was copied into another one on the device."""
        if source in self._results:
            self.changed(target, self._results[source])

    def fetched(self, handle: int) -> None:
        """The memory of `handle`, or a part of it, was copied to the host."""
        self._sent.pop(handle, None)
        self._came_back |= handle in self._results or handle in self._unchanged

    def arrives(self, target: np.ndarray, data: np.ndarray, stream: int) -> None:
        """Put what a copy brings into its target: into pinned memory of a stream not before somebody waits for it.

        A copy into other memory returns when it is complete, in a stream too (CUDA driver API, synchronization).
        """
        target = _bare(target)
        if stream and self.is_pinned(target):
            self._pending.append(Pending(target, data.copy(), stream))
            return
        target[...] = data
        if stream:
            self.pageable()

    def waited(self, stream: int = 0) -> None:
        """The host has waited for a stream, or for everything."""
        self.order.waited(stream)
        done = [one for one in self._pending if not stream or one.stream == stream]
        self._pending = [one for one in self._pending if one not in done] if stream else []
        for one in done:
            one.target[...] = one.data

    def given(self, stream: int, *uses: Use) -> None:
        """The device was given a piece of work, in a stream."""
        line = line_here()
        early = self.order.given(stream, uses, line)
        if (between := self.order.split_at(stream)) is not None:
            self.warn(Kind.ASYNC_COPY, "async_copy.default_stream", between, Severity.INFO)
        if early is not None:
            self.warn(Kind.ASYNC_COPY, "async_copy.unordered", line, Severity.ERROR, other_line=early.line or 0)

    def used(self, array: np.ndarray) -> None:
        """The host reads this array."""
        if any(np.may_share_memory(_bare(array), one.target) for one in self._pending):
            self.warn(Kind.ASYNC_COPY, "async_copy.unsynchronized")

    def pageable(self) -> None:
        """A copy in a stream with memory that is not pinned."""
        self.warn(Kind.ASYNC_COPY, "async_copy.pageable", severity=Severity.INFO)

    def discarded(self) -> None:
        """What was copied to the host is thrown away where it arrives."""
        self.warn(Kind.STALE_HOST_COPY, "stale_host_copy.discarded")

    def not_called(self, kernel: str) -> None:
        """A kernel was given its grid and block, and that was all."""
        self.warn(Kind.LAUNCH_CONFIG, "launch_config.not_called", name=kernel)

    def unwritten(self) -> None:
        """What was copied to the host is what nobody ever wrote."""
        self.warn(Kind.UNINITIALIZED_READ, "uninitialized_read.copied")

    def result(self, arrays: Iterable[np.ndarray], line: int | None) -> None:
        """These arrays are what the program returns, from this line."""
        for array in arrays:
            if any(np.may_share_memory(_bare(array), one.target) for one in self._pending):
                self.warn(Kind.ASYNC_COPY, "async_copy.returned", line)
            for sent in self._sent.values():
                if sent.changed and np.may_share_memory(_bare(array), sent.array):
                    self.warn(Kind.STALE_HOST_COPY, "stale_host_copy", line, kernel=sent.changed)

    def left(self, line: int | None) -> None:
        """The program is over, and returned from this line."""
        told = any(one.kind is Kind.STALE_HOST_COPY for one in self.findings)
        if self._results and not self._came_back and not told:
            last = list(self._results.values())[-1]
            self.warn(Kind.STALE_HOST_COPY, "stale_host_copy.nothing_fetched", line, kernel=last)

    def warn(
        self, kind: Kind, key: str, line: int | None = None, severity: Severity = Severity.WARNING, **args: Plain
    ) -> None:
        """Once for each line."""
        at = line if line is not None else line_here()
        if all((one.message_key, one.line) != (key, at) for one in self.findings):
            self.findings.append(Finding(kind, severity, at, key, dict(args)))


def _bare(array: np.ndarray) -> np.ndarray:
    """A view that tells nobody when it is looked at."""
    return array.view(np.ndarray)
