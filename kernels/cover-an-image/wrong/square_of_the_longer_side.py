# expects: too_slow
block = (16, 16)
side = (max(rows, cols) + 15) // 16
grid = (side, side)
