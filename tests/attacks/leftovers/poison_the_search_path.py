"""Put a folder of one's own at the head of the search path.

What the next learner imports is taken from there.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.path.insert(0, "/nowhere")


def after(facts):
    assert "/nowhere" in sys.path
