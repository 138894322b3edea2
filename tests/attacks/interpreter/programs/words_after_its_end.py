"""Ends, and asks again.

Gets: runtime_error with host_error.interfered
"""


def main():
    say("ended", findings=[], error=None, result=[None], arguments=[[]])
    ask("alloc", bytes=8)
