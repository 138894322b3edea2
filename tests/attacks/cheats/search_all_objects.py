"""Ask the collector of garbage for every object, and look for the one with the answer.

Nothing that Python manages is private.

Held by: another process
"""

import gc


def attack(facts):
    for thing in gc.get_objects():
        if isinstance(thing, dict) and type(thing.get("answer")) is int:
            return thing["answer"]
    return None
