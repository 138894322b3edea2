"""Read the extended attributes of a file.

Landlock does not look at attributes, which may hold labels and capabilities of programs.

Stopped by: seccomp
"""

import errno
import os


def attack(facts):
    try:
        os.listxattr(facts["victim"])
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            raise NotImplementedError("no extended attributes here") from error
        raise
