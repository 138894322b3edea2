"""Names something a kernel that is none: a class that claims to be numba's, with attributes that answer anything.

Stopped by: the child finds no kernel, or what numba makes of it is the learner's fault.
Gets: compile_error
Stage: slow
"""
from numba.cuda.dispatcher import CUDADispatcher


class Claims:
    __class__ = CUDADispatcher

    def __getattr__(self, name):
        return self

    def __call__(self, *_, **__):
        return self

    def __iter__(self):
        return iter([self] * 3)


vector_add = Claims()
