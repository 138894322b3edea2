# The same number, rounded up by name. For any n that fits in memory, the float is exact enough.
import math

block = 128
grid = math.ceil(n / block)
