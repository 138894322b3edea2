# As many threads as there are lines, and a few more: none of them goes round twice.
block = 256
grid = (n + 255) // 256
