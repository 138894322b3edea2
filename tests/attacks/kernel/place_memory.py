"""Say on which node one's memory shall lie.

Executors need it; a learner's Python does not.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("set_mempolicy", 0, None, 0)
    reach("mbind", 0, 0, 0, None, 0, 0)
