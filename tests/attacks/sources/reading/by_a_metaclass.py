"""Runs code by making a class: `__prepare__`, `__new__`, `__init_subclass__` and `__set_name__` all act.

Stopped by: Landlock.
Gets: compile_error forbidden.file
Stage: slow
Naive: reads
"""
import sys

PATH = sys.modules["app"].__file__.replace("app/__init__.py", "kernels/vector-add/exercise.py")


class Meta(type):
    def __prepare__(name, bases, **more):
        return {"text": open(PATH).read()}


class Reader(metaclass=Meta):
    pass


raise RuntimeError("read: " + Reader.text[:100])
