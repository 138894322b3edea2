"""An exception with half a character in its text.

Gets: runtime_error with host_error
"""


def main():
    raise ValueError("\ud800" * 5_000)
