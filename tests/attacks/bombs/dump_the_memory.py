"""Ask whether a crash would write all of memory to disc.

A file of that size a job fills a disc, and holds what was in memory.

Stopped by: rlimits
"""

import resource


def attack(facts):
    assert resource.getrlimit(resource.RLIMIT_CORE)[1] != 0
