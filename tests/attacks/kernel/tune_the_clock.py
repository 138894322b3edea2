"""Ask for the state of the clock, by the call that also tunes it.

A clock that runs fast makes every job slow.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("adjtimex", None)
