"""All cards of a worker: which there are, which are used, and who gets one."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from app.config import ARCHS
from app.devices.cards import census, seeing
from app.devices.cards.executor import Executor
from app.devices.cards.keeping import PeakFolder
from app.devices.cards.standing import Standing
from app.devices.cards.station import READY_S, Station
from app.devices.cards.trials import Trials
from app.devices.cards.turns import Turn, Turns
from app.devices.records import Card, Peaks
from app.errors import ConfigError, InfrastructureError

SILENT = "The driver or its libraries do not work."
_POLL_S = 0.002  # a card that another process gives back makes no sound
_COLD_S = 0.25  # after so long without a warm card, a cold one is started too

log = logging.getLogger(__name__)


class NoCardError(InfrastructureError):
    """No card can be used now, or none became free in time."""


@dataclass(frozen=True, slots=True)
class Leased:
    """A card that is this process's alone, as long as the lease lasts."""

    card: Card
    peaks: Peaks | None
    executor: Executor
    station: Station


class Fleet:
    """One thread at a time asks for a lease and holds it. `arch` is that of the cards in use, empty where none is."""

    def __init__(
        self,
        cards: Sequence[Card],
        folder: Path,
        start: Callable[[int], Executor] = Executor,
        *,
        trouble: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.arch = _common(cards)
        self._trouble = trouble
        self._began = datetime.now(UTC)
        self._clock = clock
        self._changed = threading.Condition()
        self._turns = Turns(folder)
        kept = PeakFolder(folder)
        self._stations = [Station(card, start, self._changed, self._turns, kept, clock=clock) for card in cards]
        for station in self._stations:
            if (reason := _unfit(station.card, self.arch)) != "":
                station.set_aside(reason, station.card.arch, for_ever=True)
        self._home: Turn | None = None

    @classmethod
    def start(cls, wanted: str, folder: Path, environ: Mapping[str, str] = os.environ) -> Self | None:
        """The cards that the setting `gpus` means; None where it means none, or none is here, which takes no time.

        Waits until one executor is ready. Cards that do not work are set aside and told of in the log; where they were
        named, ConfigError is raised. Locks and peaks lie in `folder`.
        """
        numbers = seeing.asked_for(wanted)
        if numbers == () or (numbers is None and not seeing.count(environ)):
            return None
        try:
            cards = _those(seeing.visible(census.cards(), environ), numbers)
        except InfrastructureError as error:
            if numbers is not None:
                raise ConfigError(f"GRIDSTRIDE_GPUS is {wanted!r}, and no GPU works here: {error}") from None
            log.error("no GPU is used, and kernels run on the interpreter: %s", error)  # noqa: TRY400  # a sentence
            return cls((), folder, trouble=str(error))
        if not cards:
            return None  # CUDA_VISIBLE_DEVICES names none of them
        fleet = cls(cards, folder)
        try:
            fleet.settle()
        except BaseException:
            fleet.close()
            raise
        if numbers is not None and (aside := [one for one in fleet.standings() if not one.usable]):
            fleet.close()
            raise ConfigError(f"GRIDSTRIDE_GPUS is {wanted!r}, and of GPU {aside[0].card.index}: {aside[0].reason}")
        return fleet

    @property
    def usable(self) -> bool:
        """Whether a card can be used now."""
        return any(station.usable for station in self._stations)

    @property
    def trouble(self) -> str:
        """Why there is no card at all; for an operator."""
        return self._trouble

    def settle(self, seconds: float = READY_S) -> None:
        """Choose the card that this worker prefers, and wait until it is ready or nothing can be."""
        fit = {station.card.uuid: station for station in self._stations if station.usable}
        end = self._clock() + seconds
        while fit and not any(station.ready for station in self._stations):
            if self._home is not None:
                self._home.end()
            uuid, self._home = self._turns.settle(list(fit))
            station = fit.pop(uuid)
            station.own = True
            station.want()
            with self._changed:
                self._changed.wait_for(lambda one=station: one.ready or not one.usable, max(0.0, end - self._clock()))  # type: ignore[misc]  # mypy infers no default

    def equip(self, trials: Trials) -> None:
        """From now on cards are probed where they are in doubt, and measured where they were not."""
        for station in self._stations:
            station.trials = trials
        with self._changed:
            self._changed.notify_all()

    @property
    def name(self) -> str:
        """The name of the card that is likely to be used next."""
        by_use = sorted(self._stations, key=lambda one: (not one.ready, not one.usable))
        return by_use[0].card.name if by_use else "NVIDIA GPU"

    @contextmanager
    def lease(self, seconds: float, *, only: Station | None = None) -> Iterator[Leased]:
        """The first card that becomes free, one with a warm executor before others, then the least busy one.

        No other process of this machine uses it meanwhile. `only` asks for that card. Raises NoCardError.
        """
        station, turn, executor = self._get(seconds, self._stations if only is None else [only])
        with turn:
            began = self._clock()
            try:
                yield Leased(station.card, station.peaks, executor, station)
            except BaseException:
                executor.kill()  # nobody knows how far it came
                raise
            finally:
                station.give(executor, self._clock() - began)

    def standings(self) -> tuple[Standing, ...]:
        """Every card that was looked at; where none answers, one that stands for whatever is there."""
        if self._trouble:
            nothing = Card(0, "", "NVIDIA GPU", "", 0, 0, "", "", reads_host=False)
            return (Standing(nothing, None, False, SILENT, self._began, 0, 0.0),)
        return tuple(station.standing() for station in self._stations)

    def close(self) -> None:
        for station in self._stations:
            station.close()
        if self._home is not None:
            self._home.end()
            self._home = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _get(self, seconds: float, among: Sequence[Station]) -> tuple[Station, Turn, Executor]:
        began = self._clock()
        while True:
            if not any(station.usable for station in among):
                raise NoCardError(f"no GPU can be used now: {self._trouble or _reasons(among)}")
            for station in sorted((one for one in among if one.ready), key=lambda one: one.busy_s):
                if (got := self._try(station)) is not None:
                    return station, *got
            waited = self._clock() - began
            if waited > seconds:
                raise NoCardError(f"no GPU became free within {seconds:.0f} s")
            _warm_up(among, waited)
            with self._changed:
                self._changed.wait(_POLL_S)

    def _try(self, station: Station) -> tuple[Turn, Executor] | None:
        turn = self._turns.take(station.card.uuid)
        if turn is None:
            return None
        try:
            executor = station.take()
        except BaseException:
            turn.end()
            raise
        if executor is None:
            turn.end()
            return None
        return turn, executor


def _warm_up(among: Sequence[Station], waited: float) -> None:
    """Have executors started: on one card at once where there are none, on a further one after a while."""
    warming = sum(1 for one in among if one.wanted)
    cold = [one for one in among if one.usable and not one.wanted]
    if cold and (not warming or waited > _COLD_S * warming):
        min(cold, key=lambda one: one.busy_s).want()


def _reasons(among: Sequence[Station]) -> str:
    return "; ".join(f"GPU {one.card.index}: {one.reason}" for one in among)


def _common(cards: Sequence[Card]) -> str:
    """The architecture of most cards, of the first ones where two are as frequent."""
    counts = Counter(card.arch for card in cards if card.arch in ARCHS and not seeing.too_old(card))
    return max(counts, key=lambda arch: counts[arch]) if counts else ""


def _unfit(card: Card, common: str) -> str:
    if seeing.too_old(card):
        return f"Its driver speaks CUDA {card.cuda}, and kernels are made for CUDA {seeing.OLDEST_CUDA}."
    if card.arch not in ARCHS:
        return f"Kernels cannot be compiled for its architecture, {card.arch}."
    return "" if card.arch == common else f"Its architecture is {card.arch}, and that of the cards in use {common}."


def _those(cards: Sequence[Card], numbers: Sequence[int] | None) -> list[Card]:
    """The cards of these numbers. Raises ConfigError where one is not there."""
    if numbers is None:
        return list(cards)
    there = {card.index: card for card in cards}
    for number in numbers:
        if number not in there:
            said = ", ".join(map(str, there)) or "none"
            raise ConfigError(f"GRIDSTRIDE_GPUS names GPU {number}; of this machine can be used: {said}")
    return [there[number] for number in numbers]
