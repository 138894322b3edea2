"""How often a launch is measured, and what the samples say. Pure: nothing here knows a GPU."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np

from app.devices.cards.job import Measure
from app.devices.records import Times


def goes_on(samples: Sequence[float], spent: float, expected: float, left: float, measure: Measure) -> bool:
    """Whether to measure once more.

    `spent` are the seconds that all samples took, with what was done between them, `expected` those of the next, `left`
    those that the job may still take. The budget comes before the least number: a kernel of a second is measured once.
    """
    if expected > left or len(samples) >= measure.most:
        return False
    if not samples:
        return True
    if spent >= measure.seconds:
        return False
    return len(samples) < measure.least or relative_error(samples) > measure.error


def relative_error(samples: Sequence[float]) -> float:
    """The standard error of the mean over the mean; 1 where one sample tells nothing of it."""
    mean = statistics.fmean(samples)
    if len(samples) < 2 or mean <= 0:
        return 1.0
    return statistics.stdev(samples) / math.sqrt(len(samples)) / mean


def times(samples: Sequence[float]) -> Times:
    """Of one sample and more, in microseconds. Quartiles lie between samples as np.quantile places them."""
    low, median, high = (float(value) for value in np.quantile(samples, (0.25, 0.5, 0.75)))
    return Times(median, low, high, len(samples), relative_error(samples))
