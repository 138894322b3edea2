block = (1, 32)
grid = (rows, (cols + 31) // 32)
