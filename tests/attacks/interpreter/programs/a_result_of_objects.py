"""An array of Python's objects.

Gets: runtime_error with host_error.result
"""


def main():
    return np.array([1, "a", None], object)
