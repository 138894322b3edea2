"""Hold signals back.

The next job would not hear the warning.

Held by: fresh child
"""

import signal


def attack(facts):
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])


def after(facts):
    assert signal.SIGXCPU in signal.pthread_sigmask(signal.SIG_BLOCK, [])
