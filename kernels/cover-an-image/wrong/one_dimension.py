# expects: wrong_answer
block = 256
grid = (rows * cols + 255) // 256
