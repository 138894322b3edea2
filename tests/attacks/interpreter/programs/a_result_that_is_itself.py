"""A list that holds itself.

Gets: runtime_error with host_error.result
"""


def main():
    x = []
    x.append(x)
    return x
