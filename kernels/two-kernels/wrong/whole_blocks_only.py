# expects: wrong_answer
import numpy as np
from numba import cuda


@cuda.jit
def smooth(counts, weights, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for k in range(weights.size):
            j = i + k - weights.size // 2
            if 0 <= j < counts.size:
                total += weights[k] * counts[j]
        out[i] = total


@cuda.jit
def mark(values, level, marks):
    i = cuda.grid(1)
    if i < marks.size:
        marks[i] = values[i] > level


def main(counts, weights, level):
    d_counts, d_weights = cuda.to_device(counts), cuda.to_device(weights)
    d_smoothed = cuda.device_array_like(d_counts)
    d_marks = cuda.device_array(counts.size, np.uint8)
    threads = 128
    blocks = max(1, counts.size // threads)
    smooth[blocks, threads](d_counts, d_weights, d_smoothed)
    mark[blocks, threads](d_smoothed, level, d_marks)
    return d_marks.copy_to_host()
