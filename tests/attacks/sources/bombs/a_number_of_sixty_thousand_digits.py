"""Is a source whose one number has as many digits as a source can have.

Stopped by: Python's own limit on the digits of a number.
Gets: compile_error syntax_error
Stage: slow
"""

SOURCE = "x = " + "9" * 65_000
