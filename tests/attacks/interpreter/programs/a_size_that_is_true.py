"""Asks for memory of the size True, which Python takes for 1.

Gets: runtime_error with host_error.interfered
"""


def main():
    alloc(True)
