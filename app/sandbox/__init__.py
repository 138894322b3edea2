"""The wall: learner code runs behind it, in throw-away children of a warm zygote. See docs/security.md."""

from app.sandbox.outcome import Ending, Limits, Outcome
from app.sandbox.wall import Sandbox

__all__ = ["Ending", "Limits", "Outcome", "Sandbox"]
