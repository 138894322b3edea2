"""Do the work in a default argument, before the clock runs.

A definition is executed code, too.

Held by: clock of the parent
"""

import time


def answered(value=time.sleep(0.3)):  # noqa: B008  # that is the attack
    """What was worked out when this was defined."""
    return value or 0


def attack(facts):
    return answered()
