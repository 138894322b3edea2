"""The recorder: what one block did, step by step, for a stepper in the page and for the terminal."""

from app.simt.record.recorder import Recorder
from app.simt.record.recording import Recording
from app.simt.record.text import written

__all__ = ["Recorder", "Recording", "written"]
