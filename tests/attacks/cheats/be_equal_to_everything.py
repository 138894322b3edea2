"""Answer with an object that says it is equal to whatever it is compared with.

Who compares objects of the learner's lets the learner compare.

Held by: another process
"""


class Yes:
    """Equal to everything."""

    __hash__ = None

    def __eq__(self, other):
        return True


def attack(facts):
    return Yes()
