"""Set an extended attribute on a file of somebody else.

A message can be left there that no reading of the file shows.

Stopped by: seccomp
"""

import errno
import os


def attack(facts):
    try:
        os.setxattr(facts["victim"], "user.mark", b"x")
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            raise NotImplementedError("no extended attributes here") from error
        raise
