"""Asks the garbage collector for every object, and tells those that look like somebody's kernel, a seed or an answer.

Stopped by: each job has its own fork of a process that has never read a job, and holds no reference.
Gets: compile_error source_error
Naive: tells
"""
import gc

mark = "SECRET"
told = set()
for held in gc.get_objects():
    tables = [held, *held.values()] if type(held) is dict else []
    for table in tables:
        for value in list(table.values()) if type(table) is dict else []:
            if type(value) is str and mark + "-" in value:
                told.add(value[value.index(mark) :][:60])
raise RuntimeError(" ".join(sorted(told))[:280])
