# Right, and too slow. x is the row here, and y the column.
block = (32, 8)  # threads of a block along x and y
along_x = (rows + block[0] - 1) // block[0]
along_y = (cols + block[1] - 1) // block[1]
grid = (along_x, along_y)
