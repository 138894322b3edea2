# expects: too_slow
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
    smoothed = np.zeros_like(counts)
    marks = np.zeros(counts.size, np.uint8)
    threads = 128
    blocks = (counts.size + threads - 1) // threads
    smooth[blocks, threads](counts, weights, smoothed)
    mark[blocks, threads](smoothed, level, marks)
    return marks
