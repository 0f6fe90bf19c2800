"""The catalogue of misconceptions, one file a measure, a mean or a test."""

from irlearn.diagnosis.misconceptions import (
    all_inside as all_inside,
    answers as answers,
    bandit_posterior as bandit_posterior,
    criteria as criteria,
    discrimination as discrimination,
    expected_maximum as expected_maximum,
    fleiss as fleiss,
    graded as graded,
    hedge_weight as hedge_weight,
    kappa as kappa,
    means as means,
    next_judgment as next_judgment,
    one_inside as one_inside,
    origin as origin,
    pair_outcome as pair_outcome,
    phi as phi,
    ranked as ranked,
    sets as sets,
    tests as tests,
    thresholds as thresholds,
    tukey as tukey,
    two_orders as two_orders,
)
from irlearn.diagnosis.misconceptions.catalogue import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
