"""Calculations as trees: what they are worth, whether they hold, and how they are written."""

from irlearn.expression.lines import (
    Equation as Equation,
    Line as Line,
    Sentence as Sentence,
    as_few_digits as as_few_digits,
    equation as equation,
    prefixed as prefixed,
)
from irlearn.expression.tree import (
    Absolute as Absolute,
    Call as Call,
    Chance as Chance,
    Listed as Listed,
    Log as Log,
    Marked as Marked,
    Max as Max,
    Min as Min,
    Minus as Minus,
    Name as Name,
    Node as Node,
    Number as Number,
    Over as Over,
    Part as Part,
    Phrase as Phrase,
    Power as Power,
    Product as Product,
    Ratio as Ratio,
    Root as Root,
    Sum as Sum,
    Tight as Tight,
    written as written,
)
