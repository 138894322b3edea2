"""An exception that raises when it is asked what it is.

Gets: runtime_error
"""


def main():
    class E(Exception):
        def __str__(self):
            raise self

        __class__ = property(lambda self: 1 / 0)

    raise E
