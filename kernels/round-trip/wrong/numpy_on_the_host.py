# expects: too_slow
import numpy as np


def main(a, low, high):
    return np.clip(a, low, high)
