"""Change the mode of a file that was opened for nothing but its name.

It is another call, which a list of forbidden ones forgets.

Stopped by: seccomp, ids
"""

from calls import make


def attack(facts):
    make("fchmodat", -100, facts["victim"].encode(), 0o777)
