# Blocks one row high: y needs no rounding, since blockDim.y is 1.
block = (128, 1)
grid = ((cols + 127) // 128, rows)
