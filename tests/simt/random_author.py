"""Writes kernels of every dtype at random: typed expressions, loops, branches, early ends, device functions."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.simt.random_typed import (
    COMPLEXES,
    FAMILY,
    FUNCTIONS,
    GRIDS,
    INTEGERS,
    OUTPUTS,
    REALS,
    THREADS,
    VARIABLES,
    Kernel,
)


class TypedAuthor:
    """Writes one kernel. Variables merge types of one family, `m` integers and reals."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.used: dict[str, None] = {}
        self.outputs: list[tuple[str, str]] = []
        self.functions: dict[str, None] = {}
        self.counters: list[str] = []
        self.loops = 0
        self.started = self.local = False
        self.families: dict[str, list[tuple[float, Callable[[int], str]]]] = {
            "i": self._integers(), "r": self._reals(), "b": self._bools(), "c": self._complexes(),
        }  # fmt: skip

    def kernel(self) -> Kernel:
        lines = [f"    if i >= {THREADS}:", "        return"]
        lines += [
            f"    {name} = {self.signed(0) if family == 'i' else self.leaf(family)}"
            for family, names in VARIABLES.items()
            for name in names
        ]
        lines += (
            ["    s = LOCAL(4, np.int32)", "    for k in range(4):", "        s[k] = k"] if self.likely(0.15) else []
        )
        self.started, self.local = True, any("LOCAL" in line for line in lines)
        lines += self.suite(3, 1, looping=False)
        for family in self.chance.sample("irbc", 3):
            lines += self.store("    ", family)
        body = "\n".join(lines) + "\n"
        functions = tuple(name for name in FUNCTIONS if name in self.functions)
        return Kernel(body, tuple(self.used), tuple(self.outputs), functions)

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def call(self, name: str, *args: str) -> str:
        self.functions[name] = None
        return f"{name}({', '.join(args)})"

    def array(self, name: str) -> str:
        self.used[name] = None
        return name

    # expressions

    def make(self, family: str, depth: int = 2) -> str:
        if depth <= 0 or self.likely(0.25):
            return self.leaf(family)
        kinds = self.families[family]
        return self.chance.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0](depth - 1)

    def leaf(self, family: str) -> str:
        pick = self.chance.choice
        if self.started and self.likely(0.45):
            names: list[str] = [*VARIABLES[family], *(self.counters if family == "i" else ())]
            return pick(names)
        if self.likely(0.2):
            return pick({"i": ["0", "1", "2", "-3", "7", "255", "i"], "r": ["0.5", "-2.0", "1.25", "3.0"],
                         "b": ["True", "False"], "c": ["2j", "(1.5-1j)"]}[family])  # fmt: skip
        if family in "ir" and self.likely(0.2):
            return self.element(family)
        dtypes = {"i": INTEGERS, "r": REALS, "b": ("bool",), "c": COMPLEXES}[family]
        index = pick(["i", "i", "i", f"i - {THREADS}", "-1", "i // 2", "(i * 5) % 96"])
        return f"{self.array('a_' + pick(dtypes))}[{index}]"

    def element(self, family: str) -> str:
        name = self.chance.choice([name for name, its in FAMILY.items() if its == family])
        parts = [f"{self.chance.choice(['i', '(i + 1)', '(i // 3)'])} % {size}" for size in GRIDS[name]]
        parts = [f"-1 - {part}" if self.likely(0.2) else part for part in parts]
        inside = "][".join(parts) if self.likely(0.2) else ", ".join(parts)
        return f"{self.array(name)}[{inside}]"

    def _two(self, family: str, signs: list[str]) -> Callable[[int], str]:
        return lambda d: f"({self.make(family, d)} {self.chance.choice(signs)} {self.make(family, d)})"

    def _choice(self, family: str) -> Callable[[int], str]:
        return lambda d: f"({self.make(family, d)} if {self.make('b', d)} else {self.make(family, d)})"

    def _integers(self) -> list[tuple[float, Callable[[int], str]]]:
        make, pick = self.make, self.chance.choice
        return [
            (6, self._two("i", ["+", "-", "*", "&", "|", "^"])),
            (3, self._two("i", ["//", "%"])),
            (2, lambda d: f"({make('i', d)} {pick(['<<', '>>'])} {pick(['1', '3', '7', '31'])})"),
            (2, lambda d: f"({self.signed(d)} if {make('b', d)} else {self.signed(d)})"),
            (2, lambda d: f"np.{pick(INTEGERS)}({make('i', d)})"),
            (1, lambda d: f"{pick(['min', 'max'])}({self.signed(d)}, {self.signed(d)})"),
            (1, lambda d: f"abs({make('i', d)})"),
            (1, lambda d: f"({pick('-~')}{make('i', d)})"),
            (1, lambda d: f"({make('i', d)} ** {pick('0123')})"),
            (1, lambda d: self.call("whole", make("r", d))),
            (1, lambda d: f"int({make('b', d)})"),
            (1, lambda d: f"divmod({make('i', d)}, {make('i', d)})[{pick('01')}]"),
            (1, lambda d: f"({make('b', d)} {pick('+-*')} {make('b', d)})"),
            (1, lambda d: f"({self.signed(d)} {pick(['and', 'or'])} {self.signed(d)})"),
            (1, lambda d: self.call("pick", self.signed(d), self.signed(d), make("b", d))),
            (1, lambda d: self.call("climb", self.signed(d), f"({make('i', d)} & 3)")),
            (1, lambda d: self.call("both", self.signed(d), self.signed(d)) + f"[{pick('01')}]"),
            (1, lambda d: f"({make('i', d)}, {make('i', d)})[{pick(['0', '1', '-1'])}]"),
            (1, lambda d: self.call("whole", f"math.{pick(['sin', 'cos', 'atan', 'tanh'])}({self.leaf('r')}) * 64.0")),
            (
                1,
                lambda d: self.call(
                    "whole", f"math.{pick(['floor', 'ceil', 'trunc'])}({self.call('near', make('r', d))})"
                ),
            ),
            (1, lambda d: f"round({self.call('near', make('r', d))})"),
            (0.5, lambda d: f"len({self.array(pick(list(GRIDS)))})"),
            (2, lambda d: f"s[{make('i', d)} & 3]" if self.local else self.element("i")),
        ]

    def _reals(self) -> list[tuple[float, Callable[[int], str]]]:
        make, pick = self.make, self.chance.choice
        return [
            (6, self._two("r", ["+", "-", "*", "/"])),
            (2, lambda d: f"({make('i', d)} {pick('+-*/')} {make('r', d)})"),
            (2, lambda d: f"({make('i', d)} / {make('i', d)})"),
            (2, self._choice("r")),
            (1, lambda d: f"({make('i', d)} if {make('b', d)} else {make('r', d)})"),
            (1, lambda d: f"{pick(['np.float32', 'np.float64', 'float'])}({make('i', d)})"),
            (1, lambda d: f"np.{pick(REALS)}({make('r', d)})"),
            (1, lambda d: f"abs({make('r', d)})"),
            (1, lambda d: f"(-{make('r', d)})"),
            (1, lambda d: f"{pick(['min', 'max'])}({self.quarter(d)} + 0.125, {self.quarter(d)} + 0.25)"),
            (1, lambda d: f"({self.quarter(d)} {pick(['//', '%'])} {pick(['0.5', '3.0', '-1.5', '7'])})"),
            (1, lambda d: f"({make('r', d)} ** {pick('0123')})"),
            (1, lambda d: f"math.sqrt({make('r', d)})"),
            (1, lambda d: f"math.copysign({make('r', d)}, {self.quarter(d)})"),
            (1, lambda d: f"math.fabs({make('r', d)})"),
            (1, lambda d: f"{make('c', d)}.{pick(['real', 'imag'])}"),
            (1, lambda d: self.call("pick", make("r", d), make("i", d), make("b", d))),
            (1, lambda d: self.call("both", self.quarter(d), self.quarter(d)) + f"[{pick('01')}]"),
            (1, lambda d: f"divmod({self.quarter(d)}, {pick(['0.5', '3.0', '-1.5'])})[{pick('01')}]"),
            (1, lambda d: f"({make('r', d)} {pick(['and', 'or'])} {make('r', d)})"),
        ]

    def signed(self, depth: int) -> str:
        """Where types meet: an int64 and a uint64 would be a float64, too large for an integer again."""
        return f"np.{self.chance.choice(['int64', 'int64', 'int32', 'int16', 'int8'])}({self.make('i', depth)})"

    def quarter(self, depth: int) -> str:
        """A finite real that is a multiple of a quarter."""
        return self.call("near", self.make("r", depth))

    def _bools(self) -> list[tuple[float, Callable[[int], str]]]:
        make, pick = self.make, self.chance.choice
        signs = ["<", "<=", "==", "!=", ">", ">="]
        return [
            (4, self._two("i", signs)),
            (3, self._two("r", signs)),
            (1, lambda d: f"({make('i', d)} {pick(signs)} {make('r', d)})"),
            (1, lambda d: f"({make('i', d)} {pick(signs)} {make('i', d)} {pick(signs)} {make('r', d)})"),
            (1, lambda d: f"({make('c', d)} {pick(['==', '!='])} {make('c', d)})"),
            (3, self._two("b", ["and", "or"])),
            (1, self._two("b", ["==", "!=", "&", "|", "^"])),
            (1, lambda d: f"(not {make(pick('bir'), d)})"),
            (1, lambda d: f"bool({make(pick('ir'), d)})"),
            (1, lambda d: f"({make('i', d)} {pick(['in', 'not in'])} (1, 2, np.int64({make('i', d)})))"),
            (1, lambda d: f"math.{pick(['isnan', 'isinf', 'isfinite'])}({make('r', d)})"),
            (1, self._choice("b")),
        ]

    def _complexes(self) -> list[tuple[float, Callable[[int], str]]]:
        make, pick = self.make, self.chance.choice
        return [
            (4, self._two("c", ["+", "-", "*"])),
            (1, lambda d: f"complex({make('r', d)}, {make('r', d)})"),
            (1, lambda d: f"({make('r', d)} {pick('+-*')} {make('c', d)})"),
            (1, lambda d: f"np.{pick(COMPLEXES)}({make('c', d)})"),
            (1, lambda d: f"{make('c', d)}.conjugate()"),
            (1, lambda d: f"(-{make('c', d)})"),
            (1, self._choice("c")),
        ]

    # statements

    def suite(self, depth: int, indent: int, *, looping: bool) -> list[str]:
        made = [self.statement(depth, indent, looping) for _ in range(self.chance.randint(1, 4))]
        return [line for lines in made for line in lines]

    def statement(self, depth: int, indent: int, looping: bool) -> list[str]:
        pad, pick = "    " * indent, self.chance.choice
        kinds: list[tuple[float, Callable[[], list[str]]]] = [
            (20, lambda: self.assign(pad)),
            (10, lambda: self.update(pad)),
            (4, lambda: self.swap(pad)),
            (4, lambda: self.store(pad, self.chance.choice("irbc"))),
            (4 if self.local else 0, lambda: [f"{pad}s[{self.make('i', 1)} & 3] {pick(['=', '+='])} {self.make('i')}"]),
            (3 if looping else 0, lambda: self.leave(pad, pick(["break", "continue"]))),
            (1, lambda: self.leave(pad, "return")),
            (12 if depth else 0, lambda: self.branch(depth - 1, indent, looping)),
            (9 if depth else 0, lambda: self.count(depth - 1, indent)),
            (5 if depth else 0, lambda: self.wait(depth - 1, indent)),
        ]  # fmt: skip
        return self.chance.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def leave(self, pad: str, word: str) -> list[str]:
        return [f"{pad}if {self.make('b')}:", f"{pad}    {word}"]

    def assign(self, pad: str) -> list[str]:
        family = self.chance.choice("iirrbc")
        name = self.chance.choice(VARIABLES[family])
        other = "i" if name == "m" and self.likely(0.5) else family
        return [f"{pad}{name} = {self.signed(3) if family == 'i' else self.make(other, 3)}"]

    def update(self, pad: str) -> list[str]:
        family, pick = self.chance.choice("iirrc"), self.chance.choice
        sign = {"i": ["+", "-", "*", "&", "|", "^", "//", "%"], "r": ["+", "-", "*", "/"], "c": ["+", "*"]}[family]
        if family == "i" and self.likely(0.2):
            return [f"{pad}{pick(VARIABLES['i'])} {pick(['<<', '>>'])}= {pick('135')}"]
        return [f"{pad}{pick(VARIABLES[family])} {pick(sign)}= {self.make(family)}"]

    def swap(self, pad: str) -> list[str]:
        family = self.chance.choice("ir")
        one, two = self.chance.sample(VARIABLES[family], 2)
        value = self.signed(2) if family == "i" else self.make(family)
        texts = [f"{one}, {two} = {two}, {value}", f"{one}, {two} = {two}, {one}", f"{one} = {two} = {value}"]
        if family == "i":
            texts += [
                f"{one}, {two} = divmod({self.signed(2)}, {value})",
                f"{one}, {two} = {self.call('both', one, two)}",
            ]
        return [pad + self.chance.choice(texts)]

    def store(self, pad: str, family: str) -> list[str]:
        dtype = self.chance.choice(OUTPUTS[family])
        name = f"o{len(self.outputs)}_{dtype}"
        self.outputs.append((name, dtype))
        update = self.likely(0.2) and family in "ir"
        return [f"{pad}{name}[i] {'+=' if update else '='} {self.make(family)}"]

    def branch(self, depth: int, indent: int, looping: bool) -> list[str]:
        pad = "    " * indent
        lines = [f"{pad}if {self.make('b')}:", *self.suite(depth, indent + 1, looping=looping)]
        if self.likely(0.25):
            lines += [f"{pad}elif {self.make('b')}:", *self.suite(depth, indent + 1, looping=looping)]
        if self.likely(0.5):
            lines += [f"{pad}else:", *self.suite(depth, indent + 1, looping=looping)]
        return lines

    def count(self, depth: int, indent: int) -> list[str]:
        pad, pick = "    " * indent, self.chance.choice
        spans = [
            "3",
            "i % 4",
            f"({self.make('i', 1)}) & 3",
            "1, i, 7",
            "5, 0, -2",
            f"i % 5, -2, {pick(['-1', '-3'])}",
            "2, 1",
        ]
        self.loops += 1
        name = f"k{self.loops}"
        head = f"{pad}for {name} in range({pick(spans)}):"
        if self.likely(0.15):
            head = f"{pad}for {name} in (np.int64({self.make('i', 1)}), np.int32({self.make('i', 1)}) + 1, 5):"
        self.counters.append(name)
        body = self.suite(depth, indent + 1, looping=True)
        self.counters.remove(name)
        return [head, *body, *self.otherwise(depth, indent)]

    def wait(self, depth: int, indent: int) -> list[str]:
        pad = "    " * indent
        self.loops += 1
        name = f"k{self.loops}"
        start = [f"{pad}{name} = {self.chance.choice(['3', 'i % 4', 'i // 5'])}", f"{pad}while {name} > 0:"]
        if self.likely(0.3):
            start[1] = f"{pad}while {name} > 0 and {self.make('b')}:"
        self.counters.append(name)
        body = [f"{pad}    {name} -= 1", *self.suite(depth, indent + 1, looping=True)]
        if self.likely(0.2):
            start[1] = f"{pad}while True:"
            body[1:1] = [f"{pad}    if {name} < 0:", f"{pad}        break"]
        self.counters.remove(name)
        return [*start, *body, *self.otherwise(depth, indent)]

    def otherwise(self, depth: int, indent: int) -> list[str]:
        if not self.likely(0.2):
            return []
        return ["    " * indent + "else:", *self.suite(depth, indent + 1, looping=False)]
