"""Open the session's ring of keys.

Keys of other processes of the same user may be on it, and it outlives the job.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("keyctl", 0, -3, 0)
