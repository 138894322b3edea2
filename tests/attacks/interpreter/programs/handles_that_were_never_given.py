"""Guesses handles.

Gets: ok
Returns: host_error.freed, host_error.freed
"""


def main():
    return read(7, 0, 100), ask("free", handle=99)
