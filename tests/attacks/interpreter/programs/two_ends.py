"""Ends twice.

Gets: runtime_error with host_error.interfered
Stage: slow
"""


def main():
    for _ in range(2):
        say("ended", findings=[], error=None, result=[None], arguments=[[]])
    os._exit(0)
