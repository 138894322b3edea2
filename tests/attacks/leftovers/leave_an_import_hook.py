"""Be asked whenever something is imported.

The next learner's imports pass through our hands.

Held by: fresh child
"""

import sys


class Hook:
    """Sees every import."""

    def find_spec(self, name, path=None, target=None):
        return None


def attack(facts):
    sys.meta_path.insert(0, Hook())


def after(facts):
    assert type(sys.meta_path[0]).__name__ == "Hook"
