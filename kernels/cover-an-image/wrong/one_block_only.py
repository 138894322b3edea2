# expects: wrong_answer
block = (32, 32)
grid = 1
