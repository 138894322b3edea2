import pytest
from numba.cuda.cudadrv.nvrtc import get_supported_ccs

from app.config import ARCHS
from app.toolchain.target import capability


def test_the_settings_name_what_the_compiler_can_compile_for() -> None:
    assert [capability(arch) for arch in ARCHS] == sorted(get_supported_ccs())


@pytest.mark.parametrize("arch", ["nonsense", "sm_9", "", "compute_90"])
def test_what_is_no_architecture_is_refused(arch: str) -> None:
    with pytest.raises(ValueError, match="is no architecture"):
        capability(arch)
