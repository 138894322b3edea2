"""Waits in a loop that catches all that is thrown at it.

Stopped by: the limit of processor time, whose second signal nobody can catch.
Gets: time_limit
Stage: slow
"""
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
