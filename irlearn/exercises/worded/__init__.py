"""How exercises word each kind of number, one file a kind."""

from irlearn.exercises.worded import (
    a_against_b as a_against_b,
    best as best,
    binomial as binomial,
    criteria as criteria,
    fourfold as fourfold,
)
from irlearn.exercises.worded.base import (
    WORDINGS as WORDINGS,
    Worded as Worded,
    stated_scores as stated_scores,
    with_scores as with_scores,
)
