"""explain(measure, ranking): every step of a hand calculation, exact until the last line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

import numpy as np

from irlearn.errors import InputError
from irlearn.measures.base import BinaryMeasure, Measure, Terms
from irlearn.measures.means import Mean
from irlearn.notation import decimal, text_table
from irlearn.ranking import UNJUDGED, Ranking

_SHOWN = 30  # ranks; of a longer list, those that add nothing are left out of the tables
_ADDED = 16  # terms; the middle of a longer sum is left out of its one-line equation


@dataclass(frozen=True)
class Sum:
    """A sum of fractions and of fractions over logarithms, exact: `parts` maps n to the coefficient of 1 / log2(n).

    The rational part stands under 2, because log2(2) = 1, and every power of 2 is folded into it.

    >>> print(Sum({2: Fraction(7, 2), 3: Fraction(2)}))
    7/2 + 2/log2(3)
    """

    parts: dict[int, Fraction]

    @classmethod
    def of(cls, terms: Iterable[tuple[Fraction, int]]) -> Sum:
        """Add up coefficients of 1 / log2(n), given as (coefficient, n)."""
        parts: dict[int, Fraction] = {}
        for coefficient, n in terms:
            power = n.bit_length() - 1
            n, coefficient = (2, coefficient / power) if n == 1 << power else (n, coefficient)
            if coefficient:
                parts[n] = parts.get(n, Fraction(0)) + coefficient
        return cls(dict(sorted(parts.items())))

    @property
    def fraction(self) -> Fraction | None:
        """The sum as a fraction, or None where a logarithm is left in it."""
        return self.parts.get(2, Fraction(0)) if set(self.parts) <= {2} else None

    @property
    def value(self) -> float:
        """The sum as a float."""
        if self.fraction is not None:
            return float(self.fraction)
        return math.fsum(float(part) / math.log2(n) for n, part in self.parts.items())

    def over(self, other: Sum) -> Fraction | None:
        """The quotient as a fraction, where there is one (the two sums are multiples of each other), else None."""
        if not self.parts:
            return Fraction(0)
        if self.parts.keys() != other.parts.keys():
            return None
        ratios = {part / other.parts[n] for n, part in self.parts.items()}
        return ratios.pop() if len(ratios) == 1 else None

    def __str__(self) -> str:
        """The sum with its logarithms left as symbols."""
        words = [
            str(part) if n == 2 else f"{part}/log2({n})" if part.denominator == 1 else f"{part} · 1/log2({n})"
            for n, part in self.parts.items()
        ]
        return " + ".join(words) or "0"


@dataclass(frozen=True)
class Working:
    """A calculation as it is written by hand: its lines, the last of which ends in the result.

    `value` is the result as a float; `fraction` is exact, or None where logarithms remain.

    >>> from irlearn import AP
    >>> work(AP.terms(Ranking.parse("1 0 1", relevant=3).exact), "AP").lines
    ('AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556',)
    """

    lines: tuple[str, ...]
    value: float
    fraction: Fraction | None = None


@dataclass(frozen=True)
class Step:
    """What one rank adds: its term as written by hand, the term's exact value where it has one, and the running sum.

    `value` is the term as a float, `contribution` the same over the divisor (what it adds to the score), and `running`
    the score after this rank.
    """

    rank: int
    grade: int
    relevant: bool
    term: str
    fraction: Fraction | None
    value: float
    contribution: float
    running: float
    document: str = ""


@dataclass(frozen=True)
class Derivation:
    """A measure worked out on one ranking: each rank's term, the divisor, and the result as a fraction where it is one.

    `value` is the score as a float, nan where the measure is not defined. `fraction` is exact, or None where logarithms
    remain; then `exact` still is the symbolic result as text. `parts` are the derivations of the measures on the way.
    It prints as plain text and shows as an accessible table in a notebook.

    >>> from irlearn import RR
    >>> derivation = explain(RR, Ranking.parse("0 1"))
    >>> derivation.value, derivation.fraction, derivation.equation
    (0.5, Fraction(1, 2), 'RR = 1/2 = 0.5')
    """

    measure: Measure
    ranking: Ranking
    value: float
    fraction: Fraction | None
    exact: str
    steps: tuple[Step, ...]
    divisor: str
    ideal: str
    parts: tuple[Derivation, ...]

    @cached_property
    def _working(self) -> Working:
        name = repr(self.measure)
        if math.isnan(self.value):
            wanted = getattr(self.measure, "wanted", 1)
            return Working(
                (f"{name} is not defined: the list holds fewer than the {wanted} relevant wanted",), math.nan
            )
        terms = self.measure.terms(self.ranking.exact)
        above = repr(self.parts[0].measure) if self.ideal else ""
        return work(terms, name, above=above, counts=self.measure.counts)

    @property
    def equation(self) -> str:
        """The sum on one line, such as `AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333`."""
        return self._working.lines[-1]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The calculation from its parts to the result, one line each."""
        before = () if self.ideal else tuple(line for part in self.parts for line in part.lines)
        return before + self._working.lines

    @property
    def shown(self) -> tuple[Step, ...]:
        """The steps worth a row: all of a short list; of a long one, those that add something."""
        return self.steps if len(self.steps) <= _SHOWN else tuple(step for step in self.steps if step.value)[:_SHOWN]

    @property
    def given(self) -> str:
        """What the calculation starts from, in words."""
        if isinstance(self.measure, BinaryMeasure):
            rel = self.measure.rel
            relevant = int(self.ranking.arrays.relevant(rel))
            from_grade = f" (grade {rel} or more)" if rel > 1 or max(self.ranking.judged, default=0) > 1 else ""
            return f"{len(self.ranking)} retrieved, {relevant} relevant in all{from_grade}"
        best = " ".join(map(str, self.ranking.judged[:_SHOWN])) + (" ..." if len(self.ranking.judged) > _SHOWN else "")
        return f"{len(self.ranking)} retrieved; grades of all judged documents: {best or 'none'}"

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, as the shell prints it."""
        return {
            "measure": repr(self.measure),
            "value": _or_none(self.value),
            "fraction": None if self.fraction is None else str(self.fraction),
            "exact": self.exact,
            "steps": [
                {
                    "rank": step.rank,
                    "grade": step.grade,
                    "term": step.term,
                    "value": step.value,
                    "contribution": _or_none(step.contribution),
                    "running": _or_none(step.running),
                }
                for step in self.steps
            ],
            "lines": list(self.lines),
        }

    def __str__(self) -> str:
        """The whole calculation as plain text."""
        rows = [
            [
                str(step.rank),
                mark(step.grade),
                step.term if step.value else "",
                decimal(step.value) if step.value else "",
            ]
            for step in self.shown
        ]
        table = text_table(["rank", "grade", "term", ""], rows, left=0)
        title = f"{self.measure!r}, {self.measure.title}: {self.given}"
        note = [self.ranking.note] if self.ranking.note else []
        return "\n".join([title, *note, "", table, "", *self.lines, self.measure.why])

    def _repr_html_(self) -> str:
        """Each term under its rank, then the sum; a table with headers for screen readers."""
        cells = self.shown
        ranks = "".join(f'<th scope="col">{step.rank}</th>' for step in cells)
        marks = "".join(f'<td class="{"hit" if step.relevant else "miss"}">{mark(step.grade)}</td>' for step in cells)
        terms = "".join(f"<td>{escape(step.term) if step.value else ''}</td>" for step in cells)
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines[:-1])
        note = f"<p>{escape(self.ranking.note)}</p>" if self.ranking.note else ""
        return (
            f'<div class="irlearn-derivation"><style>{_STYLE}</style><table>'
            f"<caption>{escape(repr(self.measure))}, {escape(self.measure.title)}: {escape(self.given)}</caption>"
            f'<tr><th scope="row">rank</th>{ranks}</tr><tr><th scope="row">grade</th>{marks}</tr>'
            f'<tr><th scope="row">term</th>{terms}</tr></table>{note}{lines}'
            f'<p class="result">{escape(self.equation)}</p><p class="why">{escape(self.measure.why)}</p></div>'
        )


_STYLE = (
    ".irlearn-derivation{font-variant-numeric:tabular-nums;overflow-x:auto}"
    ".irlearn-derivation table{border-collapse:collapse;margin:0 0 .6em}"
    ".irlearn-derivation caption{text-align:left;opacity:.75;padding-bottom:.4em;white-space:nowrap}"
    ".irlearn-derivation table th,.irlearn-derivation table td{text-align:center;padding:.2em .6em;font-weight:400}"
    ".irlearn-derivation table tr{background:none!important}"
    ".irlearn-derivation table th[scope=row]{text-align:left;opacity:.75}"
    ".irlearn-derivation table td.hit{font-weight:700;border-bottom:3px solid #0072b2}"
    ".irlearn-derivation td.miss{opacity:.75}"
    ".irlearn-derivation p{margin:.15em 0}.irlearn-derivation .result{font-weight:700}"
    ".irlearn-derivation .why{opacity:.75}"
)


def mark(grade: int) -> str:
    """How a grade is written: its number, or ? for a document that nobody judged."""
    return "?" if grade == UNJUDGED else str(grade)


def explain(measure: Measure | Mean, ranking: Ranking) -> Derivation:
    """The derivation of `measure` on `ranking`, worked out in fractions as by hand.

    The terms are those that the score itself is made of. Raises `InputError` for a mean over topics, which one
    ranking does not have.

    >>> from irlearn import AP, nDCG
    >>> ranking = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
    >>> print(explain(AP, ranking).equation)
    AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729
    >>> for line in explain(nDCG @ 3, Ranking.parse("3 0 2")).lines:
    ...     print(line)
    DCG@3 = 3/log2(2) + 2/log2(4) = 4
    IDCG@3 = 3/log2(2) + 2/log2(3) = 3 + 1.262 = 4.262
    nDCG@3 = DCG@3 / IDCG@3 = 4 / 4.262 = 0.9386
    """
    if isinstance(measure, Mean):
        raise InputError(
            f"{measure!r} is a mean over topics, and one ranking is one topic; explain {measure.measure!r} instead"
        )
    if not isinstance(measure, Measure) or not isinstance(ranking, Ranking):
        raise InputError(f"explain takes a measure and a Ranking; given: {measure!r} and {type(ranking).__name__}")
    exact = measure.terms(ranking.exact)
    contributions = measure.contributions(ranking)
    numerators, denominators = _spread(exact)
    rel = measure.rel if isinstance(measure, BinaryMeasure) else 1
    steps = tuple(
        Step(
            rank=rank,
            grade=ranking.grades[rank - 1],
            relevant=ranking.grades[rank - 1] >= rel,
            term=_term(exact, numerator, denominator),
            fraction=Sum.of([(numerator, denominator)]).fraction if exact.log2 else numerator / denominator,
            value=float(numerator) / float(np.log2(denominator) if exact.log2 else denominator),
            contribution=float(contributions[rank - 1]),
            running=float(contributions[:rank].sum()),
            document=ranking.documents[rank - 1] if ranking.documents else "",
        )
        for rank, (numerator, denominator) in enumerate(zip(numerators, denominators, strict=True), start=1)
    )
    total, below, fraction = _quotient(exact)
    divisor, ideal = str(below), ""
    if isinstance(exact.divisor, Terms):
        ideal = _added([_term(exact.divisor, n, d) for n, d in zip(*_spread(exact.divisor), strict=True) if n])
    defined = bool(exact.defined)
    return Derivation(
        measure=measure,
        ranking=ranking,
        value=measure.of(ranking),
        fraction=fraction if defined else None,
        exact=_exact_text(total, below, fraction) if defined else "not defined",
        steps=steps,
        divisor=divisor if measure.counts and not ideal else "",
        ideal=ideal,
        parts=tuple(explain(part, ranking) for part in measure.parts()),
    )


def work(terms: Terms, name: str, *, above: str = "", counts: str = "") -> Working:
    """The calculation of exact `terms`, whose result is called `name`, written out.

    Where the divisor is itself a sum (the ideal), the sum above it is called `above`, and both get a line of their own.
    `counts` says what a divisor of 0 counts.
    """
    total, below, fraction = _quotient(terms)
    value = float(fraction) if fraction is not None else total.value / below.value
    if isinstance(terms.divisor, Terms):
        lines = [_line(above, _written(terms), total.fraction, total.value)]
        lines.append(_line(f"I{above}", _written(terms.divisor), below.fraction, below.value))
        written = [f"{above} / I{above}", f"{decimal(total.fraction or total.value)} / {decimal(below.value)}"]
    else:
        divided = str(below) if counts or below.fraction != 1 else ""
        lines, written = [], [_over(added, divided, terms) for added in _written(terms)]
    if not below.parts:
        return Working(
            (*lines, f"{name} = 0, because its divisor is 0 ({counts or 'nothing to divide by'})"), 0.0, fraction
        )
    return Working((*lines, _line(name, written, fraction, value)), value, fraction)


def _line(name: str, written: list[str], fraction: Fraction | None, value: float) -> str:
    result = decimal(value if fraction is None else fraction)
    return f"{name} = " + " = ".join(dict.fromkeys([*written, str(fraction or result), result]))


def _written(terms: Terms) -> list[str]:
    """The sum with its terms as they are written by hand and, where logarithms are among them, as decimals."""
    parts = [(n, d) for n, d in zip(*_spread(terms), strict=True) if n]
    sums = [_added([_term(terms, n, d) for n, d in parts])]
    if terms.log2 and Sum.of(parts).fraction is None:
        sums.append(_added([decimal(one.fraction or one.value) for one in (Sum.of([part]) for part in parts)]))
    return sums


def _over(added: str, divisor: str, terms: Terms) -> str:
    if not divisor:
        return added
    single = sum(bool(numerator) for numerator in terms.numerators) <= 1 and "/" not in added
    return f"{added} / {divisor}" if single else f"({added}) / {divisor}"


def exact_value(measure: Measure, ranking: Ranking) -> Fraction | None:
    """The score as a fraction, None where logarithms remain in it or the measure is not defined.

    >>> from irlearn import AP
    >>> exact_value(AP, Ranking.parse("1 0 1", relevant=3))
    Fraction(5, 9)
    """
    terms = measure.terms(ranking.exact)
    return _quotient(terms)[2] if terms.defined else None


def _quotient(terms: Terms) -> tuple[Sum, Sum, Fraction | None]:
    """The sum of the terms, what divides it, and the quotient where it is a fraction; a divisor of 0 gives 0."""
    total = _total(terms)
    if isinstance(terms.divisor, Terms):
        below = _total(terms.divisor)
    else:
        below = Sum.of([(Fraction(np.asarray(terms.divisor).item()), 2)])
    if not below.parts:
        return total, below, Fraction(0)
    return total, below, total.over(below)


def _exact_text(total: Sum, below: Sum, fraction: Fraction | None) -> str:
    if fraction is not None:
        return str(fraction)
    return str(total) if below.fraction == 1 else f"({total}) / ({below})"


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value  # JSON has no nan


def _spread(terms: Terms) -> tuple[list[Fraction], list[int]]:
    """The numerators as fractions, and the denominators, one a rank."""
    denominators = np.broadcast_to(np.asarray(terms.denominators, dtype=object), terms.numerators.shape)
    return [Fraction(value) for value in terms.numerators], [int(value) for value in denominators]


def _total(terms: Terms) -> Sum:
    numerators, denominators = _spread(terms)
    if terms.log2:
        return Sum.of(zip(numerators, denominators, strict=True))
    return Sum.of((n / d, 2) for n, d in zip(numerators, denominators, strict=True))


def _added(terms: list[str]) -> str:
    return " + ".join(terms if len(terms) <= _ADDED else [*terms[:4], "...", *terms[-2:]]) or "0"


def _term(terms: Terms, numerator: Fraction, denominator: int) -> str:
    """A term as it is written by hand, not reduced: 6/8, 3/log2(2), 4/25 · 1/3."""
    if terms.log2:
        return f"{numerator}/log2({denominator})"
    if np.ndim(terms.denominators) == 0:
        return str(numerator)
    return f"{numerator}/{denominator}" if numerator.denominator == 1 else f"{numerator} · 1/{denominator}"
