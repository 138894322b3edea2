# The block's sizes stand in one place, so that trying another shape is a change of one line.
block = (32, 8)
across = (cols + block[0] - 1) // block[0]
down = (rows + block[1] - 1) // block[1]
grid = (across, down)
