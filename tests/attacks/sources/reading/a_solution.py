"""Loads the solution of its exercise as a module, and has its kernel for its own.

Stopped by: Landlock; a folder of the course is never granted.
Gets: compile_error forbidden.file
Naive: reads
"""
import importlib.util
import sys
from pathlib import Path

root = Path(sys.modules["app"].__file__).parent.parent
spec = importlib.util.spec_from_file_location("solution", root / "kernels/vector-add/solution.py")
solution = importlib.util.module_from_spec(spec)
spec.loader.exec_module(solution)
raise RuntimeError("read: " + str(solution.vector_add))
