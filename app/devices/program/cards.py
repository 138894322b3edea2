"""A GPU of the fleet as the device of one program: leased for as long as the program runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.devices.cards.executor import Executor, ExecutorError, ExecutorTalk, HungError
from app.devices.cards.fleet import Fleet
from app.devices.records import Card
from app.protocol.frames import Frame
from app.sandbox import Ending, Limits, Outcome

WAIT_S = 60.0  # for a card
SHARE = 0.5  # of the time, for one answer: a kernel that hangs is told by its line while there is time
END = Frame("end")


class CardTalk:
    """As `app.sandbox.Talk`. A device that is ended, or has ended, hears nothing any more and says nothing."""

    def __init__(self, executor: Executor, job: Frame, card: Card, limits: Limits) -> None:
        """It begins when something is said to it: the program's own process may take long to start."""
        self.card = card
        self._executor, self._job, self._limits = executor, job, limits
        self._talk: ExecutorTalk | None = None
        self._began = time.monotonic()
        self.lost = False  # without a word of why
        self._ended: tuple[Ending, str] | None = None

    def say(self, frame: Frame) -> None:
        if self._ended is None:
            try:
                self._begun().say(frame)
            except ExecutorError as error:
                self._end(error)

    def hear(self) -> Frame | None:
        if self._ended is not None:
            return None
        try:
            said = self._begun().hear(SHARE * self._limits.seconds)
        except ExecutorError as error:
            self._end(error)
            return None
        if said.kind == "fault":
            self.stop(Ending.CRASHED, "a kernel has cost it its context")
        return said

    def grant(self, seconds: float) -> None:
        if self._ended is None:
            self._begun().grant(seconds)

    def stop(self, ending: Ending, detail: str) -> None:
        self._ended = self._ended or (ending, detail)
        self._executor.kill()

    def finish(self) -> None:
        """Leave the executor to whoever comes next."""
        if self._talk is not None:
            self.say(END)

    def end(self) -> Outcome:
        ending, detail = self._ended or (Ending.OK, "")
        return Outcome(ending, (), "", "", detail, time.monotonic() - self._began)

    def _begun(self) -> ExecutorTalk:
        if self._talk is None:
            self._talk = self._executor.talk(self._job, self._limits.seconds, self._limits.frame_bytes)
        return self._talk

    def _end(self, error: ExecutorError) -> None:
        self.lost = True
        self.stop(Ending.TIME_LIMIT if isinstance(error, HungError) else Ending.CRASHED, str(error))


class CardConversations:
    """Starts conversations with whichever card is free. The fleet is lent."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet

    @contextmanager
    def talk(self, job: Frame, *, limits: Limits) -> Iterator[CardTalk]:
        """As `Sandbox.talk`. Raises InfrastructureError where no card can be used."""
        with self._fleet.lease(WAIT_S) as leased:
            made = CardTalk(leased.executor, job, leased.card, limits)
            yield made
            made.finish()
            leased.executor.jobs += 1
            if made.lost:
                leased.station.doubt()

    def close(self) -> None:
        """Nothing is kept."""
