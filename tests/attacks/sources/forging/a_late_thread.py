"""Starts a thread that changes the answer while it is sent.

Stopped by: seccomp knows no thread.
Gets: compile_error forbidden.process
"""
import threading
import time

threading.Thread(target=lambda: time.sleep(1) or print("late"), daemon=True).start()
