# 16 warps a block, and four blocks fill the 64 places of an H200. Larger blocks fetch the table less often.
block = 512
grid = (n + block - 1) // block
