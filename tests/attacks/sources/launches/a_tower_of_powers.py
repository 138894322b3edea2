"""Works a number out that has no end.

Stopped by: the reader knows no powers.
Exercise: cover-a-vector
Gets: compile_error or unsupported
"""
grid = 9**9**9
block = 256
