# expects: wrong_answer
block = 256
grid = min(8, (n + block - 1) // block)
