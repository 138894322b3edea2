"""What the stand-in raises: numba's own exception types, each with the key of a sentence for learners."""

from __future__ import annotations


class MisuseError(Exception):
    """A call that numba or CUDA would refuse, too. `args_` fill the sentence that `key` names."""

    key = "host_error"
    args_: dict[str, int | str]


class CudaAPIError(MisuseError):
    """The driver refused."""


class CudaSupportError(MisuseError):
    """There is no such device."""


class LaunchTypeError(MisuseError, TypeError):
    """A value of a type that cannot be taken."""


class LaunchValueError(MisuseError, ValueError):
    """A value that cannot be taken."""


class DeviceAttributeError(MisuseError, AttributeError):
    """Something that an array on the device, or the module, does not have."""


class DeviceIndexError(MisuseError, IndexError):
    """An index outside of a device array."""


class CallNameError(MisuseError, NameError):
    """A name that means something in kernels alone."""


class TypingError(MisuseError):
    """A kernel does not compile for these arguments."""


class NotImplementedMisuseError(MisuseError, NotImplementedError):  # what numba raises: a program may catch it so
    """Something that numba refuses by NotImplementedError, and so do we."""


class UnsupportedError(MisuseError, NotImplementedError):  # Python's own name for what is not there
    """Real numba can do this, the stand-in cannot: no fault of the program's."""


_TYPES: dict[type[Exception], type[MisuseError]] = {
    TypeError: LaunchTypeError,
    ValueError: LaunchValueError,
    AttributeError: DeviceAttributeError,
    IndexError: DeviceIndexError,
    NameError: CallNameError,
    NotImplementedError: NotImplementedMisuseError,  # numba refuses it so
}
_NAMED: dict[str, type[MisuseError]] = {
    "TypeError": LaunchTypeError,
    "ValueError": LaunchValueError,
    "TypingError": TypingError,
    "CudaSupportError": CudaSupportError,
    "NotImplementedError": UnsupportedError,  # a device that cannot do it says so in a frame
}


def misuse(of: type[Exception] | str, key: str, text: str, **args: int | str) -> MisuseError:
    """An exception of the type that numba raises, to be raised. `text` is what `str` of it says."""
    made = _NAMED.get(of, CudaAPIError) if isinstance(of, str) else _TYPES.get(of, CudaAPIError)
    error = made(text)
    error.key, error.args_ = key, args
    return error


def unsupported(what: str) -> MisuseError:
    return _told(UnsupportedError(f"{what} is not simulated"), "unsupported.host", what)


def _told(error: MisuseError, key: str, what: str) -> MisuseError:
    error.key, error.args_ = key, {"what": what[:60]}
    return error


def type_name(error: BaseException) -> str:
    """The name of an exception as numba and Python know it."""
    kind = type(error)
    if isinstance(error, MisuseError) and kind not in (CudaAPIError, CudaSupportError, TypingError):
        kind = next(base for base in kind.__mro__ if base.__module__ == "builtins")
    return kind.__name__[:60]
