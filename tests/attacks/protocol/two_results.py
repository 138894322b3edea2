"""Send two results.

Who takes the last lets the learner's code speak after the toolchain; both are handed on for the caller to refuse.

Held by: frames
Ends: ok
Whole frames: 2
"""

from wire import GOOD, write


def attack(facts):
    write(GOOD * 2)
