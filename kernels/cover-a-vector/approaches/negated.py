# Floor division rounds down; minus on both sides turns that into rounding up.
block = 512
grid = -(-n // block)
