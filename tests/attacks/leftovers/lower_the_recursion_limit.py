"""Lower how deep functions may call each other.

The next learner's recursion fails.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.setrecursionlimit(60)


def after(facts):
    assert sys.getrecursionlimit() == 60
