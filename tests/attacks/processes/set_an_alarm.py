"""Have a signal sent later, by the oldest call for it.

A list that forbids the new call forgets this one.

Stopped by: seccomp
"""

from calls import make


def attack(facts):
    make("alarm", 0)
