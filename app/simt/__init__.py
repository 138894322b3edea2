"""The SIMT interpreter: runs a learner's kernel with NumPy, explains its faults, counts its accesses.

What is not covered yet: random states, records, strings beyond `print`.
Naming one is a finding `unsupported` with its line.
"""

from app.simt.checks import Checks
from app.simt.launching import launch
from app.simt.limits import Limits
from app.simt.report import Report

__all__ = ["Checks", "Limits", "Report", "launch"]
