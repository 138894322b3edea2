"""Changes what an array on the device says of itself.

Gets: runtime_error
Stage: slow
"""


def main():
    d = cuda.to_device(np.ones(4))
    d.strides = (10**9,)
    d.shape = (10**9,)
    return d.copy_to_host()
