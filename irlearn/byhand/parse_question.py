"""The parser of quantities and of their inputs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any

from irlearn.byhand.ambiguous_rankings import OF_FIRST_HITS, read_ranking, read_rankings
from irlearn.byhand.hand_quantity import TEST, HandQuantity, QuantityInput, SignificanceTest
from irlearn.byhand.input_numbers import numbers_listed, won_lost_tied
from irlearn.byhand.mean_derivation import queries_of
from irlearn.errors import InputError, quoted
from irlearn.measures import MEANS, MEASURES
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.measures.registry import as_measure, is_name, listed, parse_measure
from irlearn.parsing.grade_notation import spell
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking, as_ranking, is_several
from irlearn.text.english import comma_list, did_you_mean

_VALUES = re.compile(r"\s*(?:the\s+)?(?:values?|scores?)\b(?![,;|\t]|\s*:\s*(?:yes|no|[01])\b.*:)\s*:?", re.IGNORECASE)
_NOTATION = re.compile(
    r"(?:(?P<statistic>[A-Za-z-]+)\s*\(\s*(?P<inside>[A-Za-z -]+)(?:@(?P<cutoff>[0-9]{1,6}))?\)|(?P<name>[A-Za-z -]+))"
)
_LONGEST = 200
"""The most characters of a notation."""
_SHORT = 3
"""The most letters of a name that is not compared with the names of tests, because it may be a measure."""


def parse_quantity(text: str) -> Quantity:
    """Parse the notation of a quantity.

    Parameters
    ----------
    text : str
        The notation of a measure or a mean, such as "nDCG@10", or of a test, such as "sign" or "W(signed-rank)".

    Returns
    -------
    Measure, Mean or HandQuantity
        The quantity.

    Raises
    ------
    InputError
        If there is no such quantity; the message suggests similar names.

    Examples
    --------
    >>> parse_quantity("nDCG@10"), parse_quantity("sign"), parse_quantity("W(signed-rank)")
    (nDCG@10, p(sign), W(signed-rank))
    """
    if asked := parse_significance(text):
        return asked
    try:
        return parse_measure(text)
    except InputError as error:
        similar = [names for alias, names in _names_by_alias().items() if _contains_words_of(text, alias)]
        if similar:
            suggestions = comma_list([*dict.fromkeys(chain(*similar))], "or")
            raise InputError(f"no calculation is called {quoted(text)}; did you mean {suggestions}?") from None
        raise with_tests(error) from None


def with_tests(error: InputError) -> InputError:
    """Return the error with the names of the tests added, if its message ends with the names of all measures."""
    tests = f"; the tests are {', '.join(kinds_of(TEST))}" if str(error).endswith(listed()) else ""
    return InputError(f"{error}{tests}")


def _contains_words_of(text: str, name: str) -> bool:
    """Return whether a text contains each word of a name that consists of several words."""
    return "-" in name and {*name.split("-")} <= {*re.findall("[a-z]+", text.lower())}


def parse_significance(text: str) -> HandQuantity | None:
    """Parse the notation of a quantity that is not a measure or a mean.

    Parameters
    ----------
    text : str
        The notation, such as "sign" (its p-value) or "W(signed-rank)". Hyphens may be blanks, and the word "test" may
        follow the name.

    Returns
    -------
    HandQuantity or None
        The quantity; None if the text is not such a notation.

    Raises
    ------
    InputError
        If the text looks like such a notation but there is no quantity of that name, or if a statistic lacks its test.

    Examples
    --------
    >>> parse_significance("sign"), parse_significance("t(paired-t)"), parse_significance("AP")
    (p(sign), t(paired-t), None)
    >>> parse_significance("Sign test"), parse_significance("W (signed rank)")
    (p(sign), W(signed-rank))
    >>> parse_significance("sign test, greater"), parse_significance("p(paired-t, less)")
    (p(sign, greater), p(paired-t, less))
    """
    plain = " ".join(text.replace("_", "-").replace("'", "").replace("\u2019", "").split())
    plain, side = _split_alternative(plain) if len(text) <= _LONGEST else (plain, "")
    match = _NOTATION.fullmatch(plain) if len(text) <= _LONGEST else None
    if match is None or match["name"] in MEASURES:
        return None
    typed = (match["inside"] or match["name"]).strip()
    name = re.sub(r"[\s-]+", "-", typed.lower()).removesuffix("-test")
    aliases = _names_by_alias()
    names = aliases.get(name, [name])
    if len(names) > 1:
        raise InputError(f"{typed!r} may be {comma_list(names, 'or')}; ask for one of them")
    (name,) = names
    tests = [quantity for quantity in all_quantities().values() if quantity.has_own_statistic_names]
    statistics = {statistic: test for test in tests for statistic in test.statistics if statistic != "p"}
    if name not in all_quantities():
        if match["name"] and is_name(plain):
            return None
        if typed in statistics and typed not in aliases:
            raise InputError(
                f"{typed} is the statistic of a {statistics[typed].title}; write {statistics[typed](typed)!r}"
            )
        if re.match("(?:mean|average|avg|macro)-", name):
            return None  # This is a mean over queries.
        hint = did_you_mean(name, kinds_of(TEST), "the tests are")
        if match["statistic"] in ("p", *statistics) or (len(name) > _SHORT and hint.startswith("did you mean")):
            raise InputError(f"no test is called {typed!r}; {hint}")
        others = [*aliases, *(quantity.name for quantity in all_quantities().values() if quantity.family != TEST)]
        others = [other for other in others if other[0] == name[0]]  # "permutation" must not suggest "spearman".
        nearest = did_you_mean(name, [*others, *map(str.lower, (*MEASURES, *MEANS))], "")
        if len(name) > _SHORT and nearest in [f"did you mean {other}?" for other in others]:
            raise InputError(f"no calculation is called {typed!r}; {nearest}")
        return None
    asked = all_quantities()[name].from_notation(match["statistic"], match["cutoff"], text)
    return asked if not side else _with_alternative(asked, side, text)


_SIDES = r"(?:greater|less|(?:one|two)[ -]?(?:sided|tailed))"
_SIDE = re.compile(
    rf"(?i)(?:\(|\s*,\s*|\s+)(?:alternative\s*[=:]\s*)?(?P<side>{_SIDES})\s*(?P<end>\)?)$|^(?P<first>{_SIDES})\s+"
)


def _split_alternative(text: str) -> tuple[str, str]:
    """Split a notation into the part before the alternative, and the alternative, which may be empty."""
    match = _SIDE.search(text)
    if match is None:
        return text, ""
    closes = match["end"] and not match[0].lstrip().startswith("(")
    rest = text[: match.start()] + (")" if closes else "") + text[match.end() :]
    return rest, (match["side"] or match["first"]).lower()


def _with_alternative(asked: HandQuantity, side: str, text: str) -> HandQuantity:
    """Return a quantity with an alternative. Raise `InputError` if the quantity cannot have an alternative."""
    if not isinstance(asked, SignificanceTest):
        raise InputError(f"{asked!r} has no alternative; given: {quoted(text.strip())}")
    if side.startswith("one"):
        ways = [f"{replace(asked, alternative=name)!r} ({label})" for name, label in asked.direction_labels.items()]
        raise InputError(f"a one-sided test says which side counts; write {' or '.join(ways)}")
    return replace(asked, alternative="two-sided" if side.startswith("two") else side)


def all_quantities() -> dict[str, type[HandQuantity]]:
    """Return the classes of all quantities other than measures and means, by name.

    Returns
    -------
    dict of str to type
        The classes. The catalogue that registers them is imported on the first call.
    """
    from irlearn.byhand.catalogue import KINDS

    return KINDS


def _names_by_alias() -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name, quantity in all_quantities().items():
        for alias in quantity.aliases:
            names.setdefault(alias, []).append(name)
    return names


def kinds_of(family: str) -> dict[str, type[HandQuantity]]:
    """Return the quantities of a family.

    Parameters
    ----------
    family : str
        The family, such as `TEST`.

    Returns
    -------
    dict of str to type
        The classes by name.

    Examples
    --------
    >>> list(kinds_of(TEST))
    ['sign', 'signed-rank', 'rank-sum', 'paired-t', 'binomial']
    """
    return {name: quantity for name, quantity in all_quantities().items() if quantity.family == family}


def as_quantity(asked: Quantity | str) -> Quantity:
    """Return a quantity from a value or its notation. Raise `InputError` for anything else.

    >>> as_quantity("sign"), as_quantity("P@5")
    (p(sign), P@5)
    """
    if isinstance(asked, str):
        return parse_quantity(asked)
    return asked if isinstance(asked, Quantity) else as_measure(asked)


def parse_input(
    asked: Quantity, text: str, *, relevant: int | Sequence[int] | None = None, missed: str = ""
) -> Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | QuantityInput:
    """Parse the input of a quantity.

    Parameters
    ----------
    asked : Measure, Mean or HandQuantity
        The quantity.
    text : str
        For a measure a ranking, as `Ranking.parse` reads it. For a mean the rankings of the queries with `|` between
        them, or the word "values" and the value of each query. For a test the scores of A, `|`, and the scores of B;
        for a binomial test "4 of 5".
    relevant : int or sequence of int, optional
        The number of relevant documents; for a mean the number for each query.
    missed : str, optional
        The grades of the judged documents that the list misses; for a mean a list for each query with `|` between
        them.

    Returns
    -------
    Ranking or tuple
        The input that `explain` and `check` accept.

    Raises
    ------
    InputError
        If the text cannot be read.

    Examples
    --------
    >>> from irlearn import AP, MAP, gMAP
    >>> parse_input(AP, "1 0 1", relevant=3)
    Ranking.parse('1 0 1', missed='1')
    >>> parse_input(MAP, "1 0 1 | 0 1", relevant=[2, 3])
    (Ranking.parse('1 0 1'), Ranking.parse('0 1', missed='1 1'))
    >>> parse_input(gMAP, "values 1 0.5 1/10")
    (1, 0.5, Fraction(1, 10))
    """
    if isinstance(asked, HandQuantity):
        if relevant is not None or missed:
            raise InputError(
                f"the {asked.title} is about {asked.input_kind}; "
                "the numbers of relevant and missed documents belong to "
                "rankings"
            )
        return _input_of_test(asked, text)
    relevant = relevant.split(",") if isinstance(relevant, str) else relevant
    numbers = [] if relevant is None else [*relevant] if isinstance(relevant, Iterable) else [relevant]
    if isinstance(asked, Mean):
        return _input_of_mean(asked, text, numbers, missed)
    assert isinstance(asked, Measure)
    return _input_of_measure(asked, text, numbers, missed)


def _input_of_measure(measure: Measure, text: str, numbers: list[int], missed: str) -> Ranking:
    if len(numbers) > 1:
        raise InputError(
            f"{measure!r} has one ranking and takes one number of relevant documents; given: {len(numbers)}"
        )
    try:
        return read_ranking([measure], text, relevant=numbers[0] if numbers else None, missed=missed)
    except InputError:
        rankings = len(text.split("|"))
        are_values = _VALUES.match(text)
        if are_values or (rankings > 1 and "\n" not in text.strip()):
            what = "values of several queries" if are_values else f"{rankings} rankings"
            raise InputError(
                f"{measure!r} is computed for one ranking; {what} make a mean, such as MAP or 'mean P@5'"
            ) from None
        raise


def _input_of_mean(
    mean: Mean, text: str, numbers: list[int], missed: str
) -> tuple[Ranking, ...] | tuple[Fraction, ...]:
    values = _VALUES.match(text)
    if values:
        if numbers or missed:
            raise InputError("the numbers of relevant and of missed documents belong to rankings, and values have none")
        listed = text[values.end() :]
        return queries_of(mean, numbers_listed(listed, listed))
    try:
        rankings = read_rankings(mean, text, numbers, missed)
    except InputError as error:
        if hint := _values_hint(text):
            raise InputError(f"{error}{hint}") from None
        raise
    if len(rankings) == 1 and not rankings[0].read_as:
        _refuse_ranks(mean, text, rankings[0])
    return rankings


def _input_of_test(asked: HandQuantity, text: str) -> QuantityInput:
    """Parse the input of a quantity; for the sign and the binomial test also wins, losses and ties."""
    try:
        return asked.parse(text)
    except InputError:
        counts = won_lost_tied(text, asked.name) if asked.name in ("sign", "binomial") else None
        if counts is None:
            raise
    wins, losses, ties = counts
    if asked.name == "binomial":
        return asked.read((wins, wins + losses))
    return asked.read(([1] * wins + [0] * (losses + ties), [0] * wins + [1] * losses + [0] * ties))


def read_input(asked: Quantity, given: Any, *, relevant: Any = None, missed: str | Sequence[int] = "") -> Any:
    """Return the input of a quantity from a value or a text, with a ranking in place of a list of grades.

    `relevant` and `missed` are as in `parse_input`.

    >>> from irlearn import AP, MAP
    >>> read_input(AP, [1, 0, 1]), read_input(MAP, "1 0 1 | 0 1")
    (Ranking.parse('1 0 1'), (Ranking.parse('1 0 1'), Ranking.parse('0 1')))
    """
    missed = missed if isinstance(missed, str) else " ".join(map(str, missed))
    if isinstance(asked, Measure) and not isinstance(given, str):
        return as_ranking(given, relevant=relevant, missed=missed)
    if (relevant is not None or missed) and not isinstance(given, str) and not isinstance(asked, HandQuantity):
        if not is_several(given):
            raise InputError(f"relevant and missed are of rankings; give {asked!r} a list of them, as [[1, 0], [0, 1]]")
        given = " | ".join(spell(as_ranking(query).grades) for query in given)
    if isinstance(given, str) or relevant is not None or missed:
        return parse_input(asked, given, relevant=relevant, missed=missed)
    return given


def read_question(
    asked: Quantity | str, given: Any, *, relevant: Any = None, missed: str | Sequence[int] = ""
) -> tuple[Any, Any]:
    """Return a quantity and its input as values, each read from a value or a text.

    If the ranking was made up to fit a stated precision and recall, the measure is returned without its cutoff.
    """
    quantity = as_quantity(asked)
    data = read_input(quantity, given, relevant=relevant, missed=missed)
    if isinstance(quantity, HandQuantity):
        return quantity, quantity.read(data)
    if isinstance(quantity, Mean):
        return quantity, queries_of(quantity, data)
    assert isinstance(quantity, Measure)
    return quantity.for_stated_shares(data), data


def _values_hint(text: str) -> str:
    """Return the advice on numbers that are not a ranking and may be the values of queries; else ""."""
    numbers = re.fullmatch(r"[\s0-9.,;/%]+", text) and re.search(r"[./%]", text)
    return "; type 'values' before the values of queries" if numbers else ""


def _refuse_ranks(mean: Mean, text: str, ranking: Ranking) -> None:
    """Raise `InputError` for numbers that may be the rank of the first hit of each query, such as `1, 3, 2`."""
    bare = ranking.grades and re.fullmatch(r"(?i)(?:ranks?|pos(?:itions?)?|[\s0-9,;\[\]_#=:])+", text)
    ways = ["'grades'", *["'ranks'"] * isinstance(mean.measure, OF_FIRST_HITS)]
    if bare and mean.measure.basis == "relevance" and min(ranking.grades) > 1 - len(ways) and max(ranking.grades) > 1:
        raise InputError(
            f"{quoted(text.strip())} may be the grades of one ranking, or a rank for each query; "
            f"write {comma_list(ways, 'or')} before them"
        )
