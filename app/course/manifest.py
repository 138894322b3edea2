"""`exercise.toml`: its shape, and where in the text each fault lies."""

from __future__ import annotations

import keyword
import math
import re
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)

from app.course.faults import Faults
from app.course.launch import RESERVED
from app.course.models import Budget, Direction, Film, Parameter, Reel, Requirement, Tolerance, Work
from app.course.toml import place_of, tables, validated
from app.course.work import check_work
from app.findings import Kind

Dtype = Literal[
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128", "record",
]  # fmt: skip
Name = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
REQUIREMENT = re.compile(r"([a-z][a-z0-9_]*) *(>=|<=|==) *(\d+(?:_\d+)*(?:\.\d+)?)", re.ASCII)
COMPILED_METRICS = frozenset({"registers", "local_bytes", "spill_bytes", "float64_instructions"})  # of what was linked
METRICS = COMPILED_METRICS | {  # what grading counts
    "sector_efficiency", "bytes_moved", "lane_efficiency", "bank_conflicts", "shared_requests", "atomics",
    "global_atomics", "idle_blocks", "occupancy",
}  # fmt: skip
PROGRAM_METRICS = frozenset(  # of the calls of a host program
    {
        "copies_to_device", "copies_to_host", "implicit_copies", "bytes_to_device", "bytes_to_host", "launches",
        "left_allocated", "streams", "synchronizations", "overlap",
    }
)  # fmt: skip
PROGRAM_BYTES = 256 << 20  # of device memory, unless an exercise says otherwise
MOST_FRAMES = 64  # of a film
MOST_CHARACTERS = 8_192  # tomllib takes the square of the dots in a key


class Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ParameterTable(Table):
    name: Name
    direction: Literal["in", "out", "inout"]
    dtype: Dtype
    ndim: Annotated[int, Field(ge=0, le=4)]

    @model_validator(mode="after")
    def outputs_are_arrays(self) -> ParameterTable:
        if self.direction != "in" and self.ndim == 0:
            raise ValueError(f"`{self.name}` is a scalar, and a kernel cannot write to a scalar parameter")
        return self


class ResultTable(Table):
    """What a host program returns. `ndim` 0 is a number. `times`: it is what its timeline says of a kernel."""

    name: Name
    dtype: Dtype
    ndim: Annotated[int, Field(ge=0, le=4)]
    times: Name | Literal[""] = ""

    @model_validator(mode="after")
    def times_are_numbers(self) -> ResultTable:
        if self.times and (self.ndim or not self.dtype.startswith("float")):
            raise ValueError(f"`{self.name}` is a time: a float with ndim 0")
        return self


class ToleranceTable(Table):
    rtol: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    atol: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class BudgetTable(Table):
    steps: Annotated[int, Field(gt=0)] = Budget().steps
    seconds: Annotated[float, Field(gt=0, le=60)] = Budget().seconds
    bytes: Annotated[int, Field(gt=0)] = Budget().bytes
    calls: Annotated[int, Field(gt=0)] = Budget().calls


class WorkTable(Table):
    bytes: str = ""
    flops: str = ""
    precision: Literal["float32", "float64"] = "float32"

    @model_validator(mode="after")
    def something_is_stated(self) -> WorkTable:
        if not self.bytes.strip() and not self.flops.strip():
            raise ValueError("`work` states neither `bytes` nor `flops`")
        return self


class ReelTable(Table):
    steps: Annotated[int, Field(gt=0, le=20_000)]
    every: Annotated[int, Field(gt=0)]

    @model_validator(mode="after")
    def steps_can_be_drawn(self) -> ReelTable:
        if self.steps % self.every or self.steps // self.every >= MOST_FRAMES:
            raise ValueError(f"`steps` is a multiple of `every`, so that fewer than {MOST_FRAMES} pictures come of it")
        return self


class FilmTable(ReelTable):
    """What is drawn of an exercise of kind `kernel`; `gpu` is for the larger scene."""

    gpu: ReelTable
    carry: Annotated[dict[Name, Name], Field(min_length=1)]
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    signed: bool = True
    numbers: Annotated[list[Name], Field(max_length=4)] = []
    seconds: Annotated[float, Field(gt=0, le=30)] = 25.0


class Manifest(Table):
    """`exercise.toml`, checked."""

    kind: Literal["kernel", "launch", "program"]
    entry: Name
    sizes: list[Name] = []
    concepts: Annotated[list[str], Field(min_length=1)]
    requirements: list[str] = []
    downgrade: list[str] = []
    parameters: Annotated[list[ParameterTable], Field(min_length=1)]
    results: list[ResultTable] = []
    tolerance: ToleranceTable = ToleranceTable()
    budget: BudgetTable = BudgetTable()
    owner: dict[str, Literal["grid1d", "grid2d"]] = {}
    work: WorkTable | None = None
    film: FilmTable | None = None

    @model_validator(mode="after")
    def films_are_of_kernels(self) -> Manifest:
        if self.film is not None and self.kind != "kernel":
            raise ValueError("`film` belongs to the kind `kernel`: a kernel is what is launched step by step")
        return self

    @field_validator("requirements")
    @classmethod
    def requirements_can_be_read(cls, requirements: list[str], info: ValidationInfo) -> list[str]:
        known = PROGRAM_METRICS if info.data.get("kind") == "program" else METRICS
        for text in requirements:
            match = REQUIREMENT.fullmatch(text)
            if match is None or not math.isfinite(float(match[3])):
                raise ValueError(f"{text!r} should read like `sector_efficiency >= 0.9`")
            if match[1] not in known:
                raise ValueError(f"{match[1]!r} is nothing that is counted; there are {', '.join(sorted(known))}")
        return requirements

    @field_validator("downgrade")
    @classmethod
    def downgrades_are_findings(cls, kinds: list[str]) -> list[str]:
        for kind in kinds:
            if kind not in set(Kind):
                raise ValueError(f"{kind!r} is not a kind of finding")
        return kinds

    @field_validator("parameters")
    @classmethod
    def parameters_write_something(cls, parameters: list[ParameterTable], info: ValidationInfo) -> list[ParameterTable]:
        names = [parameter.name for parameter in parameters]
        if len(set(names)) < len(names):
            raise ValueError("two parameters have the same name")
        if info.data.get("kind") != "program" and all(parameter.direction == "in" for parameter in parameters):
            raise ValueError("none has the direction `out` or `inout`, so nothing could be compared")
        return parameters

    @model_validator(mode="after")
    def kernels_return_nothing(self) -> Manifest:
        if self.kind != "program" and self.results:
            raise ValueError("`results` belong to the kind `program`: a kernel returns nothing")
        if self.kind != "program" and "calls" in self.budget.model_fields_set:
            raise ValueError("`budget.calls` belongs to the kind `program`: a kernel makes none")
        return self

    @model_validator(mode="after")
    def programs_have_results_and_no_launch(self) -> Manifest:
        if self.kind != "program":
            return self
        if not self.results and all(parameter.direction == "in" for parameter in self.parameters):
            raise ValueError("there are no `results`, and no parameter is `inout`, so nothing could be compared")
        if out := next((p.name for p in self.parameters if p.direction == "out"), ""):
            raise ValueError(f"`{out}` is `out`: what a program returns is a table [[results]]")
        names = [p.name for p in self.parameters] + [r.name for r in self.results]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"two parameters or results are called `{twice}`")
        if self.owner:
            raise ValueError("`owner` belongs to kernels: a program launches as it likes")
        if self.work is not None:
            raise ValueError("`work` belongs to kernels: the time of a program is told by its timeline")
        return self

    @model_validator(mode="after")
    def owners_are_outputs(self) -> Manifest:
        outputs = {parameter.name: parameter.ndim for parameter in self.parameters if parameter.direction != "in"}
        for name, mapping in self.owner.items():
            if name not in outputs:
                raise ValueError(f"`owner.{name}` is no output")
            if mapping == "grid2d" and outputs[name] < 2:
                raise ValueError(f"`owner.{name}` is grid2d, but the output has one dimension")
        return self

    @field_validator("sizes")
    @classmethod
    def sizes_can_be_named(cls, sizes: list[str]) -> list[str]:
        for name in sizes:
            if name in RESERVED or keyword.iskeyword(name):
                raise ValueError(f"a size cannot be called {name!r}")
        if len(set(sizes)) < len(sizes):
            raise ValueError("two sizes have the same name")
        return sizes

    @model_validator(mode="after")
    def launches_are_chosen_by_sizes(self) -> Manifest:
        if self.kind == "launch" and not self.sizes:
            raise ValueError("`sizes` is missing: the names from which a learner works out grid and block")
        if self.kind == "program" and self.sizes:
            raise ValueError("`sizes` belongs to the kind `launch`: a program works out its launches itself")
        if self.kind == "kernel" and self.sizes:
            raise ValueError("`sizes` belongs to the kind `launch`: the cases of a kernel give grid and block")
        if self.kind == "kernel" and any(text.startswith("idle_blocks") for text in self.requirements):
            raise ValueError("`idle_blocks` can be required of the kind `launch` alone")
        if self.kind == "launch" and any(text.startswith(tuple(COMPILED_METRICS)) for text in self.requirements):
            raise ValueError("a launch changes nothing about the code that its kernel became")
        return self

    def kernel_parameters(self) -> tuple[Parameter, ...]:
        return tuple(Parameter(p.name, Direction(p.direction), p.dtype, p.ndim) for p in self.parameters)

    def program_results(self) -> tuple[Parameter, ...]:
        return tuple(Parameter(r.name, Direction.OUT, r.dtype, r.ndim, r.times) for r in self.results)

    def kernel_film(self) -> Film | None:
        if (film := self.film) is None:
            return None
        small, large = Reel(film.steps, film.every), Reel(film.gpu.steps, film.gpu.every)
        return Film(small, large, dict(film.carry), film.scale, film.signed, tuple(film.numbers), film.seconds)

    def kernel_work(self) -> Work | None:
        return None if self.work is None else Work(self.work.bytes, self.work.flops, self.work.precision)

    def kernel_requirements(self) -> tuple[Requirement, ...]:
        return tuple(_requirement(text) for text in self.requirements)

    def kernel_tolerance(self) -> Tolerance:
        return Tolerance(self.tolerance.rtol, self.tolerance.atol)

    def kernel_budget(self) -> Budget:
        own = self.kind == "program" and "bytes" not in self.budget.model_fields_set
        nbytes = PROGRAM_BYTES if own else self.budget.bytes
        return Budget(self.budget.steps, self.budget.seconds, nbytes, self.budget.calls)


def read_manifest(text: str, faults: Faults) -> Manifest | None:
    """The manifest, or None and the faults that are in its way."""
    data = tables(text, faults, MOST_CHARACTERS)
    if data is None:
        return None
    manifest = validated(TypeAdapter(Manifest), data, text, faults)
    if manifest is None:
        return None
    if (work := manifest.kernel_work()) is not None:
        for wrong in check_work(work, manifest.kernel_parameters(), manifest.sizes):
            faults.add(*place_of(text, ("work", wrong.key)), f"`work.{wrong.key}`: {wrong}")
    return manifest


def _requirement(text: str) -> Requirement:
    match = REQUIREMENT.fullmatch(text)
    assert match is not None  # the manifest was validated
    op: Literal[">=", "<=", "=="] = ">=" if match[2] == ">=" else "<=" if match[2] == "<=" else "=="
    return Requirement(match[1], op, float(match[3]))
