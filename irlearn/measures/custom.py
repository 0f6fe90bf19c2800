"""A measure of one's own: define(name, terms) makes a value that scores, explains and checks as the others do."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace as changed
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Basis, Better, BinaryMeasure, Measure, Needs, Terms, number_option, option
from irlearn.measures.names import ELSEWHERE
from irlearn.measures.registry import MEANS, MEASURES
from irlearn.ranking import UNJUDGED, Ranking, Rankings
from irlearn.text.numbers import general, to_fraction

_STATISTICS = {
    "t",
    "p",
    "w",
    "u",
    "wins",
    "low",
    "high",
    "both",
    "neither",
    "expected",
    "mean",
    "end",
    "lower",
    "upper",
}
TESTS = frozenset(_STATISTICS) | {
    *("sign", "binomial", "wilcoxon", "answers", "phi", "criteria", "origin", "thresholds", "one", "all"),
    *("discrimination", "tukey", "kappa", "fleiss", "qwk", "tau", "tauap", "kendall", "rho", "spearman", "spearmanr"),
}
"""What the shell takes for a comparison of two runs, for its statistic, or for all measures; in lower case."""

_PROBES = (
    Ranking([2, 0, 1, UNJUDGED, 1], [2, 1, 1, 1, 1, 0, 0]),
    Ranking([0, 1], [1, 0]),
    Ranking([0, 0, 0], [1, 0, 0, 0]),
    Ranking([], [1]),
)


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
    """Define a measure of your own: from then on it is scored, explained and checked, and is known by its name.

    `terms(top)` gets the `Rankings` down to the cutoff and gives what each rank adds: an array of numerators; or a pair
    (numerators, denominators); or (numerators, denominators, divisor), where the sum is divided, too; or `Terms`, with
    `log2=True` for logarithms. Ranks are on the last axis: write it with NumPy so that it takes one list or many at
    once. Its further arguments are the options, each with a default and with a line in `options`: one called `rel` is
    the lowest relevant grade, and one called `cutoff` gets the cutoff and needs no line. In an explanation numbers are
    fractions; what has none, such as a square root, stands there as a decimal.

    `title`, `formula` and `why` are told to learners; `counts` says what the divisor counts. `range` is the lowest and
    the highest value, `better` is "higher", "lower" or "neither". `sees` is what is looked at in a document:
    "relevance" (so where there is a `rel`), "grades" or "judgments". `asks` is what must be known of the judged
    documents that a list misses: "nothing", how many are "relevant", or their "grades".

    Raises `InputError` where the name is taken, or the terms do not do what is said here; `replace` defines a measure
    of your own anew. What is defined holds as long as the process.

    >>> from irlearn import Ranking, explain
    >>> found = define(
    ...     "Halves",
    ...     lambda top, rel=1: (top.hits(rel), 2**top.ranks),
    ...     title="sum of halves",
    ...     formula="Halves = sum of 1 / 2^rank over the ranks of relevant documents",
    ...     why="Each rank is worth half of the one above it.",
    ...     options={"rel": "the lowest grade that counts as relevant"},
    ... )
    >>> explain(found @ 3, Ranking.parse("1 0 1")).equation
    'Halves@3 = 1/2 + 1/8 = 5/8 = 0.625'
    >>> del MEASURES["Halves"]  # as if it had never been defined
    """
    _check_name(name)
    known = MEASURES.get(name)
    if known is not None and not isinstance(known, CustomMeasure):
        raise InputError(f"{name} is a measure of irlearn; choose another name for your own")
    lines = dict(options or {})
    defaults = _defaults(name, terms, lines)
    sees = sees or ("relevance" if "rel" in defaults else "grades")
    asks = asks or ("grades" if sees == "grades" else "relevant")
    words = {"title": title, "formula": formula, "why": why, "source": source}
    said = {**words, "counts": counts, "range": range, "better": better, "sees": sees, "asks": asks}
    _check_words(name, words)
    _check_said(name, said)
    made_of = (_code(terms), tuple(defaults.items()), tuple(lines.items()), tuple(said.items()))
    if known is not None and known.made_of == made_of:
        return known  # a cell of a notebook that is run again
    if known is not None and not replace:
        raise InputError(f"{name} is defined already, and otherwise; give replace=True to define it anew")
    cut = "cutoff" in inspect.signature(terms).parameters
    namespace = {"name": name, **said, "made_of": made_of, "function": staticmethod(terms), "asks_cutoff": cut}
    columns = {one: option(default, lines[one]) for one, default in defaults.items()}
    bases = (CustomMeasure, BinaryMeasure) if "rel" in defaults else (CustomMeasure,)
    kind: type[Measure] = type(name, bases, {**namespace, **columns, "__annotations__": dict.fromkeys(columns, Any)})
    dataclass(frozen=True, repr=False)(kind)
    measure = kind()
    type(measure).value_type = "logarithm" if _try(measure) else "fraction"
    MEASURES[name] = measure
    return measure


class CustomMeasure(Measure):
    """A measure that `define` made: each is the only value, but for its options, of a subclass of its own."""

    function: ClassVar[Callable[..., Any]]
    asks_cutoff: ClassVar[bool]
    made_of: ClassVar[tuple[object, ...]]
    max_exact_ranks = 1000

    @property
    def question_notes(self) -> tuple[str, ...]:
        chosen = (f"{one.name} = {self.options[one.name]!r}" for one in self.option_fields if one.name != "rel")
        return (f"Its definition is: {self.formula}.", *(f"Take {each}." for each in chosen))

    def check(self) -> None:
        super().check()
        for one in self.option_fields:
            value = self.options[one.name]
            if isinstance(one.default, str | bool):
                if type(value) is not type(one.default):
                    kind = "a text" if isinstance(one.default, str) else "True or False"
                    raise InputError(f"{one.name} of {self.name} must be {kind}; given: {quoted(value)}")
            else:
                number_option(self, one.name, value, "a finite number", ok=math.isfinite)

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        if not rankings.exact:
            return self._on(top)
        try:
            return _fractions(self._on(top))
        except (TypeError, AttributeError):  # NumPy has no root or logarithm of Python's whole numbers
            return _fractions(self._on(changed(top, exact=False)))

    def _on(self, top: Rankings) -> Terms:
        options = {
            name: np.array(top.number(value)) if isinstance(value, float) and top.exact else value
            for name, value in self.options.items()
        }  # an array, because Fraction itself makes floats of a power with an array
        if self.asks_cutoff:
            options["cutoff"] = self.cutoff
        made = type(self).function(top, **options)
        return made if isinstance(made, Terms) else Terms(*made) if isinstance(made, tuple) else Terms(made)

    def __reduce__(self) -> tuple[Any, ...]:
        """Its name and options: whoever brings it back has defined it, too."""
        return _again, (self.name, self.options, self.cutoff)


def _again(name: str, options: dict[str, Any], cutoff: int | None) -> Measure:
    if name not in MEASURES:
        raise InputError(f"{name} is a measure that was defined elsewhere; define it here, too, before it is read")
    return changed(MEASURES[name], **options, cutoff=cutoff)


def _fractions(terms: Terms) -> Terms:
    """The terms of one list with fractions above and whole numbers below."""
    numerators = np.array([to_fraction(value) for value in np.asarray(terms.numerators).tolist()], dtype=object)
    below = np.broadcast_to(np.asarray(terms.denominators, dtype=object), numerators.shape)
    denominators = [to_fraction(value) for value in below.tolist()]
    plain = np.ndim(terms.denominators) == 0 and terms.denominators == 1
    whole = all(value.denominator == 1 for value in denominators)
    if terms.log2 and not whole:
        raise InputError("terms with log2=True divide by the logarithms of whole numbers, such as those of ranks + 1")
    if whole:
        under: Any = 1 if plain else np.array([int(value) for value in denominators], dtype=object)
    else:
        numerators, under = np.array([a / b for a, b in zip(numerators, denominators, strict=True)], dtype=object), 1
    divisor = terms.divisor
    if isinstance(divisor, Terms):
        return changed(terms, numerators=numerators, denominators=under, divisor=_fractions(divisor))
    return changed(terms, numerators=numerators, denominators=under, divisor=to_fraction(np.asarray(divisor).item()))


# what is refused


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z_]{0,39}", name):
        raise InputError(f"the name of a measure is letters, up to 40 of them, such as Share; given: {quoted(name)}")
    lower = name.lower()
    taken = {other.lower(): other for other in (*MEASURES, *MEANS) if other != name}
    elsewhere = ELSEWHERE.get(lower.replace("_", ""))
    if name in MEANS or lower in taken or elsewhere:
        raise InputError(
            f"{name} is what a measure is called already ({taken.get(lower) or elsewhere or name}); "
            "choose another name for your own"
        )
    if lower in TESTS:
        raise InputError(f"{name} is taken for a test or its statistic; choose another name for your measure")


def _check_words(name: str, words: Mapping[str, object]) -> None:
    for what, text in words.items():
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"the {what} of {name} must be a text that is told to learners; given: {quoted(text)}")


def _check_said(name: str, said: Mapping[str, Any]) -> None:
    allowed = {
        "better": ("higher", "lower", "neither"),
        "sees": ("relevance", "grades", "judgments"),
        "asks": ("nothing", "relevant", "grades"),
    }
    for what, answers in allowed.items():
        if said[what] not in answers:
            raise InputError(f"{what} of {name} must be one of {', '.join(answers)}; given: {quoted(said[what])}")
    within = said["range"]
    numbers = isinstance(within, tuple) and len(within) == 2 and all(isinstance(one, int | float) for one in within)
    if not numbers or not within[0] < within[1]:
        raise InputError(
            f"the range of {name} must be its lowest and highest value, as in (0, 1) or (0, math.inf); "
            f"given: {quoted(within)}"
        )


def _defaults(name: str, terms: object, lines: Mapping[str, object]) -> dict[str, Any]:
    """The options with their defaults, as the arguments of `terms` say."""
    if not callable(terms):
        raise InputError(f"the terms of {name} must be a function of Rankings; given: {quoted(terms)}")
    first, *others = [*inspect.signature(terms).parameters.values()] or [_NONE]
    if first.kind in (first.KEYWORD_ONLY, first.VAR_KEYWORD):
        raise InputError(f"the terms of {name} must be a function of Rankings, such as lambda top: top.hits(1)")
    found = {}
    for one in others:
        if one.name == "cutoff":
            continue
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or not isinstance(one.default, int | float | str):
            raise InputError(f"the option {one.name} of {name} needs a default, a number or a text, as in p=0.5")
        if one.name != "rel" and (one.name in dir(CustomMeasure) or one.name.startswith("_")):
            raise InputError(f"an option of {name} cannot be called {one.name}, as a part of every measure is")
        found[one.name] = one.default
    for option_name in [*found, *lines]:
        line = lines.get(option_name)
        if option_name not in found:
            raise InputError(f"{name} has no option {quoted(option_name)}; its terms take {', '.join(found) or 'none'}")
        if not isinstance(line, str) or not line.strip():
            raise InputError(f"the option {option_name} of {name} needs a line in options that says what it chooses")
    return found


_NONE = inspect.Parameter("none", inspect.Parameter.KEYWORD_ONLY)


def _code(terms: Callable[..., Any]) -> object:
    """What a function does, so that the same one written again is the same."""
    if not inspect.isfunction(terms):
        return terms
    return terms.__code__, tuple(cell.cell_contents for cell in terms.__closure__ or ())


def _try(measure: Measure) -> bool:
    """Refuse terms that do not work on small rankings, one by one and together; else whether they have logarithms."""
    tried: list[Terms] = []
    for one in (measure, measure @ 2):
        singles = []
        for ranking in _PROBES:
            where = f"the terms of {one!r} on {_shown(ranking)}"
            terms = _called(one, ranking.arrays, where)
            _check_shape(terms, len(ranking.grades[: one.cutoff]), where)
            exact = _called(one, ranking.exact, where)
            _check_value(one, terms, exact, where)
            singles.append(terms.total())
            tried.append(terms)
        together = _called(one, _batch(), f"the terms of {one!r} on many lists at once")
        if not _alike(together.totals(), singles):
            raise InputError(
                f"the terms of {one!r} give other numbers for many lists at once than for one after the other; write "
                "them with NumPy on the last axis, as in np.cumsum(hits, axis=-1)"
            )
    return tried[0].log2


def _called(measure: Measure, rankings: Rankings, where: str) -> Terms:
    try:
        terms = measure.terms(rankings)
        terms.totals() if not rankings.exact else None
    except InputError:
        raise
    except Exception as error:  # whatever somebody's function raises
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
    if not math.isfinite(value) or not low - _ROOM <= value <= high + _ROOM:
        raise InputError(f"{where} come to {general(value, 4)}, which is not in its range from {low:g} to {high:g}")
    if not terms.log2 and not _alike([exact.total()], [value]):
        raise InputError(
            f"{where} come to {general(value, 4)}, and to {general(exact.total(), 4)} with fractions; they must agree"
        )


_ROOM = 1e-9  # for the rounding of floats


def _alike(one: NDArray[np.float64] | list[float], other: list[float]) -> bool:
    return np.shape(one) == np.shape(other) and bool(np.allclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True))


def _shown(ranking: Ranking) -> str:
    return repr(ranking) if len(ranking) else "an empty list"


def _batch() -> Rankings:
    def padded(lists: list[tuple[int, ...]]) -> NDArray[np.int64]:
        longest = max(map(len, lists))
        return np.array([[*one, *[UNJUDGED] * (longest - len(one))] for one in lists], dtype=np.int64)

    return Rankings(
        padded([one.grades for one in _PROBES]),
        padded([one.judged for one in _PROBES]),
        np.array([len(one) for one in _PROBES]),
    )
