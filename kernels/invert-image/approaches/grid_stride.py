from numba import cuda


@cuda.jit
def invert(img, out):
    # Two strides, one an axis: right for every grid and every picture.
    first_x, first_y = cuda.grid(2)
    step_x, step_y = cuda.gridsize(2)
    for y in range(first_y, img.shape[0], step_y):
        for x in range(first_x, img.shape[1], step_x):
            out[y, x] = 255 - img[y, x]
