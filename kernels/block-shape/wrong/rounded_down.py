# expects: wrong_answer
block = (1, 32)
grid = (rows, max(1, cols // 32))
