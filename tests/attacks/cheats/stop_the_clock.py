"""Put a clock in the judge's place that stands still.

The fastest kernel is the one whose judge has no clock.

Held by: clock of the parent
"""

import time


def attack(facts):
    now = time.perf_counter()
    time.perf_counter = time.monotonic = time.time = time.process_time = lambda: now
    until = time.clock_gettime(time.CLOCK_MONOTONIC) + facts["slow_seconds"]
    while time.clock_gettime(time.CLOCK_MONOTONIC) < until:
        continue
    return 0
