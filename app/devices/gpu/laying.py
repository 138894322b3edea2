"""The memory of one job on the card: a buffer for each block that an argument lies in."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence

import numpy as np
from cuda.bindings import driver

from app.devices.cards.area import Block, placed
from app.devices.cards.job import Guard, Held
from app.devices.gpu.answer import value_of
from app.devices.gpu.arena import Arena, Buffer
from app.devices.gpu.context import Context
from app.devices.gpu.held import Inputs, Shared
from app.devices.gpu.packing import Lying

_PIECE = 1 << 16  # bytes


class Laid:
    """Takes buffers out of the arena until they are given back. All methods raise GpuError."""

    def __init__(self, context: Context, arena: Arena, inputs: Inputs) -> None:
        self._context, self._arena, self._inputs = context, arena, inputs
        self._buffers: dict[int, Buffer] = {}  # by the number of the block
        self._names: list[str] = []  # of the first argument in each buffer
        self._records: list[tuple[Buffer, np.ndarray]] = []
        self._bands: list[np.ndarray] = []
        self._spoilt: set[Buffer] = set()

    def take(self, arguments: Sequence[object]) -> None:
        """Have memory for all arrays among these."""
        for argument in arguments:
            if isinstance(argument, tuple):
                self.take(argument)
            elif isinstance(argument, Held):
                block = self._inputs.arrays[argument.name].block
                if block not in self._buffers:
                    self._buffers[block] = self._arena.take(self._inputs.blocks[block].size)
                    self._names.append(argument.name)

    def lying(self, argument: object) -> object:
        """The argument with its arrays as they lie on the card."""
        if isinstance(argument, tuple):
            return tuple(self.lying(item) for item in argument)
        if not isinstance(argument, Held):
            return argument
        item = self._inputs.arrays[argument.name]
        return Lying(self._buffers[item.block].address + item.first, item.itemsize, item.shape, item.strides)

    def put(self, record: np.ndarray) -> int:
        """A record that is passed by value lies in memory of its own."""
        buffer = self._arena.take(record.nbytes)
        self._records.append((buffer, record))
        return buffer.address

    def upload(self) -> None:
        """Begin to make everything as it was given."""
        for block, buffer in self._buffers.items():
            self._copy_in(buffer, self._inputs.shared.address + self._inputs.blocks[block].offset)
        for buffer, record in self._records:
            self._copy_in(buffer, record.ctypes.data)

    def carry(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Begin to copy arrays over others of their size: (from, to)."""
        for source, target in pairs:
            (here, nbytes), (there, _) = self._place(source), self._place(target)
            if nbytes:
                value_of(driver.cuMemcpyDtoDAsync(there, here, nbytes, self._context.stream))

    def fetch(self, names: Sequence[str], outputs: Shared, copy: int) -> None:
        """Begin to bring the outputs here, into one of the copies that there is room for."""
        for number, place in self._places(names, copy):
            if place.size and number in self._buffers:
                address = outputs.address + place.offset
                stream = self._context.stream
                value_of(driver.cuMemcpyDtoHAsync(address, self._buffers[number].address, place.size, stream))

    def differ(self, names: Sequence[str], outputs: Shared) -> bool:
        """Whether the two copies that were fetched are not the same bytes."""
        pairs = zip(self._places(names, 0), self._places(names, 1), strict=True)
        return any(not np.array_equal(_bytes(outputs, one), _bytes(outputs, two)) for (_, one), (_, two) in pairs)

    def strays(self, names: Sequence[str], outputs: Shared) -> bool:
        """Whether a piece of some output, where no kernel can foresee it, is not as it was fetched first.

        Waits for the card.
        """
        pieces = [(number, place, min(place.size, _PIECE)) for number, place in self._places(names, 0)]
        here = self._arena.staging.room(sum(length for _, _, length in pieces))
        compared, done = [], 0
        for number, place, length in pieces:
            if length and number in self._buffers:
                start = secrets.randbelow(place.size - length + 1)
                piece = here[done : done + length]
                address = self._buffers[number].address + start
                value_of(driver.cuMemcpyDtoHAsync(piece.ctypes.data, address, length, self._context.stream))
                compared.append((piece, outputs.memory[place.offset + start :][:length]))
                done += length
        value_of(driver.cuStreamSynchronize(self._context.stream))
        return any(not np.array_equal(piece, first) for piece, first in compared)

    def look(self) -> None:
        """Begin to bring the bands beside all buffers here."""
        self._bands = self._arena.look(self._all())

    def guards(self) -> tuple[Guard, ...]:
        """What was written beside them, after the stream is done with what `look` began."""
        found = []
        names = [*self._names, *("" for _ in self._records)]
        for buffer, name, crossed in zip(self._all(), names, self._arena.crossed(self._bands), strict=True):
            if crossed:
                self._spoilt.add(buffer)
            found += [Guard(name, one.side, one.bytes, one.first) for one in crossed]
        return tuple(found)

    def give(self) -> None:
        """Give everything back, wiped."""
        buffers = self._all()
        self._arena.give(buffers, [buffer in self._spoilt for buffer in buffers])
        self._buffers, self._names, self._records = {}, [], []

    def _all(self) -> list[Buffer]:
        return [*self._buffers.values(), *(buffer for buffer, _ in self._records)]

    def _place(self, name: str) -> tuple[int, int]:
        """Where an array begins on the card, and its bytes: it has no gaps."""
        item = self._inputs.arrays[name]
        return self._buffers[item.block].address + item.first, item.itemsize * math.prod(item.shape)

    def _copy_in(self, buffer: Buffer, source: int) -> None:
        if buffer.size:
            value_of(driver.cuMemcpyHtoDAsync(buffer.address, source, buffer.size, self._context.stream))

    def _places(self, names: Sequence[str], copy: int) -> list[tuple[int, Block]]:
        """For each block with outputs its number and where it goes, as the worker's Layout.only lays them."""
        numbers = sorted({self._inputs.arrays[name].block for name in names})
        places, size = placed([self._inputs.blocks[number].size for number in numbers])
        moved = [Block(copy * size + place.offset, place.size) for place in places]
        return list(zip(numbers, moved, strict=True))


def _bytes(outputs: Shared, block: Block) -> np.ndarray:
    return outputs.memory[block.offset : block.offset + block.size]
