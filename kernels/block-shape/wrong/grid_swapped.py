# expects: wrong_answer
block = (1, 256)
grid = ((cols + 255) // 256, rows)
