"""Fork by clone3, whose flags lie in memory where no filter can read them.

A filter that allows it allows everything that it can do.

Stopped by: seccomp, rlimits
Docker: refuses
"""

import os
import struct

from calls import make


def attack(facts):
    arguments = struct.pack("11Q", 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)
    try:
        child = make("clone3", arguments, len(arguments))
    except NotImplementedError as error:
        raise PermissionError("clone3 is not there") from error
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
