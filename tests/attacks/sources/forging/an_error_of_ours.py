"""Raises one of the platform's own errors, of which some mean that the fault is ours.

Stopped by: an exception that crosses the learner's module is the learner's.
Gets: compile_error source_error
Stage: slow
"""
from app.errors import InfrastructureError

raise InfrastructureError("the disk is full")
