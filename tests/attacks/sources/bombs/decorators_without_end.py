"""Decorates its kernel ten thousand times.

Stopped by: Python's own stack, whose refusal is the learner's.
Gets: compile_error
"""

SOURCE = "same = lambda f: f\n" + "@same\n" * 9_000 + "def vector_add(a, b, out): pass\n"
