"""Calls from lines that the program does not have.

Gets: ok
Stage: slow
"""


def main():
    for line in (10**9, -1, "x", None, 1.5):
        ask("alloc", bytes=8, line=line)
