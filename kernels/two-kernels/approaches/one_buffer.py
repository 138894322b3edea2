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
    # A buffer that lives longer than one call is allocated once and used again: what a program would do that gets new
    # counts every second. copy_to_device fills it, and a slice of it fits whatever comes.
    threads = 128
    blocks = (counts.size + threads - 1) // threads
    room = cuda.device_array((2, counts.size), np.int32)
    d_counts, d_smoothed = room[0], room[1]
    d_counts.copy_to_device(counts)
    d_marks = cuda.device_array(counts.size, np.uint8)
    smooth[blocks, threads](d_counts, cuda.to_device(weights), d_smoothed)
    mark[blocks, threads](d_smoothed, level, d_marks)
    return d_marks.copy_to_host()
