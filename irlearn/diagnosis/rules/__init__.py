"""The catalogue of wrong rules, one file a family of measures."""

from irlearn.diagnosis.rules import (
    graded as graded,
    levels as levels,
    lists as lists,
    sets as sets,
    significance as significance,
    topics as topics,
)
from irlearn.diagnosis.rules.base import (
    COMMON as COMMON,
    RARE as RARE,
    RULES as RULES,
    USUAL as USUAL,
    WrongRule as WrongRule,
)
