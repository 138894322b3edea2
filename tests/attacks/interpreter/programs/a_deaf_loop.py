"""Ignores the signal that asks where it stands.

Gets: time_limit with timeout.host
Stage: slow
"""


def main():
    import signal

    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while True:
        pass
