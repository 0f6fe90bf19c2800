"""Hints: what may have been done where no known misconception fits, and never stated as certain."""

from irlearn.diagnosis.hints.base import Hint as Hint
from irlearn.diagnosis.hints.giving import hints_for as hints_for
