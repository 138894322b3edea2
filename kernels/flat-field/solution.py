import numpy as np
from numba import cuda, float32


@cuda.jit
def correct(raw, dark, gain, out):
    i = cuda.grid(1)
    if i < out.size:
        light = float32(raw[i]) - float32(dark[i])
        out[i] = min(max(light * gain[i], float32(0)), float32(1))


def main(raw, dark, gain):
    d_raw, d_dark, d_gain = cuda.to_device(raw), cuda.to_device(dark), cuda.to_device(gain)
    d_out = cuda.device_array(raw.size, np.float32)
    threads = 256
    blocks = (raw.size + threads - 1) // threads
    correct[blocks, threads](d_raw, d_dark, d_gain, d_out)
    return d_out.copy_to_host()
