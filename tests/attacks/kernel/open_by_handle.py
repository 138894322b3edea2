"""Open a file by a handle that was made up.

No folder above the file is looked at, and so no right of one.

Stopped by: seccomp, ids
Searching passes: ids
"""

from calls import CAP_DAC_READ_SEARCH, reach_with


def attack(facts):
    reach_with(facts, CAP_DAC_READ_SEARCH, "open_by_handle_at", -1, None, 0)
