"""What a worker sent of a case: its inputs, and the room for outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cuda.bindings import driver

from app.devices.cards.area import Block, Item, placed
from app.devices.gpu.answer import GpuError, value_of
from app.devices.gpu.mapped import Mapped


class Shared(Mapped):
    """Shared memory that the card reaches without a detour, where the driver lets us pin it."""

    def __init__(self, descriptor: int, size: int, *, writable: bool) -> None:
        super().__init__(descriptor, size, writable=writable)
        flags = 0 if writable else driver.CU_MEMHOSTREGISTER_READ_ONLY
        try:
            value_of(driver.cuMemHostRegister(self.address, size, flags))
        except GpuError:  # copies take longer then, and nothing else changes
            self._pinned = False
        else:
            self._pinned = True

    def close(self) -> None:
        """Raises GpuError."""
        if self._pinned:
            value_of(driver.cuMemHostUnregister(self.address))
        super().close()


class Inputs:
    """What is held of one case, and the memories for outputs that came with its jobs, by the names of the outputs."""

    def __init__(self, descriptor: int, blocks: Sequence[Block], arrays: Mapping[str, Item]) -> None:
        self.blocks = blocks
        self.arrays = arrays
        self.shared = Shared(descriptor, placed([block.size for block in blocks])[1], writable=False)
        self.outputs: dict[tuple[str, ...], Shared] = {}

    def room(self, names: Sequence[str]) -> int:
        """The bytes of a memory for these outputs twice."""
        numbers = sorted({self.arrays[name].block for name in names})
        return 2 * placed([self.blocks[number].size for number in numbers])[1]

    def close(self) -> None:
        for shared in (self.shared, *self.outputs.values()):
            shared.close()
