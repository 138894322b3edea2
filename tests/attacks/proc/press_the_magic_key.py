"""Open the file by which the machine is restarted at once.

No service survives it.

Stopped by: landlock, ids
"""

import errno
import os

from calls import CAP_SYS_ADMIN, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    try:
        os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY))
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EROFS):
            raise NotImplementedError("no such file here") from error
        raise
