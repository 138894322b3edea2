"""Nests signs, which makes a tree as deep as the source is long without a bracket.

Stopped by: Python's compiler, whose refusal is the learner's.
Gets: compile_error syntax_error.nested
"""

SOURCE = "x = " + "-" * 60_000 + "1"
