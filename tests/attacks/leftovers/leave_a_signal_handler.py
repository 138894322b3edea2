"""Handle a signal.

The warning that time is running out would call our function in the next learner's job.

Held by: fresh child
"""

import signal


def attack(facts):
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)


def after(facts):
    assert signal.getsignal(signal.SIGXCPU) is signal.SIG_IGN
