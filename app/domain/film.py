"""What a learner's kernel drew: some pictures of one state that it took step by step, and numbers beside them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field


class Coming(BaseModel):
    """A film that is still to be drawn: `done` of `total` steps, which is 0 before the first, as told at `told_at`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    done: int = 0
    total: int = 0
    told_at: datetime


class Film(BaseModel):
    """`frames` pictures of `height` rows and `width` columns, every `every` steps from step 0 on; row 0 is on top.

    `pixels` are their levels, one byte each, gzipped; they are kept beside the verdict and not within it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    width: int
    height: int
    frames: int
    every: int
    steps: int  # that there should have been: it ends early where the interpreter's time did
    scale: float  # the value that has the strongest colour; the weakest is 0, or below it on the other side
    signed: bool  # whether there are two colours
    numbers: Mapping[str, tuple[float | None, ...]]  # by name, one a picture; None is none that could be drawn
    words: Mapping[str, Mapping[str, str]]  # by language: what the picture and each number are called
    pixels: bytes = Field(default=b"", exclude=True, repr=False)

    @property
    def done(self) -> int:
        """The step of the last picture."""
        return (self.frames - 1) * self.every
