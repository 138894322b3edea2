# expects: wrong_answer
block = 100
grid = n // block
