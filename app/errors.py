"""Every exception that Gridstride raises on purpose.

GridstrideError              a sentence for whoever called
├── ConfigError              a setting has no sense
├── NotFoundError            no such lesson, exercise, question or submission
├── BadInputError            what a learner sent cannot be accepted; nothing was stored
│   └── TooManyError         not now: too much was sent in too short a time; says when to try again
├── ServerError              the server that a command talks to refused, or does not answer
├── StoreError               the database refused
│   └── BackupError          a backup cannot be made, or is none; nothing was changed
├── InfrastructureError      our failure, never the learner's: costs no attempt
│   ├── SandboxError         the wall cannot be built, or broke
│   │   └── MissingLayerError   a required layer is not there; names it
│   └── FrameError           what came over the wall is not a frame
├── GpuError                 (app.devices.gpu) a launch was refused, or the kernel faulted; the context is lost
└── CompileError             (app.protocol.compiled) the learner's source does not compile; carries findings
"""


class GridstrideError(Exception):
    """Root of the tree."""


class ConfigError(GridstrideError):
    """A setting has no sense."""


class NotFoundError(GridstrideError):
    """There is no such thing."""


class BadInputError(GridstrideError):
    """What was sent cannot be accepted. `key` and `args` find the sentence in the table of words."""

    def __init__(self, key: str, **args: float | str) -> None:
        super().__init__(key)
        self.key = key
        self.args_ = args


class TooManyError(BadInputError):
    """Too much was sent in too short a time. `seconds` is when it is worth trying again."""

    def __init__(self, key: str, seconds: int, **args: float | str) -> None:
        super().__init__(key, **args)
        self.seconds = seconds


class ServerError(GridstrideError):
    """Another Gridstride, which a command talks to, refused or does not answer."""


class StoreError(GridstrideError):
    """The database refused."""


class BackupError(StoreError):
    """A backup cannot be made or restored; what was there is as it was."""


class InfrastructureError(GridstrideError):
    """Ours. It costs the learner no attempt."""


class SandboxError(InfrastructureError):
    """The wall cannot be built, or it broke."""


class MissingLayerError(SandboxError):
    """A required layer of the wall is not there."""

    def __init__(self, missing: dict[str, str]) -> None:
        super().__init__("; ".join(f"{layer}: {why}" for layer, why in missing.items()))
        self.missing = missing


class FrameError(InfrastructureError):
    """What came over the wall is not a frame that we know."""
