# Right, and too slow. The kernel takes its row from x and its column from y.
block = (32, 8)  # threads of a block along x and y
grid = ((rows + block[0] - 1) // block[0], (cols + block[1] - 1) // block[1])
