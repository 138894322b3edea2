"""Raises an exception whose text, whose comparison and whose attributes never end or raise again.

Stopped by: whatever it raises is the learner's; the clock ends what does not end.
Gets: compile_error or time_limit
Stage: slow
"""


class Fights(BaseException):
    def __str__(self):
        raise self

    def __repr__(self):
        raise self

    def __getattribute__(self, name):
        raise Fights()

    def __eq__(self, other):
        raise self


raise Fights
