"""Gives the sizes that suit the case that is shown, and no other.

Stopped by: hidden cases.
Exercise: cover-a-vector
Gets: wrong_answer or fault or compile_error or launch_error
"""
grid = 4
block = 256
