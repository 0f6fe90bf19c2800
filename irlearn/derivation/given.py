"""What a calculation is asked about, as exercises state it: one ranking, several, or the values of the queries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import overload

from irlearn.derivation.explained import query_value
from irlearn.derivation.significance import Pair, Significance, parse_scores, parse_significance
from irlearn.errors import InputError
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.measures.registry import parse_measure
from irlearn.ranking import Ranking

_VALUES = re.compile(r"\s*(?:the\s+)?(?:values?|scores?)\b\s*:?", re.IGNORECASE)


def parse_asked(text: str) -> Measure | Mean | Significance:
    """What `text` asks for: a measure or a mean, such as `nDCG@10`, or a test, such as `sign` or `W(signed-rank)`.

    >>> parse_asked("nDCG@10"), parse_asked("sign"), parse_asked("W(signed-rank)")
    (nDCG@10, p(sign), W(signed-rank))
    """
    return parse_significance(text) or parse_measure(text)


@overload
def parse_given(
    asked: Measure | Mean, text: str, *, relevant: int | Sequence[int] | None = None, missed: str = ""
) -> Ranking | tuple[Ranking, ...] | tuple[Fraction, ...]: ...
@overload
def parse_given(
    asked: Measure | Mean | Significance, text: str, *, relevant: int | Sequence[int] | None = None, missed: str = ""
) -> Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair: ...


def parse_given(
    asked: Measure | Mean | Significance, text: str, *, relevant: int | Sequence[int] | None = None, missed: str = ""
) -> Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair:
    """What `explain` and `check` take for `asked`: a ranking for a measure; rankings or values for a mean; for a test
    the scores of A, `|`, and the scores of B.

    For a mean over queries `text` is rankings with `|` between them, or the word `values` and one value a query.
    `relevant` then holds one number for each ranking, and `missed` one list of grades for each, with `|` between them.
    Each ranking is written as `Ranking.parse` reads it. Raises `InputError`.

    >>> from irlearn import AP, MAP, gMAP
    >>> parse_given(AP, "1 0 1", relevant=3)
    Ranking.parse('1 0 1', missed='1')
    >>> parse_given(MAP, "1 0 1 | 0 1", relevant=[2, 3])
    (Ranking.parse('1 0 1'), Ranking.parse('0 1', missed='1 1'))
    >>> parse_given(gMAP, "values 1 0.5 1/10")
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 10))
    """
    if isinstance(asked, Significance):
        if relevant is not None or missed:
            raise InputError(
                f"{asked!r} is about scores; the numbers of relevant and missed documents belong to rankings"
            )
        return parse_scores(asked, text)
    numbers = [] if relevant is None else list(relevant) if isinstance(relevant, Sequence) else [relevant]
    texts = text.split("|")
    values = _VALUES.match(text)
    if not isinstance(asked, Mean):
        if values or len(texts) > 1:
            what = "values of several queries" if values else f"{len(texts)} rankings"
            raise InputError(f"{asked!r} is worked out on one ranking; {what} make a mean, such as MAP")
        if len(numbers) > 1:
            raise InputError(
                f"{asked!r} has one ranking and takes one number of relevant documents; given: {len(numbers)}"
            )
        return Ranking.parse(text, relevant=numbers[0] if numbers else None, missed=missed)
    if values:
        if numbers or missed:
            raise InputError("the numbers of relevant and of missed documents belong to rankings, and values have none")
        return _values(asked, text[values.end() :])
    if len(texts) == 1:
        raise InputError(
            f"{asked!r} is a mean over topics, and one ranking is one topic; explain {asked.measure!r} instead, "
            "give rankings with | between them, or type 'values' before one value a query"
        )
    lost = missed.split("|") if missed else [""] * len(texts)
    for what, given in (("numbers of relevant documents", numbers), ("lists of missed grades", lost)):
        if given and len(given) != len(texts):
            raise InputError(f"{len(texts)} rankings take {len(texts)} {what}; given: {len(given)}")
    totals: list[int | None] = [*numbers] if numbers else [None] * len(texts)
    rankings = []
    for number, (one, total, grades) in enumerate(zip(texts, totals, lost, strict=True), start=1):
        try:
            rankings.append(Ranking.parse(one.strip(), relevant=total, missed=grades))
        except InputError as error:
            raise InputError(f"query {number}: {error}") from None
    return tuple(rankings)


def _values(mean: Mean, text: str) -> tuple[Fraction, ...]:
    words = re.split(r"[\s;|]+|,(?=\s)|\band\b", re.sub(r"\s*/\s*", "/", text.strip()))
    listed = [word for word in (word.strip(",") for word in words) if word]
    if any("," in word for word in listed):
        listed = _commas_read(text, listed)
    if len(listed) < 2:
        raise InputError(f"{mean!r} is a mean over topics; give the values of two or more, given: {len(listed)}")
    return tuple(query_value(mean, word, number) for number, word in enumerate(listed, start=1))


def _commas_read(text: str, listed: list[str]) -> list[str]:
    """Words with commas inside: decimals where something else parts them, separate values where points stand, too."""
    if "." in text or "/" in text:
        return [word for several in listed for word in several.split(",") if word]
    if len(listed) > 1 and all(re.fullmatch(r"\d*,\d+%?|\d+%?", word) for word in listed):
        return [word.replace(",", ".") for word in listed]
    raise InputError(
        f"the commas in {text.strip()!r} may part values or stand for decimal points; "
        "write 0.5 for a decimal and a blank between values"
    )
