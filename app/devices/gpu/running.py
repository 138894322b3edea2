"""One job: its inputs go to the card, its kernel runs, once or measured, its outputs come back."""

from __future__ import annotations

import time
from dataclasses import replace

from cuda.bindings import driver

from app.devices.cards.job import FATAL, Job, Measure, Ran
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
            ran, differs = self._ran(job, start, laid, outputs, until)
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

    def _ran(self, job: Job, start: Start, laid: Laid, outputs: Shared, until: float) -> tuple[Ran, bool]:
        first = self._once(start, laid, cold=job.measured is not None)
        ran = replace(self._brought(job, laid, outputs, 0), stdout=self._printed.taken())
        if job.measured is None or ran.guards:
            return ran, False
        samples = self._repeated(start, laid, job.measured, until, first)
        again = self._brought(job, laid, outputs, 1) if samples else ran
        self._printed.taken()  # a kernel's prints are those of its first launch
        differs = bool(samples) and laid.differ(job.outputs, outputs)
        return replace(ran, guards=again.guards, times=timing.times(samples or [first])), differs

    def _brought(self, job: Job, laid: Laid, outputs: Shared, copy: int) -> Ran:
        """Wait for what was begun, with its outputs in their place."""
        laid.fetch(job.outputs, outputs, copy)
        laid.look()
        self._context.synchronize()
        return Ran("ok", guards=laid.guards())

    def _repeated(self, start: Start, laid: Laid, measure: Measure, until: float, first: float) -> list[float]:
        """The microseconds of each repeat."""
        samples: list[float] = []
        began = time.monotonic()
        expected = first / 1e6
        while timing.goes_on(samples, time.monotonic() - began, expected, until - time.monotonic(), measure):
            samples.append(self._once(start, laid, cold=True))
            expected = (time.monotonic() - began) / len(samples)
        return samples

    def _once(self, start: Start, laid: Laid, *, cold: bool) -> float:
        """One launch with fresh inputs. Its microseconds where the caches were made cold before, else 0 at once."""
        laid.upload()
        if not cold:
            start.launch()
            return 0.0
        self._flush()
        self._watch.begin()
        start.launch()
        self._watch.end()
        return self._watch.microseconds()

    def _flush(self) -> None:
        """Fill the caches with something else. While the card does that, what follows is sent to it.

        They are filled by writing, which makes a kernel pay for writing back: filled by reading, they would take in a
        kernel's results, and it would seem faster than the memory is.
        """
        size = 2 * self._context.l2_bytes
        if not self._flush_address:
            self._flush_address = int(value_of(driver.cuMemAlloc(size)))
        value_of(driver.cuMemsetD8Async(self._flush_address, 0, size, self._context.stream))
