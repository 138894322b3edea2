"""What learners get wrong, one rule each: from the compiler's words to ours.

A rule looks at a failure and gives its finding, or None where it does not know it. The order counts: the first speaks.
"""

from __future__ import annotations

from collections.abc import Callable

from app.findings import Finding
from app.toolchain.explain import arrays, calls, constructs, identifiers, indices
from app.toolchain.explain.failure import Failure
from app.toolchain.fault import fault

Rule = Callable[[Failure], Finding | None]

RULES: tuple[Rule, ...] = (
    calls.returns_value,
    identifiers.undefined,
    identifiers.host_random,
    identifiers.unset,
    identifiers.untyped_global,
    identifiers.attribute,
    identifiers.module_name,
    calls.helper_arguments,
    calls.recursion,
    indices.bad_index,
    indices.too_many_indices,
    indices.tuple_range,
    indices.subscript,
    arrays.array_shape,
    arrays.array_truth,
    calls.grid_dimensions,
    calls.atomic_dtype,
    calls.atomic_target,
    calls.too_large,
    arrays.ufunc,
    arrays.operands,
    arrays.allocates,
    arrays.not_on_device,
    calls.not_iterable,
    calls.not_callable,
    calls.unpack,
    identifiers.set_attribute,
    calls.unify,
    calls.printed,
    constructs.construct,
    constructs.walrus,
    constructs.divided_in_place,
    constructs.translator,
    calls.wrong_call,
    constructs.suspect,
)


def diagnose(failure: Failure) -> Finding:
    """The finding of the first rule that knows the failure; else numba's own first sentence, cleaned."""
    found = next((finding for rule in RULES if (finding := rule(failure))), None)
    return found or fault("typing_error", failure.line, text=failure.sentence())
