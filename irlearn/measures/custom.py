"""Measures that a user defines: `define(name, terms)` creates a measure that is scored, explained and checked."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace as dataclass_replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Basis, Better, BinaryMeasure, Measure, Needs, Terms, number_option, option
from irlearn.measures.names import ELSEWHERE
from irlearn.measures.registry import MEANS, MEASURES
from irlearn.ranking import UNJUDGED, Ranking, Rankings
from irlearn.text.numbers import general, to_fraction

TESTS = frozenset(
    {
        *("t", "p", "w", "u", "wins", "low", "high", "both", "neither", "expected", "mean", "end", "lower", "upper"),
        *("sign", "binomial", "wilcoxon", "answers", "phi", "criteria", "origin", "thresholds", "one", "all"),
        *("discrimination", "tukey", "kappa", "fleiss", "qwk", "tau", "tauap", "kendall", "rho", "spearman"),
        "spearmanr",
    }
)
"""Names, in lower case, that the shell reads as a significance test, a statistic, or all measures."""

_TEST_RANKINGS = (
    Ranking([2, 0, 1, UNJUDGED, 1], [2, 1, 1, 1, 1, 0, 0]),
    Ranking([0, 1], [1, 0]),
    Ranking([0, 0, 0], [1, 0, 0, 0]),
    Ranking([], [1]),
)
_TOLERANCE = 1e-9  # Floats are rounded.
_NO_ARGUMENT = inspect.Parameter("none", inspect.Parameter.KEYWORD_ONLY)


def define(
    name: str,
    terms: Callable[..., Any],
    *,
    title: str,
    formula: str,
    why: str,
    options: Mapping[str, str] | None = None,
    range: tuple[float, float] = (0.0, 1.0),  # noqa: A002 - the field's word
    better: Better = "higher",
    sees: Basis | None = None,
    asks: Needs | None = None,
    counts: str = "",
    source: str = "your own",
    replace: bool = False,
) -> Measure:
    """Define a measure, which is then scored, explained and checked, and is known by its name.

    Parameters
    ----------
    name : str
        Name of the measure: up to 40 letters or underscores. A name of another measure or test raises `InputError`.
    terms : callable
        Function of a `Rankings` object, already cut at the cutoff, that returns what each rank adds: an array of
        numerators; a pair (numerators, denominators); a triple (numerators, denominators, divisor); or a `Terms`
        object, which may use ``log2=True``. Ranks are on the last axis, so write it with NumPy such that it takes one
        list or many lists. Further arguments are options and need defaults; an option `rel` is the lowest relevant
        grade, and an argument `cutoff` receives the cutoff.
    title, formula, why : str
        Name in words, definition in one line, and purpose of the divisor or discount, which are shown to learners.
    options : dict of str to str, optional
        For each option a line that describes it.
    range : tuple of float, default (0.0, 1.0)
        Lowest and highest value.
    better : {'higher', 'lower', 'neither'}, default 'higher'
        Which values are better.
    sees : {'relevance', 'grades', 'judgments'}, optional
        Property of a document that counts. The default is 'relevance' if there is an option `rel`, else 'grades'.
    asks : {'nothing', 'relevant', 'grades'}, optional
        Required knowledge of the judged documents that a list misses: how many are relevant, or their grades. The
        default is 'grades' if `sees` is 'grades', else 'relevant'.
    counts : str, default ''
        Noun phrase for what the divisor counts.
    source : str, default 'your own'
        Author and year of the definition.
    replace : bool, default False
        Whether to replace an earlier definition of the same name.

    Returns
    -------
    Measure
        The measure, which is known by its name until the process ends.

    Raises
    ------
    InputError
        If the name is taken, an argument is invalid, or the terms fail on small test rankings.

    Notes
    -----
    Numbers in an explanation are fractions. A term that has no fraction, such as a square root, is shown as a decimal.

    Examples
    --------
    >>> from irlearn import Ranking, explain
    >>> halves = define(
    ...     "Halves",
    ...     lambda top, rel=1: (top.hits(rel), 2**top.ranks),
    ...     title="sum of halves",
    ...     formula="Halves = sum of 1 / 2^rank over the ranks of relevant documents",
    ...     why="Each rank is worth half of the one above it.",
    ...     options={"rel": "the lowest grade that counts as relevant"},
    ... )
    >>> explain(halves @ 3, Ranking.parse("1 0 1")).equation
    'Halves@3 = 1/2 + 1/8 = 5/8 = 0.625'
    >>> del MEASURES["Halves"]  # as if it had never been defined
    """
    _check_name(name)
    defined = MEASURES.get(name)
    if defined is not None and not isinstance(defined, CustomMeasure):
        raise InputError(f"{name} is a measure of irlearn; choose another name for yours")
    descriptions = dict(options or {})
    defaults = _option_defaults(name, terms, descriptions)
    sees = sees or ("relevance" if "rel" in defaults else "grades")
    asks = asks or ("grades" if sees == "grades" else "relevant")
    texts = {"title": title, "formula": formula, "why": why, "source": source}
    arguments = {**texts, "counts": counts, "range": range, "better": better, "sees": sees, "asks": asks}
    _check_texts(name, texts)
    _check_arguments(name, arguments)
    definition = (
        _code_of(terms),
        tuple(defaults.items()),
        tuple(descriptions.items()),
        tuple(arguments.items()),
    )
    if defined is not None and defined.definition == definition:
        return defined  # A cell of a notebook was run again.
    if defined is not None and not replace:
        raise InputError(f"{name} is already defined differently; give replace=True to define it again")
    attributes = {
        "name": name,
        **texts,
        "divisor_meaning": counts,
        "range": range,
        "better": better,
        "basis": sees,
        "needs": asks,
        "definition": definition,
        "function": staticmethod(terms),
        "uses_cutoff": "cutoff" in inspect.signature(terms).parameters,
    }
    option_fields = {
        option_name: option(default, descriptions[option_name]) for option_name, default in defaults.items()
    }
    annotations = dict.fromkeys(option_fields, Any)
    bases = (CustomMeasure, BinaryMeasure) if "rel" in defaults else (CustomMeasure,)
    measure_class: type[Measure] = type(name, bases, {**attributes, **option_fields, "__annotations__": annotations})
    dataclass(frozen=True, repr=False)(measure_class)
    measure = measure_class()
    type(measure).value_type = "logarithm" if _check_terms(measure) else "fraction"
    MEASURES[name] = measure
    return measure


class CustomMeasure(Measure):
    """A measure created by `define`; each has a subclass of its own, whose instances differ in their options."""

    function: ClassVar[Callable[..., Any]]
    uses_cutoff: ClassVar[bool]
    definition: ClassVar[tuple[object, ...]]
    max_exact_ranks = 1000

    @property
    def question_notes(self) -> tuple[str, ...]:
        options = (f"{name} = {value!r}" for name, value in self.options.items() if name != "rel")
        return (f"Its definition is: {self.formula}.", *(f"Take {option}." for option in options))

    def check(self) -> None:
        super().check()
        for field in self.option_fields:
            value = self.options[field.name]
            if isinstance(field.default, str | bool):
                if type(value) is not type(field.default):
                    allowed = "a text" if isinstance(field.default, str) else "True or False"
                    raise InputError(f"{field.name} of {self.name} must be {allowed}; given: {quoted(value)}")
            else:
                number_option(self, field.name, value, "a finite number", ok=math.isfinite)

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        if not rankings.exact:
            return self._call_function(top)
        try:
            return _exact_terms(self._call_function(top))
        except (TypeError, AttributeError):  # NumPy has no root or logarithm of Python integers.
            return _exact_terms(self._call_function(dataclass_replace(top, exact=False)))

    def _call_function(self, top: Rankings) -> Terms:
        options = dict(self.options)
        if top.exact:
            for name, value in options.items():
                if isinstance(value, float):
                    # A Fraction raised to an array becomes a float, but an array that holds the Fraction stays exact.
                    options[name] = np.array(top.number(value))
        if self.uses_cutoff:
            options["cutoff"] = self.cutoff
        result = type(self).function(top, **options)
        if isinstance(result, Terms):
            return result
        return Terms(*result) if isinstance(result, tuple) else Terms(result)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and options, because the program that unpickles has to define the measure, too."""
        return _unpickle, (self.name, self.options, self.cutoff)


def _unpickle(name: str, options: dict[str, Any], cutoff: int | None) -> Measure:
    if name not in MEASURES:
        raise InputError(
            f"{name} is a measure that was defined in another process; define it here, too, before it is read"
        )
    return dataclass_replace(MEASURES[name], **options, cutoff=cutoff)


def _exact_terms(terms: Terms) -> Terms:
    """Return the terms of one list with fractions as numerators and whole numbers as denominators."""
    numerators = np.array([to_fraction(value) for value in np.asarray(terms.numerators).tolist()], dtype=object)
    broadcast = np.broadcast_to(np.asarray(terms.denominators, dtype=object), numerators.shape)
    fractions = [to_fraction(value) for value in broadcast.tolist()]
    no_denominators = np.ndim(terms.denominators) == 0 and terms.denominators == 1
    all_whole = all(value.denominator == 1 for value in fractions)
    if terms.log2 and not all_whole:
        raise InputError("terms with log2=True divide by the logarithms of whole numbers, such as those of ranks + 1")
    denominators: Any = 1
    if not all_whole:
        quotients = [numerator / denominator for numerator, denominator in zip(numerators, fractions, strict=True)]
        numerators = np.array(quotients, dtype=object)
    elif not no_denominators:
        denominators = np.array([int(value) for value in fractions], dtype=object)
    if isinstance(terms.divisor, Terms):
        divisor: Any = _exact_terms(terms.divisor)
    else:
        divisor = to_fraction(np.asarray(terms.divisor).item())
    return dataclass_replace(terms, numerators=numerators, denominators=denominators, divisor=divisor)


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z_]{0,39}", name):
        raise InputError(f"the name of a measure is letters, up to 40 of them, such as Share; given: {quoted(name)}")
    lower = name.lower()
    other_names = {other.lower(): other for other in (*MEASURES, *MEANS) if other != name}
    synonym_of = ELSEWHERE.get(lower.replace("_", ""))
    if name in MEANS or lower in other_names or synonym_of:
        raise InputError(
            f"{name} is what a measure is called already ({other_names.get(lower) or synonym_of or name}); "
            "choose another name for your own"
        )
    if lower in TESTS:
        raise InputError(f"{name} is taken for a test or its statistic; choose another name for your measure")


def _check_texts(name: str, texts: Mapping[str, object]) -> None:
    for argument, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"the {argument} of {name} must be a text that is told to learners; given: {quoted(text)}")


def _check_arguments(name: str, arguments: Mapping[str, Any]) -> None:
    allowed = {
        "better": ("higher", "lower", "neither"),
        "sees": ("relevance", "grades", "judgments"),
        "asks": ("nothing", "relevant", "grades"),
    }
    for argument, values in allowed.items():
        value = arguments[argument]
        if value not in values:
            raise InputError(f"{argument} of {name} must be one of {', '.join(values)}; given: {quoted(value)}")
    limits = arguments["range"]
    is_pair = isinstance(limits, tuple) and len(limits) == 2 and all(isinstance(limit, int | float) for limit in limits)
    if not is_pair or not limits[0] < limits[1]:
        raise InputError(
            f"the range of {name} must be its lowest and highest value, as in (0, 1) or (0, math.inf); "
            f"given: {quoted(limits)}"
        )


def _option_defaults(name: str, terms: object, descriptions: Mapping[str, object]) -> dict[str, Any]:
    """Return the options with their defaults, which are the arguments of `terms` after the first one."""
    if not callable(terms):
        raise InputError(f"the terms of {name} must be a function of Rankings; given: {quoted(terms)}")
    first, *others = [*inspect.signature(terms).parameters.values()] or [_NO_ARGUMENT]
    if first.kind in (first.KEYWORD_ONLY, first.VAR_KEYWORD):
        raise InputError(f"the terms of {name} must be a function of Rankings, such as lambda top: top.hits(1)")
    defaults = {}
    for argument in others:
        if argument.name == "cutoff":
            continue
        is_variadic = argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD)
        if is_variadic or not isinstance(argument.default, int | float | str):
            raise InputError(f"the option {argument.name} of {name} needs a default, a number or a text, as in p=0.5")
        if argument.name != "rel" and (argument.name in dir(CustomMeasure) or argument.name.startswith("_")):
            raise InputError(f"an option of {name} cannot be called {argument.name}, as a part of every measure is")
        defaults[argument.name] = argument.default
    for option_name in [*defaults, *descriptions]:
        description = descriptions.get(option_name)
        if option_name not in defaults:
            allowed = ", ".join(defaults) or "none"
            raise InputError(f"{name} has no option {quoted(option_name)}; its terms take {allowed}")
        if not isinstance(description, str) or not description.strip():
            raise InputError(f"the option {option_name} of {name} needs a line in options that says what it chooses")
    return defaults


def _code_of(terms: Callable[..., Any]) -> object:
    """Return the code of a function with its closure, which is equal for the same function written again."""
    if not inspect.isfunction(terms):
        return terms
    return terms.__code__, tuple(cell.cell_contents for cell in terms.__closure__ or ())


def _check_terms(measure: Measure) -> bool:
    """Raise `InputError` if the terms fail on small rankings, one at a time or together; return whether they use log2.

    A measure must give the same numbers with floats and fractions, and with one list and many lists.
    """
    uses_log2 = False
    for variant in (measure, measure @ 2):
        scores = []
        for ranking in _TEST_RANKINGS:
            shown = repr(ranking) if len(ranking) else "an empty list"
            where = f"the terms of {variant!r} on {shown}"
            terms = _call_terms(variant, ranking.arrays, where)
            _check_shape(terms, len(ranking.grades[: variant.cutoff]), where)
            exact = _call_terms(variant, ranking.exact, where)
            _check_value(variant, terms, exact, where)
            if variant is measure and ranking is _TEST_RANKINGS[0]:
                uses_log2 = terms.log2
            scores.append(terms.total())
        batch_terms = _call_terms(variant, _test_batch(), f"the terms of {variant!r} on many lists at once")
        if not _all_close(batch_terms.totals(), scores):
            raise InputError(
                f"the terms of {variant!r} give other numbers for many lists at once than for one after the other; "
                "write them with NumPy on the last axis, as in np.cumsum(hits, axis=-1)"
            )
    return uses_log2


def _call_terms(measure: Measure, rankings: Rankings, where: str) -> Terms:
    try:
        terms = measure.terms(rankings)
        if not rankings.exact:
            terms.totals()
    except InputError:
        raise
    except Exception as error:  # A user's function may raise anything.
        raise InputError(f"{where} fail: {type(error).__name__}, {error}") from error
    return terms


def _check_shape(terms: Terms, ranks: int, where: str) -> None:
    shape = np.shape(terms.numerators)
    if shape != (ranks,):
        raise InputError(f"{where} must be one number for each of {ranks} ranks; their shape is {shape}")


def _check_value(measure: Measure, terms: Terms, exact: Terms, where: str) -> None:
    value, (low, high) = terms.total(), measure.range
    if not terms.defined:
        return
    if not math.isfinite(value) or not low - _TOLERANCE <= value <= high + _TOLERANCE:
        raise InputError(f"{where} come to {general(value, 4)}, which is not in its range from {low:g} to {high:g}")
    if not terms.log2 and not _all_close([exact.total()], [value]):
        raise InputError(
            f"{where} come to {general(value, 4)}, and to {general(exact.total(), 4)} with fractions; they must agree"
        )


def _all_close(values: NDArray[np.float64] | list[float], expected: list[float]) -> bool:
    if np.shape(values) != np.shape(expected):
        return False
    return bool(np.allclose(values, expected, rtol=1e-9, atol=1e-12, equal_nan=True))


def _test_batch() -> Rankings:
    def padded(lists: list[tuple[int, ...]]) -> NDArray[np.int64]:
        longest = max(map(len, lists))
        return np.array([[*grades, *[UNJUDGED] * (longest - len(grades))] for grades in lists], dtype=np.int64)

    return Rankings(
        padded([ranking.grades for ranking in _TEST_RANKINGS]),
        padded([ranking.judged for ranking in _TEST_RANKINGS]),
        np.array([len(ranking) for ranking in _TEST_RANKINGS]),
    )
