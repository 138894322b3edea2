"""Calls a function of Python's where a launch has two sizes.

Stopped by: the worker's own reader, which knows no calls but a few.
Exercise: cover-a-vector
Gets: compile_error or unsupported
"""
grid = __import__("os").getpid()
block = 256
