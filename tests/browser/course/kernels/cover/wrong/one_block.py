# expects: wrong_answer
block = 256
grid = 1
