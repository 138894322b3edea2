# One full block is enough here. A GPU has room for many such blocks at once, and would stand nearly empty.
block = 1024
grid = 1
