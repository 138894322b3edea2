"""The GPUs of this machine as one device: a launch goes to the card that is free, and comes back as a result."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Self

import numpy as np

from app.devices.cards.area import Area
from app.devices.cards.executor import ExecutorError, HungError
from app.devices.cards.fleet import Fleet, Leased, NoCardError
from app.devices.cards.job import Held, Job, Measure, Passed, Ran
from app.devices.cards.outcome import CRASHED, failing_card, hung, result
from app.devices.cards.shelf import Shelf
from app.devices.cards.station import Station
from app.devices.records import Argument, Launch, RunLimits, RunResult
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled

WAIT_S = 60.0  # for a card: others may use all of them, each for no longer than a kernel may run
_PROVE_S = 30.0

log = logging.getLogger(__name__)


class GpuDevice:
    """Owns no fleet. One launch at a time. `name` is that of the card which ran last, or will run first."""

    def __init__(self, fleet: Fleet, *, measure: Measure | None = None) -> None:
        self._fleet = fleet
        self._shelf = Shelf()
        self._measure = measure or Measure()
        self.name = fleet.name

    @property
    def usable(self) -> bool:
        """Whether a card can be used now; where none can, the interpreter has to do."""
        return self._fleet.usable

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        """Launch it. The arguments' own arrays stay as they are. Raises InfrastructureError; NoCardError among these.

        A process that dies without a word is tried once more, on one that a kernel of ours has just proved sound. Where
        that dies as well while the card remains sound, the kernel is why.
        """
        arrays = {a.name: _handed(a.value) for a in arguments if isinstance(a.value, np.ndarray)}
        with self._shelf.area(launch.given, arrays) as (key, area):
            job = _job(key, compiled, launch, arguments, self._measure)
            for last in (False, True):
                leased, came = self._once(job, area, limits.seconds)
                self.name = leased.card.name
                if isinstance(came, Ran) and not failing_card(came):
                    return result(came, leased.card, leased.peaks)
                if not isinstance(came, Ran):
                    sound = self._proved(leased.station)
                    if isinstance(came, HungError) and sound:
                        return hung(compiled, leased.card)
                    if last and sound:
                        return replace(CRASHED, card=leased.card)
                else:
                    leased.station.set_aside("The driver reports that the card is faulty.", came.word)
                log.warning(
                    "GPU %d: %s, and the launch is tried again: %s", leased.card.index, compiled.entry, _said(came)
                )
        raise InfrastructureError(f"{leased.card.name} did not run {compiled.entry}: {_said(came)}")

    def close(self) -> None:
        self._shelf.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _once(self, job: Job, area: Area, seconds: float) -> tuple[Leased, Ran | ExecutorError]:
        with self._fleet.lease(WAIT_S) as leased:
            try:
                self._shelf.bring(leased.executor, job.key, area)
                return leased, leased.executor.run(job, seconds)
            except ExecutorError as end:
                return leased, end
            except OSError as error:
                raise InfrastructureError(f"a kernel could not be given its arguments: {error.strerror}") from error

    def _proved(self, station: Station) -> bool:
        """Whether a kernel of ours runs on the card on which another one has just ended badly."""
        station.doubt()
        try:
            with self._fleet.lease(_PROVE_S, only=station):
                return True
        except NoCardError:
            return False


def _handed(array: np.ndarray) -> np.ndarray:
    """As kernels are compiled for it (Parameter.of): in C's or in Fortran's order, any other becomes C's."""
    return array if array.flags.f_contiguous else np.ascontiguousarray(array)


def _job(key: str, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], measure: Measure) -> Job:
    passed: list[Passed] = [Held(a.name) if isinstance(a.value, np.ndarray) else a.value for a in arguments]
    return Job(
        cubin=compiled.cubin,
        symbol=compiled.symbol,
        grid=launch.grid,
        block=launch.block,
        key=key,
        arguments=tuple(passed),
        outputs=tuple(a.name for a in arguments if a.is_output and isinstance(a.value, np.ndarray)),
        shared_bytes=launch.shared_bytes,
        cooperative=compiled.grid_sync,
        measured=measure if launch.measured else None,
        turns=launch.turns,
        carried=launch.carried,
    )


def _said(came: Ran | ExecutorError) -> str:
    return came.word if isinstance(came, Ran) else str(came)
