"""One job: its inputs go to the card, its kernel runs, once or measured, its outputs come back."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace

from cuda.bindings import driver

from app.devices.cards.job import FATAL, Guard, Job, Measure, Ran
from app.devices.gpu import timing
from app.devices.gpu.answer import GpuError, value_of
from app.devices.gpu.arena import Arena
from app.devices.gpu.context import Context
from app.devices.gpu.held import Inputs, Shared
from app.devices.gpu.laying import Laid
from app.devices.gpu.modules import Modules
from app.devices.gpu.packing import words
from app.devices.gpu.printed import Printed
from app.devices.gpu.starting import Start, Stopwatch

_SHARE = 0.5  # of a job's time: what is measured again and again must not make a kernel late that was in time


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A job with everything on the card; `until` is when its repeats have to be over."""

    job: Job
    start: Start
    laid: Laid
    outputs: Shared
    until: float


class Runner:
    """Runs jobs one after the other. After a result whose status is fatal the context is lost."""

    def __init__(self, context: Context, arena: Arena, printed: Printed) -> None:
        self._context, self._arena, self._printed = context, arena, printed
        self._modules = Modules()
        self._watch = Stopwatch(context)
        self._flush_address = 0

    def run(self, job: Job, inputs: Inputs, outputs: Shared, seconds: float) -> tuple[Ran, bool]:
        """The result, and whether the last repeat's outputs are others than the first's, which lie behind them then.

        Raises GpuError for a cubin that the driver does not load, which is no kernel's fault.
        """
        until = time.monotonic() + _SHARE * seconds
        function = self._modules.function(job.cubin, job.symbol)
        laid = Laid(self._context, self._arena, inputs)
        try:
            laid.take(job.arguments)
            packed = [word for argument in job.arguments for word in words(laid.lying(argument), laid.put)]
            start = Start(self._context, function, job, packed)
            start.check()
            self._context.afford(function)
            ran, differs = self._ran(_Prepared(job, start, laid, outputs, until))
            laid.give()
        except GpuError as error:
            if error.status not in FATAL:
                self._context.synchronize()
                laid.give()
            return Ran(error.status, str(error), stdout=self._printed.taken()), False
        return ran, differs

    def drop(self) -> None:
        """Give back what waits to be used again. Raises GpuError."""
        self._modules.unload()
        self._arena.trim()

    def _ran(self, prepared: _Prepared) -> tuple[Ran, bool]:
        job, laid, outputs = prepared.job, prepared.laid, prepared.outputs
        first = self._once(prepared, cold=job.measured is not None)
        laid.fetch(job.outputs, outputs, 0)
        ran = Ran("ok", guards=self._guards(laid), stdout=self._printed.taken())
        if job.measured is None or ran.guards:
            return ran, False
        samples, strayed = self._repeated(prepared, job.measured, first)
        if not strayed:
            laid.fetch(job.outputs, outputs, 1)
        guards = self._guards(laid)
        self._printed.taken()  # a kernel's prints are those of its first launch
        differs = strayed or laid.differ(job.outputs, outputs)
        return replace(ran, guards=guards, times=timing.times(samples or [first])), differs

    def _guards(self, laid: Laid) -> tuple[Guard, ...]:
        """Waits for the card."""
        laid.look()
        self._context.synchronize()
        return laid.guards()

    def _repeated(self, prepared: _Prepared, measure: Measure, first: float) -> tuple[list[float], bool]:
        """The microseconds of each repeat, and whether one answered otherwise than the first launch.

        Of those that did, one by chance is kept as the second copy of the outputs: a kernel may be fast whenever it
        does not answer, and slow often enough to be right in the end.
        """
        names, outputs, until = prepared.job.outputs, prepared.outputs, prepared.until
        samples: list[float] = []
        strayed = 0
        began = time.monotonic()
        expected = first / 1e6
        while timing.goes_on(samples, time.monotonic() - began, expected, until - time.monotonic(), measure):
            samples.append(self._once(prepared, cold=True))
            if prepared.laid.strays(names, outputs):
                strayed += 1
                if secrets.randbelow(strayed) == 0:
                    prepared.laid.fetch(names, outputs, 1)
            expected = (time.monotonic() - began) / len(samples)
        return samples, strayed > 0

    def _once(self, prepared: _Prepared, *, cold: bool) -> float:
        """One launch with fresh inputs. Its microseconds where the caches were made cold before, else 0 at once."""
        prepared.laid.upload()
        if not cold:
            self._in_turns(prepared)
            return 0.0
        self._flush()
        self._watch.begin()
        prepared.start.launch()
        self._watch.end()
        return self._watch.microseconds()

    def _in_turns(self, prepared: _Prepared) -> None:
        for _ in range(prepared.job.turns - 1):
            prepared.start.launch()
            prepared.laid.carry(prepared.job.carried)
        prepared.start.launch()

    def _flush(self) -> None:
        """Fill the caches with something else. While the card does that, what follows is sent to it.

        They are filled by writing, which makes a kernel pay for writing back: filled by reading, they would take in a
        kernel's results, and it would seem faster than the memory is.
        """
        size = 2 * self._context.l2_bytes
        if not self._flush_address:
            self._flush_address = int(value_of(driver.cuMemAlloc(size)))
        value_of(driver.cuMemsetD8Async(self._flush_address, 0, size, self._context.stream))
