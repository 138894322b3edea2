"""Read a file of a package that is installed but not among those that the child module lists.

A rule for all of the library folder would let a learner read ours, where Gridstride is installed as a package.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path(facts["other_package"]).read_bytes()
