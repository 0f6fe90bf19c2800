"""The catalogue of misconceptions, a file a subject: rows, beside what those about kinds of numbers work on."""

from irlearn.diagnosis.misconceptions import (
    best as best,
    fleiss as fleiss,
    graded as graded,
    hedge_weight as hedge_weight,
    judging as judging,
    kappa as kappa,
    means as means,
    orders as orders,
    pairs as pairs,
    ranked as ranked,
    sets as sets,
    tests as tests,
    tukey as tukey,
    who as who,
)
from irlearn.diagnosis.misconceptions.catalogue import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
