"""Catches whatever would end its loop.

Gets: time_limit with timeout.host
Stage: slow
"""


def main():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
