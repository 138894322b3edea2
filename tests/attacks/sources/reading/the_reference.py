"""Reads the file that makes the hidden cases, and tells it in an exception whose text the page shows.

Stopped by: Landlock.
Gets: compile_error forbidden.file
Naive: reads
"""
import sys
from pathlib import Path

root = Path(sys.modules["app"].__file__).parent.parent
raise RuntimeError("read: " + (root / "kernels/vector-add/exercise.py").read_text()[:200])
