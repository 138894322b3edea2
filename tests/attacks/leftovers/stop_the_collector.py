"""Stop the collection of garbage.

The next job runs out of memory for no reason that it could see.

Held by: fresh child
"""

import gc


def attack(facts):
    gc.disable()


def after(facts):
    assert not gc.isenabled()
