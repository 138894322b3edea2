from numba import cuda


@cuda.jit
def darken(img, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = img[y, x] // 2
