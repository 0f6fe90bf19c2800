"""How exercises word the kinds of numbers that are not declared in one file, a subject a file."""

from irlearn.exercises.worded import a_against_b as a_against_b, criteria as criteria, judging as judging
from irlearn.kinds.told import UNDERSTOOD as UNDERSTOOD, WORDINGS as WORDINGS, Worded as Worded
