"""Gridstride: a course that teaches GPU programming, and the grader behind it."""

__version__ = "0.1.0"
