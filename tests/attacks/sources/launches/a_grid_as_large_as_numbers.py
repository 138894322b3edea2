"""Launches more blocks than any device has.

Stopped by: the limits of a launch.
Exercise: cover-a-vector
Gets: compile_error or launch_error or time_limit or fault
"""
grid = 2**62
block = 1024
