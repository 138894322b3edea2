block = (16, 16)
grid = ((cols + 15) // 16, (rows + 15) // 16)
