"""NVIDIA's libdevice by its own names: one fixed signature each, C's semantics. Source: the libdevice user's guide.

Not covered: arithmetic that rounds towards an end (`_rd`, `_ru`, `_rz`), Bessel functions, inverse error functions,
`erfcx`, `remquo`, `byte_perm`, and halves that travel as int16; naming one is `unsupported`. The `fast_` functions
give what the exact ones give.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.simt.arithmetic import power
from app.simt.builtins import bits
from app.simt.builtins import cfunctions as c
from app.simt.builtins.fused import fma
from app.simt.builtins.maths import remainder
from app.simt.builtins.registry import MakeCall, overloaded
from app.simt.operators import Overloads
from app.simt.types import FLOAT32, FLOAT64, INT32, INT64, UINT32, UINT64, Scalar, TupleType, Type, signature
from app.simt.values import caster

Function = Callable[..., object]
Case = tuple[str, str, Function]  # letters of the arguments, letters of the result, what it does

_LETTERS: Mapping[str, Scalar] = MappingProxyType({"f": FLOAT32, "d": FLOAT64, "i": INT32, "l": INT64})

# of float64 by this name, of float32 by this name and an f
_ONE: Mapping[str, Function] = MappingProxyType(
    {
        "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
        "atanh": np.arctanh, "cbrt": np.cbrt, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh, "exp": np.exp,
        "exp2": np.exp2, "exp10": c.exp10, "expm1": np.expm1, "fabs": np.abs, "floor": np.floor, "log": np.log,
        "log10": np.log10, "log1p": np.log1p, "log2": np.log2, "logb": c.logb, "nearbyint": np.rint, "rint": np.rint,
        "round": c.round_away, "rcbrt": c.reciprocal_cube_root, "rsqrt": c.reciprocal_root, "sin": np.sin,
        "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc, "erf": c.erf,
        "erfc": c.erfc, "tgamma": c.gamma, "lgamma": c.lgamma, "normcdf": c.normal_cdf,
        "sinpi": lambda x: c.of_half_turns(x)[0], "cospi": lambda x: c.of_half_turns(x)[1],
    }
)  # fmt: skip
_TWO: Mapping[str, Function] = MappingProxyType(
    {
        "atan2": np.arctan2, "copysign": np.copysign, "fdim": c.positive_difference, "fmax": np.fmax, "fmin": np.fmin,
        "fmod": np.fmod, "hypot": np.hypot, "nextafter": np.nextafter, "pow": power,
        "remainder": remainder,
    }
)  # fmt: skip
_FAST: Mapping[str, Function] = MappingProxyType(
    {
        "cos": np.cos, "exp10": c.exp10, "exp": np.exp, "log10": np.log10, "log2": np.log2, "log": np.log,
        "sin": np.sin, "tan": np.tan,
    }
)  # fmt: skip
_NEAREST: Mapping[str, tuple[int, Function]] = MappingProxyType(  # behind f or d, before _rn
    {
        "add": (2, operator.add), "mul": (2, operator.mul), "div": (2, np.true_divide), "rcp": (1, c.reciprocal),
        "sqrt": (1, np.sqrt),
    }
)  # fmt: skip
_WAYS: Mapping[str, Function] = MappingProxyType({"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil})


def _floats() -> dict[str, Case]:
    found: dict[str, Case] = {}
    for letter, end in (("d", ""), ("f", "f")):
        found |= {f"{name}{end}": (letter, letter, function) for name, function in _ONE.items()}
        found |= {f"{name}{end}": (letter * 2, letter, function) for name, function in _TWO.items()}
        found |= {f"{letter}{name}_rn": (letter * n, letter, function) for name, (n, function) in _NEAREST.items()}
        found |= {
            f"fma{end}": (letter * 3, letter, fma),
            f"fma{end}_rn": (letter * 3, letter, fma),
            f"frexp{end}": (letter, f"{letter}i", c.exponent_of),
            f"modf{end}": (letter, letter * 2, c.split),
            f"ilogb{end}": (letter, "i", c.ilogb),
            f"ldexp{end}": (f"{letter}i", letter, np.ldexp),
            f"scalbn{end}": (f"{letter}i", letter, np.ldexp),
            f"powi{end}": (f"{letter}i", letter, c.whole_power),
            f"sincos{end}": (letter, letter * 2, c.sincos),
            f"sincospi{end}": (letter, letter * 2, c.of_half_turns),
            f"llrint{end}": (letter, "l", _whole(np.rint, INT64)),
            f"llround{end}": (letter, "l", _whole(c.round_away, INT64)),
        }
    return found


def _whole(way: Function, target: Scalar) -> Function:
    """A float to an integer, whose ends clamp; an unsigned one travels as the signed one of its bits."""

    def convert(x: np.ndarray) -> object:
        change = caster(FLOAT32 if x.dtype.itemsize == 4 else FLOAT64, target)
        assert change is not None
        made: np.ndarray = np.asarray(change(way(x)))
        return made.view(made.dtype.str.replace("u", "i"))[()]

    return convert


def _conversions() -> dict[str, Case]:
    found: dict[str, Case] = {}
    for name, letter in (("float", "f"), ("double", "d")):
        for target, made, kind in (
            ("int", "i", INT32),
            ("ll", "l", INT64),
            ("uint", "i", UINT32),
            ("ull", "l", UINT64),
        ):
            for end, way in _WAYS.items():
                found[f"{name}2{target}_{end}"] = (letter, made, _whole(way, kind))
            if (name, target) not in {("double", "ll"), ("double", "ull")}:
                found[f"{target}2{name}_rn"] = (made, letter, _floated(kind, _LETTERS[letter]))
    found["ll2double_rn"] = ("l", "d", _floated(INT64, FLOAT64))
    found["ull2double_rn"] = ("l", "d", _floated(UINT64, FLOAT64))
    return found


def _floated(source: Scalar, target: Scalar) -> Function:
    return lambda n: n.view(source.dtype).astype(target.dtype)


def _unsigned(function: Function) -> Function:
    """The function on the operands' bits as unsigned integers."""

    def apply(*values: np.ndarray) -> object:
        made = np.asarray(function(*[value.view(f"u{value.dtype.itemsize}") for value in values]))
        return made.view(f"i{made.dtype.itemsize}")[()]

    return apply


def _as_int(function: Function) -> Function:
    return lambda value: np.asarray(function(value)).astype(np.int32)[()]


_OTHERS: Mapping[str, Case] = MappingProxyType(
    {
        "fsub_rn": ("ff", "f", operator.sub), "frsqrt_rn": ("f", "f", c.reciprocal_root),
        "saturatef": ("f", "f", c.saturate), "double2float_rn": ("d", "f", lambda x: x.astype(np.float32)),
        "fast_fdividef": ("ff", "f", np.true_divide), "fast_powf": ("ff", "f", power),
        "fast_sincosf": ("f", "ff", c.sincos),
        "isnanf": ("f", "i", c.flag(np.isnan)), "isnand": ("d", "i", c.flag(np.isnan)),
        "isinff": ("f", "i", c.flag(np.isinf)), "isinfd": ("d", "i", c.flag(np.isinf)),
        "finitef": ("f", "i", c.flag(np.isfinite)), "isfinited": ("d", "i", c.flag(np.isfinite)),
        "signbitf": ("f", "i", c.flag(np.signbit)), "signbitd": ("d", "i", c.flag(np.signbit)),
        "float_as_int": ("f", "i", lambda x: x.view(np.int32)),
        "int_as_float": ("i", "f", lambda n: n.view(np.float32)),
        "double_as_longlong": ("d", "l", lambda x: x.view(np.int64)),
        "longlong_as_double": ("l", "d", lambda n: n.view(np.float64)),
        "hiloint2double": ("ii", "d", c.joined), "double2hiint": ("d", "i", c.upper_word),
        "double2loint": ("d", "i", c.lower_word),
        "abs": ("i", "i", np.abs), "llabs": ("l", "l", np.abs),
        "min": ("ii", "i", np.minimum), "max": ("ii", "i", np.maximum),
        "llmin": ("ll", "l", np.minimum), "llmax": ("ll", "l", np.maximum),
        "umin": ("ii", "i", _unsigned(np.minimum)), "umax": ("ii", "i", _unsigned(np.maximum)),
        "ullmin": ("ll", "l", _unsigned(np.minimum)), "ullmax": ("ll", "l", _unsigned(np.maximum)),
        "mulhi": ("ii", "i", c.high_product), "umulhi": ("ii", "i", _unsigned(c.high_product)),
        "mul64hi": ("ll", "l", c.high_product), "umul64hi": ("ll", "l", _unsigned(c.high_product)),
        "mul24": ("ii", "i", c.low_24), "umul24": ("ii", "i", _unsigned(c.low_24)),
        "hadd": ("ii", "i", c.mean), "uhadd": ("ii", "i", _unsigned(c.mean)),
        "rhadd": ("ii", "i", c.mean_up), "urhadd": ("ii", "i", _unsigned(c.mean_up)),
        "sad": ("iii", "i", c.distance), "usad": ("iii", "i", _unsigned(c.distance)),
        "brev": ("i", "i", _unsigned(bits.brev)), "brevll": ("l", "l", _unsigned(bits.brev)),
        "clz": ("i", "i", bits.clz), "clzll": ("l", "i", _as_int(bits.clz)),
        "ffs": ("i", "i", _as_int(bits.ffs)), "ffsll": ("l", "i", _as_int(bits.ffs)),
        "popc": ("i", "i", bits.popc), "popcll": ("l", "i", _as_int(bits.popc)),
    }
)  # fmt: skip


def _type(letters: str) -> Type:
    kinds = tuple(_LETTERS[letter] for letter in letters)
    return kinds[0] if len(kinds) == 1 else TupleType(kinds)


CASES: Mapping[str, Case] = MappingProxyType(
    {
        **_floats(),
        **{f"fast_{name}f": ("f", "f", function) for name, function in _FAST.items()},
        **_conversions(),
        **_OTHERS,
    }
)


def _make(case: Case) -> MakeCall:
    given, made, function = case
    return overloaded(Overloads((signature(_type(made), *[_LETTERS[letter] for letter in given]),)), function)


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {f"numba.cuda.libdevice.{name}": _make(case) for name, case in CASES.items()}
)
