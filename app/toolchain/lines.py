"""Which instruction came of which line, and no more: the rest of numba's debug information is for debuggers."""

from __future__ import annotations

from typing import Any

from numba.cuda.debuginfo import CUDADIBuilder


class Lines(CUDADIBuilder):  # type: ignore[misc]  # numba's classes have no types
    """Leaves out the types of variables and functions, the description of which takes half as long as a compilation."""

    def mark_variable(self, *told: Any, **more: Any) -> None:
        """A variable has a place."""

    def update_variable(self, *told: Any, **more: Any) -> None:
        """A variable has a value."""

    def _di_subroutine_type(self, line: int, function: Any, argmap: Any) -> Any:  # noqa: ARG002  # numba's interface
        return self.module.add_debug_info("DISubroutineType", {"types": self.module.add_metadata([])})
