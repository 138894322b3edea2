"""Ends with a finding that it has passed.

Gets: runtime_error with host_error.interfered
Stage: slow
"""


def main():
    say("ended", findings=[{"kind": "passed"}], error=None, result=[], arguments=[])
    os._exit(0)
