"""The wall: learner code runs behind it, in throw-away children of a warm zygote. See docs/security.md."""

from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.outcome import Ending, Limits, Outcome
from app.sandbox.selftest import LayerState, preflight, require
from app.sandbox.waiver import opened, standing
from app.sandbox.wall import Running, Sandbox, Talk

__all__ = [
    "ALL_LAYERS",
    "Ending",
    "Layer",
    "LayerState",
    "Limits",
    "Outcome",
    "Running",
    "Sandbox",
    "Talk",
    "opened",
    "preflight",
    "require",
    "standing",
]
