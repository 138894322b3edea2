"""Cubins as the driver has loaded them: the last one stays for as long as the same comes again."""

from __future__ import annotations

import hashlib
from typing import Any

from cuda.bindings import driver

from app.devices.gpu.answer import value_of


class Modules:
    """The cases of one submission come one after the other, so that one module is worth keeping and no more."""

    def __init__(self) -> None:
        self._digest = b""
        self._module: Any = None

    def function(self, cubin: bytes, symbol: str) -> Any:
        """The kernel of that name. Raises GpuError."""
        digest = hashlib.sha256(cubin).digest()
        if digest != self._digest:
            self.unload()
            self._module = value_of(driver.cuModuleLoadData(cubin))
            self._digest = digest
        return value_of(driver.cuModuleGetFunction(self._module, symbol.encode()))

    def unload(self) -> None:
        """Raises GpuError."""
        if self._module is not None:
            module, self._module, self._digest = self._module, None, b""
            value_of(driver.cuModuleUnload(module))
