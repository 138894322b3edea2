"""The SIMT interpreter: runs a learner's kernel with NumPy, explains its faults, counts its accesses.

README.md is the way in. What is not covered is a finding `unsupported` with its line: docs/interpreter-language.md.
"""

from app.simt.checks import Checks
from app.simt.launching import launch
from app.simt.limits import Limits
from app.simt.report import Report

__all__ = ["Checks", "Limits", "Report", "launch"]
