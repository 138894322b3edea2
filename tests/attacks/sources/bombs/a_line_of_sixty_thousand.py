"""Is one line as long as a source can be.

Stopped by: nothing: it is a long line of Python.
Gets: compile_error missing_entry
Stage: slow
"""

SOURCE = "x = 1; " * 9_000
