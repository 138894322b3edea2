# The picture has rows × cols pixels. In the kernel, x is the column and y the row.
block = (16, 16)  # threads of a block along x and y
grid = (1, 1)     # blocks along x and y: how many of each?
