"""How exercises word each kind of number, one file a kind."""

from irlearn.exercises.worded import (
    a_against_b as a_against_b,
    best as best,
    binomial as binomial,
    criteria as criteria,
    fourfold as fourfold,
    judging as judging,
)
from irlearn.kinds.told import UNDERSTOOD as UNDERSTOOD, WORDINGS as WORDINGS, Worded as Worded
