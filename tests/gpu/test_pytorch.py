"""What lesson 9 says of PyTorch, with PyTorch on a GPU. It is none of our packages: without it nothing is asked."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import cuda

from tests.course.lessons.shown import IMPORTS, ROOT, blocks, text
from tests.gpu.conftest import cards

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(not cards(), reason="there is no GPU here")


def block(holding: str) -> str:
    (found,) = [code for code in blocks(9) if holding in code]
    return found


@pytest.fixture
def numbers() -> dict[str, Any]:
    rng = np.random.default_rng(1)
    x, bias = (rng.normal(0, 1, shape).astype(np.float32) for shape in ((256, 512), 512))
    return {"torch": torch, "x": torch.from_numpy(x).cuda(), "bias": torch.from_numpy(bias).cuda()}


@pytest.fixture
def bias_relu(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel of the lesson, in a file, where numba finds its lines."""
    (tmp_path / "shown_kernel.py").write_text(IMPORTS + block("def bias_relu"))
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("shown_kernel").bias_relu


def test_the_three_lines_are_gelu_by_tanh(numbers: dict[str, Any]) -> None:
    exec(block("torch.tanh"), numbers)
    own = torch.nn.functional.gelu(numbers["x"] + numbers["bias"], approximate="tanh")
    torch.testing.assert_close(numbers["out"], own)


def test_torch_compile_makes_the_same_of_them(numbers: dict[str, Any]) -> None:
    lines = block("torch.tanh")
    exec(f"def three(x, bias):\n{re.sub('^', '    ', lines, flags=re.MULTILINE)}\n    return out\n", numbers)
    x, bias = numbers["x"], numbers["bias"]
    torch.testing.assert_close(torch.compile(numbers["three"])(x, bias), numbers["three"](x, bias))


def test_a_kernel_takes_tensors_as_they_are_and_writes_into_them(bias_relu: Any) -> None:
    names = {"torch": torch, "bias_relu": bias_relu}
    exec(block("bias_relu[("), names)
    x, bias, out = (names[name] for name in ("x", "bias", "out"))
    torch.testing.assert_close(out, torch.relu(x + bias))


def test_no_element_is_copied(bias_relu: Any, numbers: dict[str, Any]) -> None:
    x = numbers["x"]
    assert cuda.as_cuda_array(x).__cuda_array_interface__["data"][0] == x.data_ptr()
    out = torch.empty_like(x)
    before = torch.cuda.memory_allocated()
    bias_relu[(16, 32), (32, 8)](x, numbers["bias"], out)
    assert torch.cuda.memory_allocated() == before
    assert bool((out >= 0).all())


def test_swapped_strides_arrive_as_they_are(bias_relu: Any, numbers: dict[str, Any]) -> None:
    x = numbers["x"].T
    bias = torch.zeros(x.shape[1], device="cuda")
    out = torch.empty(x.shape, device="cuda")
    bias_relu[(8, 64), (32, 8)](x, bias, out)
    torch.testing.assert_close(out, torch.relu(x))
    assert x.data_ptr() == numbers["x"].data_ptr() != x.contiguous().data_ptr()


def refused(launch: Callable[[], object]) -> str:
    """What is said where it is; nothing where it is not."""
    try:
        launch()
    except (BufferError, RuntimeError) as error:
        return str(error)
    return ""


def test_a_launch_of_a_tensor_that_requires_a_gradient_names_detach_or_ends_its_record_without_a_word(
    bias_relu: Any, numbers: dict[str, Any]
) -> None:
    """Which of the two depends on PyTorch's version: 2.11 was taken, 2.13 refused."""
    x = numbers["x"].requires_grad_()
    out = torch.empty_like(x, requires_grad=False)
    right = torch.relu(x.detach() + numbers["bias"])
    for given in (x, x * 1, x.clone(), torch.nn.Parameter(x.detach())):
        out.zero_()
        refusal = refused(lambda given=given: bias_relu[(16, 32), (32, 8)](given, numbers["bias"], out))
        assert "detach" in refusal or torch.equal(out, right)
        assert not out.requires_grad
    bias_relu[(16, 32), (32, 8)](x.detach(), numbers["bias"], out)
    torch.testing.assert_close(out, right)
    assert x.detach().data_ptr() == x.data_ptr()


def test_what_asks_by_the_agreements_in_python_is_refused_such_a_tensor(numbers: dict[str, Any]) -> None:
    x = numbers["x"].requires_grad_()
    with pytest.raises(BufferError, match="detach"):
        x.__dlpack__()
    with pytest.raises(RuntimeError, match="detach"):
        cuda.as_cuda_array(x)
    assert cuda.as_cuda_array(x.detach()).shape == (256, 512)


def test_numba_launches_in_the_stream_of_pytorch(bias_relu: Any, numbers: dict[str, Any]) -> None:
    (line,) = set(re.findall(r"cuda\.external_stream\(torch[^`]*\)", text(9)))
    x, out = numbers["x"], torch.zeros_like(numbers["x"])
    with torch.cuda.stream(torch.cuda.Stream()):
        torch.cuda._sleep(200_000_000)  # cycles, some 0.1 s in which what follows has to wait
        x = x + 1
        stream = eval(line, {"torch": torch, "cuda": cuda})
        bias_relu[(16, 32), (32, 8), stream](x, numbers["bias"], out)
        total = out.sum()
    torch.testing.assert_close(total, torch.relu(numbers["x"] + 1 + numbers["bias"]).sum())


def test_the_lesson_says_of_pytorch_what_is_asked_here() -> None:
    """Sentences that the tests above are about, lest they go on to prove what no reader reads."""
    said = (ROOT / "lessons/09-pytorch-and-your-kernel/en.md").read_text("utf-8")
    for words in ("detach", "external_stream", "x.T.contiguous()", "requires a gradient", "torch.compile"):
        assert words in said
