"""Look into the cells of every function for the answer.

A name that is hidden in a function is not hidden.

Held by: another process
"""

import gc


def attack(facts):
    for thing in gc.get_objects():
        for cell in getattr(thing, "__closure__", None) or ():
            try:
                held = cell.cell_contents
            except ValueError:
                continue
            if isinstance(held, dict) and "answer" in held:
                return held["answer"]
    return None
