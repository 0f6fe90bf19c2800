"""explain(asked, given): a measure, a mean or a significance test worked out as by hand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, overload

from irlearn.byhand.mean_derivation import MeanDerivation, explain_mean
from irlearn.byhand.measure_derivation import Derivation, explain_measure
from irlearn.byhand.parse_question import read_question
from irlearn.byhand.quantity import HandQuantity, SignificanceDerivation
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking, RankingLike

Value = Fraction | float | str
"""One query's value: a fraction, a number, or what a learner typed, such as "1/3" or "0.5"."""

Asked = RankingLike | Iterable[Ranking | Value] | Iterable[Iterable[Value]]
"""What a calculation is asked about: a ranking, several, the values of queries, or the scores of two systems."""


@overload
def explain(measure: Measure, given: RankingLike, *, relevant: Any = ..., missed: Any = ...) -> Derivation: ...
@overload
def explain(
    measure: Mean, given: str | Ranking | Iterable[Any], *, relevant: Any = ..., missed: Any = ...
) -> MeanDerivation: ...
@overload
def explain(measure: HandQuantity, given: Asked) -> SignificanceDerivation: ...
@overload
def explain(
    measure: Quantity | str, given: Asked, *, relevant: Any = ..., missed: Any = ...
) -> Derivation | MeanDerivation | SignificanceDerivation: ...


def explain(
    measure: Quantity | str, given: Asked, *, relevant: Any = None, missed: Any = ""
) -> Derivation | MeanDerivation | SignificanceDerivation:
    """The derivation of a measure on one ranking, or of a mean over queries, worked out in fractions as by hand.

    Both may be texts, as the shell takes them: `explain("RR", "0 1 0")`. `given` is a `Ranking` or a list of grades;
    for a mean it is the rankings of the queries, or the queries' values: fractions, numbers, or texts such as "1/3" and
    "0.5" (a float is taken as its decimal digits say). A significance test, such as `irlearn.byhand.SignTest()`,
    takes the scores of A and of B. `relevant` (of a mean a list) and `missed` say what texts and lists of grades miss,
    as for `Ranking.parse`. The terms are those that the score itself is made of. Raises `InputError` where a
    mean has no query, for a value that is none, and where a test divides by 0.

    >>> from irlearn import AP, IPrec, MAP, nDCG
    >>> ranking = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
    >>> print(explain(AP, ranking).equation)
    AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729
    >>> for line in explain(nDCG @ 3, Ranking.parse("3 0 2")).lines:
    ...     print(line)
    DCG@3 = 3/log2(2) + 2/log2(4) = 4
    IDCG@3 = 3/log2(2) + 2/log2(3) = 3 + 1.262 = 4.262
    nDCG@3 = DCG@3 / IDCG@3 = 4 / 4.262 = 0.9386
    >>> for line in explain(IPrec @ 0.7, ranking).lines:
    ...     print(line)
    recall 0.7 or more is reached from rank 8 on: 6 of 8 relevant documents (6/8 = 0.75)
    IPrec@0.7 = 6/8 = 3/4 = 0.75
    >>> explain(MAP, [1, 0.5, "1/10"]).equation
    'MAP = (1 + 0.5 + 1/10) / 3 = 8/15 = 0.5333'
    >>> explain("RR@10", "0 1 0").equation, explain("AP", [1, 0, 1], relevant=4).value
    ('RR@10 = 1/2 = 0.5', 0.41666666666666663)
    """
    quantity, data = read_question(measure, given, relevant=relevant, missed=missed)
    if isinstance(quantity, HandQuantity):
        return quantity.explain(data)
    return explain_mean(quantity, data) if isinstance(quantity, Mean) else explain_measure(quantity, data)
