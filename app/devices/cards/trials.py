"""Kernels of ours: one that tells a card that works from one that does not, and those that measure it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, Self

import numpy as np

from app.devices.cards import peak_kernels
from app.devices.cards.area import Area
from app.devices.cards.executor import Executor
from app.devices.cards.job import Held, Job
from app.devices.records import Argument, Compiles, Peaks
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled, CompileError

PROBE = """\
from numba import cuda
@cuda.jit
def probe(numbers, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 3 * numbers[i] + 1
"""
_PROBE_S = 2.0
_KEY = "probe"
_BLOCKS, _THREADS = 64, 256


class Trials(Protocol):
    """Kernels of ours: one that tells a card that works from one that does not, and those that measure it."""

    def probe(self, executor: Executor) -> None:
        """Raises InfrastructureError where the card did not do what it should."""

    def peaks(self, executor: Executor) -> Peaks:
        """Raises InfrastructureError."""


class ProbeError(InfrastructureError):
    """A kernel that is right gave a wrong answer."""


class OurTrials:
    """Compiled once for one architecture. Any thread may use it."""

    def __init__(self, probe: Compiled, measuring: Mapping[str, Compiled]) -> None:
        self._probe = probe
        self._measuring = measuring

    @classmethod
    def compiled(cls, compiler: Compiles) -> Self:
        """Raises InfrastructureError."""
        probed = [Argument(name, value) for name, value in _arrays().items()]
        source, entry = peak_kernels.source(), peak_kernels.ENTRY
        try:
            probe = compiler.compile(PROBE, "probe", probed)
            return cls(
                probe,
                {p: compiler.compile(source, entry, peak_kernels.arguments(p)) for p in peak_kernels.PRECISIONS},
            )
        except CompileError as error:
            raise InfrastructureError(f"a kernel of ours does not compile: {error}") from error

    def probe(self, executor: Executor) -> None:
        """Raises ProbeError, and what the executor raises."""
        arrays = _arrays()
        with Area.of(arrays) as area:
            executor.hold(_KEY, area)
        job = Job(
            cubin=self._probe.cubin,
            symbol=self._probe.symbol,
            grid=(_BLOCKS,),
            block=(_THREADS,),
            key=_KEY,
            arguments=(Held("numbers"), Held("out")),
            outputs=("out",),
        )
        ran = executor.run(job, _PROBE_S)
        if ran.status != "ok" or ran.guards:
            raise ProbeError(f"a kernel of ours ended with {ran.word or ran.status}")
        if not np.array_equal(ran.outputs["out"], 3 * arrays["numbers"] + 1):
            raise ProbeError("a kernel of ours computed something else")
        executor.drop(_KEY)

    def peaks(self, executor: Executor) -> Peaks:
        """Raises what the executor raises."""
        return executor.peaks(self._measuring)


def _arrays() -> dict[str, np.ndarray]:
    numbers = np.arange(_BLOCKS * _THREADS, dtype=np.int64)
    return {"numbers": numbers, "out": np.zeros_like(numbers)}
