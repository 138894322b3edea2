"""Put one's own stream in the place of stdout.

What the next learner prints is ours to keep.

Held by: fresh child
"""

import sys


def attack(facts):
    sys.stderr = sys.stdout


def after(facts):
    assert sys.stderr is sys.stdout
