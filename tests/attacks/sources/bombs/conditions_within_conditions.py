"""Nests conditions as deep as Python lets one indent.

Stopped by: Python's limit of a hundred.
Gets: compile_error syntax_error
Stage: slow
"""

SOURCE = "".join(" " * i + "if 1:\n" for i in range(300)) + " " * 300 + "x = 1\n"
