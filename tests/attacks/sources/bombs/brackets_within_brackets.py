"""Nests brackets deeper than any parser goes.

Stopped by: Python's parser, whose refusal is the learner's.
Gets: compile_error
"""

SOURCE = "x = " + "(" * 30_000 + ")" * 30_000
