"""Sleeps, which takes no processor time.

Stopped by: the worker's clock.
Gets: time_limit timeout.compile
Stage: slow
"""
import time

time.sleep(10**6)
