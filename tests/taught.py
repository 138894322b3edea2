"""The course as it is taught, read once for all tests of a process."""

from functools import cache

from app.config import ROOT
from app.course.loader import load_course
from app.course.models import Course


@cache
def taught() -> Course:
    return load_course(ROOT)
