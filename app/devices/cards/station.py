"""One card of this worker: an executor that works, a warm one behind it, and a thread that keeps it so."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from app.devices.cards.executor import Executor, ExecutorError, HungError
from app.devices.cards.keeping import PeakFolder
from app.devices.cards.lingering import Lingering
from app.devices.cards.standing import Repute, Standing
from app.devices.cards.trials import Trials
from app.devices.cards.turns import Turns
from app.devices.records import Card
from app.errors import InfrastructureError

KEPT = 2  # executors on a card: the one that works, and a spare
JOBS = 300  # after so many an executor is replaced
IDLE_S = 600.0  # a card that is not this worker's own and idle for so long has no executors
READY_S = 30.0  # in which an executor has to come up
_LOOK_S = 10.0
_WATCH_S = 0.2

NO_START = "No process could be started on this card."
STUCK = "A process on this card cannot be ended."
UNSOUND = "The card failed a test kernel."

log = logging.getLogger(__name__)


class Station:
    """`changed` is the lock of the whole fleet, notified when an executor becomes ready or a card is set aside.

    One thread starts, measures and ends executors, so that nobody who wants to run something waits for that.
    """

    def __init__(
        self,
        card: Card,
        start: Callable[[int], Executor],
        changed: threading.Condition,
        turns: Turns,
        kept: PeakFolder,
        repute: Repute | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.card = card
        self.peaks = kept.of(card)
        self.jobs = 0
        self.busy_s = 0.0
        self.trials: Trials | None = None
        self.own = False  # this worker's, so that its executors stay when it is idle
        self._start = start
        self._changed = changed
        self._turns = turns
        self._kept = kept
        self._repute = repute or Repute(f"GPU {card.index} ({card.name})")
        self._clock = clock
        self._warm: deque[Executor] = deque()
        self._ended: list[Executor] = []  # to be closed, which may take a while
        self._lingering = Lingering(clock)
        self._starting: Executor | None = None
        self._out = 0  # executors that someone works with
        self._wanted = False
        self._doubted = False  # the next executor has to pass the probe
        self._deaths = 0  # of executors while they were probed, in a row
        self._measured = self.peaks is not None
        self._used = clock()
        self._over = False
        self._thread: threading.Thread | None = None

    @property
    def usable(self) -> bool:
        return self._repute.usable

    @property
    def reason(self) -> str:
        return self._repute.reason

    @property
    def wanted(self) -> bool:
        """Whether executors are kept there, or on their way."""
        return self._wanted and self.usable

    @property
    def ready(self) -> bool:
        return bool(self._warm) and self.usable

    def standing(self) -> Standing:
        with self._changed:
            repute = self._repute
            return Standing(
                self.card, self.peaks, repute.usable, repute.reason, repute.since, self.jobs, round(self.busy_s, 3)
            )

    def want(self) -> None:
        """From now on keep executors there."""
        with self._changed:
            self._wanted = True
            self._used = self._clock()
            if self._thread is None and not self._over:
                self._thread = threading.Thread(target=self._keep, name=f"gpu-{self.card.index}", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def take(self) -> Executor | None:
        """An executor that is ready, and sound where that was in doubt; None where there is none now."""
        with self._changed:
            if not self.ready:
                return None
            executor = self._warm.popleft()
            self._out += 1
            self._used = self._clock()
            doubted = self._doubted
        try:
            return executor if not doubted or self._sound(executor) else None
        except BaseException:  # a worker that has to stop is left from within
            executor.kill()
            self.give(executor)
            raise

    def give(self, executor: Executor, busy_s: float = 0.0) -> None:
        """Take back what `take` gave. One that is dead, or has done its share, is replaced."""
        with self._changed:
            self._out -= 1
            self.jobs += 1
            self.busy_s += busy_s
            self._used = self._clock()
            spent = executor.jobs >= JOBS and bool(self._warm)  # without a spare a learner would wait
            if not executor.alive or spent or self._over or not self.usable:
                self._ended.append(executor)
                if not self._warm:
                    self._repute.hurry()
                self._changed.notify_all()  # not for each launch: to wake the thread takes time from the next one
            else:
                self._warm.appendleft(executor)

    def doubt(self) -> None:
        """An executor died, and a card that works may not be why: the next one is probed first."""
        with self._changed:
            self._doubted = True

    def set_aside(self, reason: str, detail: str, *, for_ever: bool = False) -> None:
        with self._changed:
            self._repute.set_aside(reason, detail, for_ever=for_ever)
            self._doubted = True
            self._clear()

    def step(self) -> bool:
        """One piece of the keeping, and whether there was one. The thread calls it until the station is closed."""
        if self._bury() or self._watch() or self._rest():
            return True
        if self._lacks():
            self._replenish()
            return True
        return self._measure()

    def close(self) -> None:
        """End all executors and the thread."""
        with self._changed:
            self._over = True
            self._clear()
            if self._starting is not None:
                self._starting.kill()  # whoever waits for it is told that it died
        if self._thread is not None:
            self._thread.join(READY_S)
        self._bury()
        self._lingering.close()

    def _keep(self) -> None:
        while not self._over:
            try:
                busy = self.step()
            except Exception as error:  # whatever it is, the thread goes on, and tries less and less often
                log.exception("GPU %d: the keeping failed", self.card.index)
                self._failed(str(error))
                busy = False
            with self._changed:
                if not busy and not self._over and not self._ended and not self._lacks():
                    self._changed.wait(self._pause_s())

    def _pause_s(self) -> float:
        if self._lingering:
            return _WATCH_S
        return min(max(self._repute.wait_s(), 0.05), _LOOK_S) if self._wanted else _LOOK_S

    def _lacks(self) -> bool:
        with self._changed:
            here = len(self._warm) + self._out
            return self._wanted and not self._over and here < KEPT and self._repute.wait_s() == 0

    def _replenish(self) -> None:
        try:
            executor = self._start(self.card.index)
        except (InfrastructureError, OSError) as error:
            self._failed(str(error))
            return
        self._starting = executor
        probed = self.trials is not None and (self._doubted or not self.usable)
        try:
            _same(executor.ready(READY_S), self.card)
            if self.trials is not None and probed:
                self.trials.probe(executor)
        except (InfrastructureError, OSError) as error:
            with self._changed:
                self._ended.append(executor)
            self._failed(str(error))
        else:
            self._came_up(executor, probed=probed)
        finally:
            self._starting = None

    def _came_up(self, executor: Executor, *, probed: bool) -> None:
        with self._changed:
            self._repute.came_up()
            if probed:
                self._doubted, self._deaths = False, 0
            (self._ended if self._over else self._warm).append(executor)
            self._changed.notify_all()

    def _failed(self, detail: str) -> None:
        with self._changed:
            if not self._over:
                self._repute.failed(NO_START, detail, others=bool(self._warm) or self._out > 0)
                if not self.usable:
                    self._clear()
            self._changed.notify_all()

    def _sound(self, executor: Executor) -> bool:
        """Probe what was taken. A process may be killed by chance: that costs the card nothing the first time."""
        try:
            if self.trials is not None:
                self.trials.probe(executor)
        except (InfrastructureError, OSError) as error:
            executor.kill()
            with self._changed:
                self._out -= 1
                self._deaths += 1
                self._ended.append(executor)
                if self._deaths > 1 or not _by_chance(error):
                    self._deaths = 0
                    self.set_aside(UNSOUND, str(error))
                self._changed.notify_all()
            return False
        with self._changed:
            self._doubted, self._deaths = False, 0
        return True

    def _clear(self) -> None:
        self._ended += self._warm
        self._warm.clear()
        self._changed.notify_all()

    def _bury(self) -> bool:
        """Close what is to be closed. What is killed and does not end at once puts its card in doubt."""
        with self._changed:
            ended, self._ended = self._ended, []
        if self._lingering.end(ended):
            self.doubt()
        return bool(ended)

    def _watch(self) -> bool:
        """Forget what has ended at last. A card stays aside for as long as too much has not."""
        gone = self._lingering.look()
        if not self._lingering.ill or (not self.usable and self._repute.wait_s() > 0):
            return gone
        self.set_aside(STUCK, "killed, and still there")
        return True

    def _rest(self) -> bool:
        with self._changed:
            idle = (
                self._wanted and self.usable and not self.own and self._out == 0 and self._clock() - self._used > IDLE_S
            )
            if idle:
                self._wanted = False
                self._clear()
            return idle

    def _measure(self) -> bool:
        """Measure the peaks once, while nobody uses the card."""
        if self._measured or self.trials is None or not self.ready:
            return False
        turn = self._turns.take(self.card.uuid)
        if turn is None:
            return False
        with turn:
            executor = self.take()
            if executor is None:
                return False
            self._measured = True  # whatever comes of it: what fails once would delay learners each time
            try:
                self.peaks = self.trials.peaks(executor)
                self._kept.keep(self.card, self.peaks)
            except (InfrastructureError, OSError) as error:
                executor.kill()
                log.warning("GPU %d: its peaks were not measured: %s", self.card.index, error)
            finally:
                self.give(executor)
        return True


def _same(found: Card, wanted: Card) -> None:
    if found.uuid != wanted.uuid:
        raise InfrastructureError(f"there is {found.uuid} now, and was {wanted.uuid}")


def _by_chance(error: Exception) -> bool:
    """Whether a probe failed as it does when someone kills the process."""
    return isinstance(error, ExecutorError | OSError) and not isinstance(error, HungError)
