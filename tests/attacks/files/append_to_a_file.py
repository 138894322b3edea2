"""Append to a file that the server reads.

One line more in a file of settings or in a log is enough.

Stopped by: landlock, rlimits
"""


def attack(facts):
    with open(facts["victim"], "a") as held:
        held.write("and more")
