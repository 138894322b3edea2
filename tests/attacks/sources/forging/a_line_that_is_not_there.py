"""Raises in code that claims to be line one million of the submission.

Stopped by: the worker, which takes no line outside the source.
Gets: compile_error
Stage: slow
"""
exec(compile("\n" * 1_000_000 + "raise ValueError('here')", "<submission>", "exec"))
