# expects: wrong_answer
block = 256
grid = max(1, n // block)
