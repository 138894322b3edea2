"""Asks the garbage collector for every object, and tells those that look like somebody's kernel, a seed or an answer.

Stopped by: each job has its own fork of a process that has never read a job, and holds no reference.
Gets: compile_error source_error
Naive: tells
"""
import gc

mark = "SEC" + "RET"
told = []
for held in gc.get_objects():
    if type(held) is dict:
        for value in list(held.values()):
            if type(value) is str and mark in value and "gc.get_objects" not in value:
                told.append(value[value.index(mark) :][:60])
raise RuntimeError(" ".join(sorted(set(told)))[:280])
