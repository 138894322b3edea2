import pytest
from numba.cuda.cudadrv.nvrtc import get_supported_ccs

from app.config import ARCHS
from app.simt import limits
from app.toolchain.target import capability


@pytest.mark.parametrize("arch", ARCHS)
def test_each_architecture_of_the_settings_is_known_to_compiler_and_interpreter(arch: str) -> None:
    assert capability(arch) in get_supported_ccs()
    assert limits.device(arch).shared_bytes >= 48 << 10


@pytest.mark.parametrize("arch", ["nonsense", "sm_9", "", "compute_90"])
def test_what_is_no_architecture_is_refused(arch: str) -> None:
    with pytest.raises(ValueError, match="is no architecture"):
        capability(arch)
