"""Be told of every file, socket and import, by a hook that cannot be removed.

Nothing of the next learner's job stays private.

Held by: fresh child
"""

import sys

seen = []


def attack(facts):
    sys.addaudithook(lambda event, arguments: seen.append(event))
    sys.seen = seen


def after(facts):
    assert sys.seen
