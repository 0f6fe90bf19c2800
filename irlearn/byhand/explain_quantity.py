"""The function `explain`, which derives a measure, a mean or a number of a significance test step by step."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, overload

from irlearn.byhand.hand_quantity import HandQuantity, SignificanceDerivation
from irlearn.byhand.mean_derivation import MeanDerivation, explain_mean
from irlearn.byhand.measure_derivation import Derivation, explain_measure
from irlearn.byhand.parse_question import read_question
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking, RankingLike

Value = Fraction | float | str
"""The value of a query: a fraction, a number, or a text such as "1/3" or "0.5"."""

Asked = RankingLike | Iterable[Ranking | Value] | Iterable[Iterable[Value]]
"""The input of a quantity: a ranking, several rankings, the values of queries, or the scores of two systems."""


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
    """Derive a quantity by hand, with exact numbers in every step.

    The terms are those from which `Measure.of` computes the score.

    Parameters
    ----------
    measure : Measure, Mean, HandQuantity or str
        The quantity, or its notation, such as "nDCG@10" or "sign".
    given : Ranking, str or sequence
        The input, or its text: for a measure a ranking, or its grades from rank 1 on; for a mean a ranking or a value
        of each query; for a significance test such as `irlearn.byhand.SignTest()` the scores of A and those of B.
        Values and scores are numbers, or texts such as "1/3"; a float is read as the decimal number that it prints.
    relevant : int or list of int, optional
        The number of relevant documents, for a text or a list of grades; for a mean the number for each query.
    missed : str or sequence of int, optional
        The grades of the judged documents that the list misses, as in `Ranking.parse`.

    Returns
    -------
    Derivation, MeanDerivation or SignificanceDerivation
        The steps and the result, which is a fraction if no logarithms or roots remain in it.

    Raises
    ------
    InputError
        If the input cannot be read, if a mean has no query or an impossible value, or if a test divides by 0.

    Examples
    --------
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
