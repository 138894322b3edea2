"""CuPy: whole arrays as in NumPy, a rule for each element, and a kernel in CUDA C++."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cupy
import numpy as np

from bench.lessons.roads.work import CHECKED, COLUMNS, ROWS, Road

RULE = "T v = x + b; out = T(0.5) * v * (T(1) + tanh(T(0.7978845608) * (v + T(0.044715) * v * v * v)))"
CPLUSPLUS = """
extern "C" __global__ void bias_gelu(const float* x, const float* bias, float* out, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) {
        float v = x[row * columns + column] + bias[column];
        float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
        out[row * columns + column] = 0.5f * v * (1.0f + tanhf(inner));
    }
}
"""


def roads(x: Any, bias: Any) -> Iterator[Road]:
    c_x, c_bias = cupy.asarray(x), cupy.asarray(bias)
    out = cupy.empty_like(c_x)
    element = cupy.ElementwiseKernel("T x, T b", "T out", RULE, "bias_gelu")
    kernel = cupy.RawKernel(CPLUSPLUS, "bias_gelu")
    wait = cupy.cuda.Device().synchronize

    def arrays() -> Any:
        v = c_x + c_bias
        return 0.5 * v * (1 + cupy.tanh(0.7978845608 * (v + 0.044715 * v**3)))

    def softmax() -> Any:
        powers = cupy.exp(c_x - c_x.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def launched() -> Any:
        kernel((COLUMNS // 32, ROWS // 8), (32, 8), (c_x, c_bias, out, np.int32(ROWS), np.int32(COLUMNS)))
        return out

    def host(array: Any) -> Any:
        return cupy.asnumpy(array[:CHECKED])

    yield Road("CuPy, whole arrays", arrays, softmax, wait, host)
    yield Road("CuPy, a rule for each element", lambda: element(c_x, c_bias, out), None, wait, host)
    yield Road("CUDA C++ (launched by CuPy)", launched, None, wait, host)
