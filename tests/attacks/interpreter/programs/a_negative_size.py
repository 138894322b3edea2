"""Asks for memory of a negative size.

Gets: runtime_error with host_error.interfered
"""


def main():
    alloc(-5)
