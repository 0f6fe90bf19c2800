"""The catalogue of misconceptions, a file a subject: rows, beside what those about kinds of numbers work on."""

from irlearn.diagnosis.misconceptions import (
    graded as graded,
    judging as judging,
    means as means,
    ranked as ranked,
    sets as sets,
    tests as tests,
    who as who,
)
from irlearn.kinds.rules import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
