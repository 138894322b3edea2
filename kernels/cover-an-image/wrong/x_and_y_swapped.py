# expects: wrong_answer
block = (16, 16)
grid = ((rows + 15) // 16, (cols + 15) // 16)
