"""What numba's own inference says of a whole function: SSA, branches and loops among it; nothing is lowered."""

from numba.core.errors import NumbaError
from numba.cuda.compiler import CUDACompiler, compile_extra
from numba.cuda.core.compiler_machinery import PassManager
from numba.cuda.core.typed_passes import NopythonTypeInference
from numba.cuda.descriptor import cuda_target
from numba.cuda.flags import CUDAFlags

from app.toolchain.target import compiling_for


class _Inference(CUDACompiler):
    """numba's pipeline, cut off behind type inference."""

    def define_pipelines(self):
        (whole,) = super().define_pipelines()
        kinds = [implementation for implementation, _ in whole.passes]
        short = PassManager("inference")
        short.passes.extend(whole.passes[: kinds.index(NopythonTypeInference) + 1])
        short.finalize()
        self.state["cr"] = self.state  # what the compiler hands back at the end
        return [short]


def inferred(function, args):
    """The type that the function returns, by name; None where numba refuses it."""
    flags = CUDAFlags()
    flags.no_compile = True
    flags.error_model = "numpy"
    flags.compute_capability = (9, 0)
    context, target = cuda_target.typing_context, cuda_target.target_context
    context.refresh()
    try:
        with compiling_for("sm_90"):
            state = compile_extra(context, target, function, args, None, flags, {}, pipeline_class=_Inference)
    except NumbaError:
        return None
    except (TypeError, ValueError, AssertionError, NotImplementedError):  # numba's own slips
        return None
    return state.return_type
