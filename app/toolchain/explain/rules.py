"""What learners get wrong, one rule each: from the compiler's words to ours.

A rule looks at a failure and gives its finding, or None where it does not know it.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable

from app.findings import Finding
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.types import spelled, split
from app.toolchain.fault import fault
from app.toolchain.source import Function, dotted

Rule = Callable[[Failure], Finding | None]

_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "and_": "&", "or_": "|", "xor": "^",
    "lshift": "<<", "rshift": ">>", "neg": "-", "invert": "~", "contains": "in",
}  # fmt: skip
_CONSTRUCTS: tuple[tuple[tuple[type[ast.AST], ...], str], ...] = (
    ((ast.With, ast.AsyncWith), "with"),
    ((ast.Try, ast.TryStar), "try"),
    ((ast.Yield, ast.YieldFrom), "yield"),
    ((ast.Await, ast.AsyncFor, ast.AsyncFunctionDef), "async"),
    ((ast.ClassDef,), "class"),
    ((ast.Global, ast.Nonlocal), "global"),
    ((ast.Import, ast.ImportFrom), "import"),
    ((ast.Delete,), "del"),
    ((ast.Set, ast.SetComp), "set"),
    ((ast.Dict, ast.DictComp), "dict"),
    ((ast.List, ast.ListComp), "list"),
    ((ast.GeneratorExp,), "generator"),
    ((ast.JoinedStr,), "f-string"),
)


def returns_value(failure: Failure) -> Finding | None:
    match = failure.search(r"No conversion from (.+?) to none for '\$\S*return_value")
    if match is None:
        return None
    return fault("typing_error.returns_value", failure.line, type=spelled(match[1]))


def undefined(failure: Failure) -> Finding | None:
    match = failure.search(r"name '(\w+)' is not defined")
    if match is None:
        return None
    known = {node.id for node in ast.walk(failure.source.tree) if isinstance(node, ast.Name)}
    known |= {arg.arg for node in failure.source.functions for arg in node.args.args}
    return _near("typing_error.undefined", failure, match[1], known - {match[1]})


def unset(failure: Failure) -> Finding | None:
    match = failure.search(r"[Vv]ariable '(\w+)' is not defined")
    return fault("typing_error.unset", failure.line, name=match[1]) if match else None


def untyped_global(failure: Failure) -> Finding | None:
    match = failure.search(
        r"Untyped (?:global|closure|freevar)\w* (?:name|variable)? ?'(\w+)'.*?type of <class '([\w.]+)'"
    )
    if match is None:
        return None
    name, kind = match[1], match[2].split(".")[-1]
    if name not in _names(failure.source.tree):  # numba's own code stumbled over it
        return None
    if kind == "function":
        return fault("typing_error.plain_helper", failure.line, name=name, def_line=failure.source.def_line(name) or 0)
    if kind in ("builtin_function_or_method", "type"):
        return fault("typing_error.builtin", failure.line, name=name)
    return fault("typing_error.global_type", failure.line, name=name, type=kind)


def attribute(failure: Failure) -> Finding | None:
    match = failure.search(r"Unknown attribute '(\w+)' of type (.+)")
    if match is None:
        return None
    name, owner = match[1], match[2]
    if module := re.match(r"Module\(<module '([\w.]+)'", owner):
        key = "random" if module[1] in ("random", "numpy.random") else "module_attribute"
        return fault(f"typing_error.{key}", failure.line, module=module[1], name=name)
    if owner.startswith("Dim3"):
        return fault("typing_error.dim3_attribute", failure.line, name=name)
    if re.match(r"(reflected )?(list|set|dict|DictType|ListType)", owner):
        return _container(failure, re.sub(r"^reflected |[(\[].*$|Type", "", owner).lower())
    key = "array_attribute" if "array(" in owner else "attribute"
    return fault(f"typing_error.{key}", failure.line, name=name, type=spelled(owner))


def module_name(failure: Failure) -> Finding | None:
    match = failure.search(r"module '([\w.]+)' has no attribute '(\w+)'")
    if match is None:
        return None
    module = match[1].removeprefix("numba.")
    return _near("typing_error.no_such_name", failure, match[2], _PUBLIC.get(module, ()), module=module)


def bad_index(failure: Failure) -> Finding | None:
    match = failure.search(r"Unsupported array index type (.+?) in ")
    if match is None:
        return None
    kind = spelled(match[1])
    if kind == "Dim3":
        return fault("typing_error.dim3", failure.line)
    if not re.fullmatch(r"float\d+", kind):
        return fault("typing_error.index_type", failure.line, type=kind)
    return _float_index(failure, kind)


def too_many_indices(failure: Failure) -> Finding | None:
    match = failure.search(r"cannot index (?:readonly )?array\(.+?, (\d+)d.*?\) with (\d+) indices")
    if match is None:
        return None
    return fault("typing_error.too_many_indices", failure.line, ndim=int(match[1]), given=int(match[2]))


def subscript(failure: Failure) -> Finding | None:
    """Reads and writes with brackets that the rules above left."""
    if failure.name == "delitem":
        return fault("typing_error.construct", failure.line, what="del")
    if failure.name not in ("getitem", "setitem", "static_getitem", "static_setitem") or len(failure.types) < 2:
        return None
    base, value = failure.types[0], failure.types[-1]
    if "Cannot modify readonly" in failure.text:
        return fault("typing_error.readonly", failure.line)
    if failure.search(r">>> \w+\(type\(CUDADispatcher"):
        return fault("typing_error.launch_inside", failure.line, name=base)
    if base in ("list", "dict", "set"):
        return _container(failure, base)
    if base.endswith("]"):
        return _stored(failure, base, value) if "setitem" in failure.name else None
    if base.startswith("("):
        key = "tuple_index" if failure.name.endswith("getitem") else "tuple_store"
        return fault(f"typing_error.{key}", failure.line, type=base)
    return fault("typing_error.not_subscriptable", failure.line, type=base, name=_subscripted(failure))


def array_shape(failure: Failure) -> Finding | None:
    match = re.search(r"<function (shared|local)\.array", failure.function)
    if match is None:
        return None
    kind, shape = match[1], failure.types[0] if failure.types else ""
    call = next(
        (n for n in failure.source.at(failure.line) if isinstance(n, ast.Call) and "array" in dotted(n.func)), None
    )
    where = _argument(call, "shape")
    if "missing a required argument: 'dtype'" in failure.text or ("list" not in shape and _dtype_is_wrong(failure)):
        return fault("typing_error.array_dtype", failure.line, kind=kind)
    if isinstance(where, ast.List):
        return fault("typing_error.shape_list", failure.line, kind=kind, shape=ast.unparse(where))
    text = ast.unparse(where) if where is not None else "the shape"
    constant = where is not None and _names(where) <= _module_constants(failure)
    key = "shape_expression" if constant else "shape_not_constant"
    return fault(f"typing_error.{key}", failure.line, kind=kind, shape=text)


def array_truth(failure: Failure) -> Finding | None:
    if failure.name not in ("bool", "not_") or not failure.types or not failure.types[0].endswith("]"):
        return None
    return fault("typing_error.array_truth", failure.line, type=failure.types[0])


def not_on_device(failure: Failure) -> Finding | None:
    """NumPy's functions of whole arrays, of which a kernel knows the names but has no code for them."""
    called = failure.call()
    numpy = called.startswith(("np.", "numpy.")) and any(kind.endswith("]") for kind in failure.types)
    if not numpy and not failure.search(r"No definition for lowering|scipy|Typing and implementation arguments differ"):
        return None
    if not called:
        return fault("typing_error.whole_array", failure.line)
    return fault("typing_error.not_on_device", failure.line, name=called)


def not_iterable(failure: Failure) -> Finding | None:
    loops = [node for node in failure.source.at(failure.line) if isinstance(node, ast.For)]
    if "getiter" not in failure.text or not loops:
        return None
    return fault("typing_error.not_iterable", failure.line, name=ast.unparse(loops[0].iter))


def grid_dimensions(failure: Failure) -> Finding | None:
    if not re.search(r"grid\(\) missing|argument can only be 1, 2, 3|<intrinsic grid", failure.text):
        return None
    return fault("typing_error.grid_dimensions", failure.line)


def operands(failure: Failure) -> Finding | None:
    symbol = _OPERATORS.get(failure.name) or _OPERATORS.get(failure.name.removeprefix("i"))
    if failure.text.startswith("<ufunc"):
        return fault("typing_error.whole_array", failure.line)
    if symbol is None or not failure.types:
        return None
    if "Dim3" in failure.types:
        return fault("typing_error.dim3", failure.line)
    if container := next((kind for kind in failure.types if kind in ("list", "dict", "set")), None):
        return _container(failure, container)
    if any(kind.endswith("]") for kind in failure.types):
        return fault("typing_error.whole_array", failure.line)
    left, right = failure.types[0], failure.types[-1]
    return fault("typing_error.operands", failure.line, op=symbol, left=left, right=right)


def allocates(failure: Failure) -> Finding | None:
    """Lists, dictionaries and new arrays need a memory manager that kernels do not have."""
    if found := re.search(r"global\((\w+): \[", failure.everything()):
        return fault("typing_error.global_type", failure.line, name=found[1], type="list")
    if found := re.search(r"build_(list|set|map|dict)", failure.everything()):
        return _container(failure, found[1].replace("map", "dict"))
    if not re.search(r"NRT|NumbaRuntimeError|_ol_array_allocate", failure.everything()) and failure.name not in _MAKERS:
        return None
    calls = [n for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
    made = next((dotted(n.func) for n in calls if dotted(n.func).split(".")[-1] in _MAKERS), "")
    if made:
        return fault("typing_error.allocates", failure.line, name=made)
    return suspect(failure) or fault("typing_error.whole_array", failure.line)


def helper_arguments(failure: Failure) -> Finding | None:
    match = re.search(r"Cannot bind 'args=\((.*?)\) kws=.*?' to signature '(\(.*?\))'", failure.text)
    if match is None:
        return None
    called = re.search(r"CUDADispatcher\(<function (?:[\w.<>]+\.)?(\w+)", failure.text)
    name = called[1] if called else failure.call()
    given = len(split(spelled(match[1])))
    return fault("typing_error.argument_count", failure.line, name=name, signature=f"{name}{match[2]}", given=given)


def not_callable(failure: Failure) -> Finding | None:
    match = failure.search(r"Invalid use of (.+?) with parameters|No type info available for .* as a callable")
    if match is None:
        return None
    return fault("typing_error.not_callable", failure.line, type=spelled(match[1] or "this"), name=failure.call())


def unpack(failure: Failure) -> Finding | None:
    match = failure.search(r"failed to unpack (\S+)")
    return fault("typing_error.unpack", failure.line, type=spelled(match[1])) if match else None


def set_attribute(failure: Failure) -> Finding | None:
    match = failure.search(r"Cannot resolve setattr: \((.+)\)\.(\w+) =")
    if match is None:
        return None
    return fault("typing_error.set_attribute", failure.line, type=spelled(match[1]), name=match[2])


def unify(failure: Failure) -> Finding | None:
    match = failure.search(r"[Cc]annot unify (.+?) and (.+?) for '(?:\$?)([\w.]+)'")
    if match is None:
        return None
    name = match[3].split(".")[0]
    return fault("typing_error.unify", failure.line, name=name, left=spelled(match[1]), right=spelled(match[2]))


def recursion(failure: Failure) -> Finding | None:
    return (
        fault("typing_error.recursion", failure.line) if failure.search("runaway recursion|recursion depth") else None
    )


def printed(failure: Failure) -> Finding | None:
    match = failure.search(r"printing unimplemented for values of type (.+)")
    if match is None:
        return None
    return _construct_at(failure) or fault("typing_error.print", failure.line, type=spelled(match[1]))


def construct(failure: Failure) -> Finding | None:
    """Statements that have no meaning on a device: found in the source, for the message rarely names them."""
    if not failure.search(
        r"opcode|construct is not supported|set_try_status|build_set|get_function_type|[Gg]enerator|[Uu]nsupported"
    ):
        return None
    return _construct_at(failure) or _construct_anywhere(failure)


def wrong_call(failure: Failure) -> Finding | None:
    """A function that exists, called in a way that it does not know."""
    if isinstance(failure.error, TypeError | ValueError | AssertionError) and not failure.name:
        written = [dotted(n.func) for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
        if any(written):
            return fault("typing_error.call", failure.line, name=next(filter(None, written)))
    if failure.name:
        key = "typing_error.function_types"
        return fault(key, failure.line, name=failure.call(), types=f"({', '.join(failure.types)})")
    return None


def suspect(failure: Failure) -> Finding | None:
    """Nothing in the message helps, but something on the line never works in a kernel."""
    if found := _construct_at(failure):
        return found
    calls = [dotted(n.func) for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
    name = next((name for name in calls if name in _HOST_ONLY), None)
    return fault("typing_error.builtin", failure.line, name=name) if name else None


def translator(failure: Failure) -> Finding | None:
    """NVVM's own complaints are about a language that the learner never sees."""
    return fault("typing_error.translator", failure.line) if failure.search(r"NVVM|ERROR_INVALID_IR|nvvm") else None


RULES: tuple[Rule, ...] = (
    returns_value, undefined, unset, untyped_global, attribute, module_name, helper_arguments, recursion,
    bad_index, too_many_indices, subscript, array_shape, array_truth, grid_dimensions, operands, allocates,
    not_on_device, not_iterable, not_callable, unpack, set_attribute, unify, printed, construct, translator, wrong_call,
    suspect,
)  # fmt: skip

_MAKERS = frozenset(
    [
        "zeros",
        "ones",
        "empty",
        "full",
        "arange",
        "linspace",
        "eye",
        "array",
        "zeros_like",
        "ones_like",
        "empty_like",
        "full_like",
        "copy",
        "concatenate",
        "stack",
        "append",
        "sort",
        "sorted",
    ]
)
_HOST_ONLY = frozenset(
    [
        "str",
        "repr",
        "format",
        "sorted",
        "hash",
        "open",
        "input",
        "eval",
        "exec",
        "getattr",
        "setattr",
        "isinstance",
        "type",
        "iter",
        "map",
    ]
)
_PUBLIC = {
    "cuda": (
        "threadIdx", "blockIdx", "blockDim", "gridDim", "grid", "gridsize", "syncthreads", "shared", "local", "const",
        "atomic", "laneid", "warpsize", "syncwarp", "threadfence", "shfl_sync", "popc", "fma", "jit",
    ),
    "math": ("sqrt", "sin", "cos", "tan", "exp", "log", "floor", "ceil", "pow", "fabs", "hypot", "atan2", "pi"),
    "numpy": ("float32", "float64", "int32", "int64", "uint8", "sqrt", "exp", "float16", "int8", "int16", "uint32"),
}  # fmt: skip


def _near(key: str, failure: Failure, name: str, known: object, **args: str) -> Finding:
    near = difflib.get_close_matches(name, list(known), n=1)  # type: ignore[call-overload]  # any collection of names
    if near:
        return fault(f"{key}_near", failure.line, name=name, near=near[0], **args)
    return fault(key, failure.line, name=name, **args)


def _argument(call: ast.Call | None, name: str) -> ast.expr | None:
    """The first argument of a call, which may be given by name."""
    if call is None:
        return None
    return next((k.value for k in call.keywords if k.arg == name), call.args[0] if call.args else None)


def _container(failure: Failure, kind: str) -> Finding:
    """Where the container is made, if it is made in this function; else where it stands in the way."""
    function = failure.source.around(failure.line)
    made = _first_construct(failure, _body(function) if function else [], kind)
    return made or fault("typing_error.container", failure.line, kind=kind)


def _float_index(failure: Failure, kind: str) -> Finding:
    indices = [index for node in failure.subscripts() for index in _parts(node.slice)]
    for index in indices:
        if any(isinstance(node, ast.Div) for node in ast.walk(index)):
            return fault("typing_error.float_index_division", failure.line, index=ast.unparse(index))
    for index in indices:
        for name in sorted(_names(index)):
            if made := _divided(failure, name):
                return fault("typing_error.float_index_from", failure.line, index=name, made=made)
    shown = ast.unparse(indices[0]) if len(indices) == 1 else ""
    if shown:
        return fault("typing_error.float_index", failure.line, index=shown, type=kind)
    return fault("typing_error.index_type", failure.line, type=kind)


def _parts(index: ast.expr) -> list[ast.expr]:
    return list(index.elts) if isinstance(index, ast.Tuple) else [index]


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _divided(failure: Failure, name: str) -> int | None:
    """The last line before the failing one that gives `name` the result of a `/`."""
    function = failure.source.around(failure.line)
    if function is None or failure.line is None:
        return None
    lines = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        and node.lineno <= failure.line
        and name in {n for target in _targets(node) for n in _names(target)}
        and any(isinstance(part, ast.Div) for part in ast.walk(node))
    ]
    return max(lines, default=None)


def _targets(node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _stored(failure: Failure, base: str, value: str) -> Finding:
    element = base.partition("[")[0]
    if value.endswith("]"):
        return fault("typing_error.array_into_element", failure.line, type=value)
    return fault("typing_error.element_type", failure.line, type=value, element=element)


def _subscripted(failure: Failure) -> str:
    names = [ast.unparse(node.value) for node in failure.subscripts()]
    return names[-1] if names else "this"


def _dtype_is_wrong(failure: Failure) -> bool:
    kind = failure.types[1] if len(failure.types) > 1 else ""
    shape = failure.types[0] if failure.types else ""
    return "Invalid NumPy dtype" in failure.text or (
        kind in ("float", "int", "bool", "str")
        and "Literal" in failure.text.split(">>>")[1].split(",")[0]
        and bool(shape)
    )


def _module_constants(failure: Failure) -> set[str]:
    return {
        name
        for node in failure.source.tree.body
        if isinstance(node, ast.Assign)
        for t in node.targets
        for name in _names(t)
    }


def _construct_at(failure: Failure) -> Finding | None:
    return _first_construct(failure, list(failure.source.at(failure.line)))


def _construct_anywhere(failure: Failure) -> Finding | None:
    inside = [node for function in failure.source.functions for node in _body(function)]
    return _first_construct(failure, inside)


def _body(function: Function) -> list[ast.AST]:
    return [node for statement in function.body for node in ast.walk(statement)]


def _first_construct(failure: Failure, nodes: list[ast.AST], wanted: str | None = None) -> Finding | None:
    for kinds, word in _CONSTRUCTS:
        for node in nodes:
            if isinstance(node, kinds) and wanted in (None, word):
                if word in ("list", "dict", "set"):
                    return fault("typing_error.container", getattr(node, "lineno", failure.line), kind=word)
                return fault("typing_error.construct", getattr(node, "lineno", failure.line), what=word)
    return None
