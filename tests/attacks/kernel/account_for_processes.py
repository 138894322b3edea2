"""Have every process written to a file when it ends.

Or, as here, turn that off.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_PACCT, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_PACCT, "acct", b"/no/such/folder/file")
