"""Kappa: how far assessors agree beyond chance. Cohen's and Scott's of two, Fleiss' of any number, and of grades."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from string import ascii_uppercase
from typing import Any, ClassVar, cast

import numpy as np

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing, steps_with
from irlearn.byhand.misconceptions import Facts, Rule, common_mistake, other_definition, register_mistakes
from irlearn.byhand.portable_random import draw
from irlearn.byhand.quantity import AGREEMENT, QuantityInput
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Name, Node, Number, Power, Product, Ratio, Sum
from irlearn.parsing.assessors import Judgments, read_judgments
from irlearn.parsing.grade_notation import UNJUDGED
from irlearn.parsing.typed_numbers import all_named
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import exact_number

SHARES = ("P(A)", "P(E)")
"""What two shares are called that are stated without the counts behind them."""
_MOST = 10**6  # documents in a cell
_MOST_RATED = 1000  # documents, and judgments of one
_MOST_KINDS = 10  # of judgments
_TOLD_OF_MORE = (
    "Fleiss' kappa takes a row for each document with a count for each judgment, such as '3 0 | 1 2', or a list of "
    "judgments for each assessor, 'R R N | R N N | R R R'"
)


def judged_of(given: object, title: str, example: str, *, shares: bool = True) -> QuantityInput:
    """The table of a text, of rows of counts, or of two lists of judgments; or both shares. Raises `InputError`.

    >>> judged_of([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)), ('relevant', 'not relevant'))
    """
    also = "'R R N | R N N', or both shares, 'P(A) = 0.9, P(E) = 0.5'" if shares else "'lists 1 3 2 | 1 2 2'"
    told = f"{title} takes a table of counts, such as '{example}', {'or ' * (not shares)}two lists of judgments, {also}"
    if (pair := _read_before(given, two=True)) and (shares or len(pair) > len(SHARES)):
        return pair
    if shares and isinstance(given, str) and (stated := all_named(given, "shares")):
        return _shares(stated["agreed"], stated["chance"])
    if (text := _as_text(given, two=True)) is None:
        raise InputError(f"{told}; given: {quoted(given)}")
    found = read_judgments(text, two=True)
    if len(found.lists) == len("AB"):
        (a, b), kinds, names = _of_lists(found)
        pairs = [*zip(a, b, strict=True)]
        return _pair_of([[pairs.count((one, other)) for other in kinds] for one in kinds], names)
    if not found.table or len(found.table) > _MOST_KINDS:
        if len({*map(len, found.lists)}) == 1 < len(found.lists):
            raise InputError(
                f"{told}; all of two assessors; given: {len(found.lists)} lists in {quoted(text.strip())}; for three "
                "or more assessors ask for kappa-fleiss"
            )
        raise InputError(f"{told}; given: {quoted(given)}")
    if (most := max(map(max, found.table))) > _MOST:
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST:,}; given: {most}")
    if not any(map(any, found.table)):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return _pair_of(found.table, found.names)


def rated_of(given: object) -> QuantityInput:
    """How many assessors give each document each judgment, of a text, of counts, or of lists. Raises `InputError`."""
    if pair := _read_before(given, two=False):
        return pair
    if (text := _as_text(given, two=False)) is None:
        raise InputError(f"{_TOLD_OF_MORE}; given: {quoted(given)}")
    found = read_judgments(text, two=False)
    if max(map(len, found.lists), default=0) > 1 < len(found.lists):
        lists, kinds, names = _of_lists(found)
        return _pair_of([[each.count(kind) for kind in kinds] for each in zip(*lists, strict=True)], names)
    if not found.table:
        raise InputError(_no_table(found, text))
    documents, assessors, kinds_of = len(found.table), sum(found.table[0]), len(found.table[0])
    if max(documents, assessors) > _MOST_RATED or kinds_of > _MOST_KINDS:
        raise InputError(
            f"Fleiss' kappa is worked out on up to {_MOST_RATED} documents with up to {_MOST_RATED} judgments each, of "
            f"{_MOST_KINDS} kinds; given: {documents} documents, {assessors} judgments, {kinds_of} kinds; for "
            "more use irlearn.statistics.fleiss_kappa"
        )
    return _pair_of(found.table, found.names)


def with_sums(rows: Sequence[Sequence[int]]) -> bool:
    """Whether the last number of each row may be taken for the sum of the others."""
    return len(rows[0]) > len("AB") and all(row[-1] == sum(row[:-1]) for row in rows)


def _read_before(given: object, *, two: bool) -> QuantityInput | None:
    """What was read before, as it is: rows of counts with their names behind them, or both shares."""
    known = isinstance(given, tuple) and len(given) > 1 and all(isinstance(row, tuple) for row in given)
    rows, names = (given[:-1], given[-1]) if known and isinstance(given, tuple) else ((), ())
    exact = all(isinstance(one, Fraction) and one.denominator == 1 for row in rows for one in row)
    square = {*map(len, rows)} == {len(names)} and all(isinstance(name, str) for name in names)
    fits = len(rows) == len(names) if two else len({*map(sum, rows)}) == 1
    return cast("QuantityInput", given) if names == SHARES or (exact and square and fits) else None


def _pair_of(table: Iterable[Sequence[int]], names: tuple[str, ...]) -> QuantityInput:
    """Rows of counts, and behind them what the judgments are called; by numbers where they have no names."""
    rows = [tuple(map(Fraction, row)) for row in table]
    return cast("QuantityInput", (*rows, names or tuple(map(str, range(1, len(rows[0]) + 1)))))


def _shares(agreed: Fraction, chance: Fraction) -> QuantityInput:
    for what, share in zip(SHARES, (agreed, chance), strict=True):
        if not 0 <= share <= 1:
            percent = f"; write {typed(share)}% for a percentage" if 1 < share <= 100 else ""
            raise InputError(f"{what} is a share from 0 to 1; given: {typed(share)}{percent}")
    return cast("QuantityInput", ((agreed, chance), SHARES))


def _as_text(given: object, *, two: bool) -> str | None:
    """Rows of counts, or lists, as they are typed; None for what is neither."""
    if isinstance(given, str):
        return given
    rows = [*given] if isinstance(given, Sequence | np.ndarray) else []
    if len(rows) < 2 or not all(isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) for row in rows):
        return None
    if not two or (len(rows) == 2 and {*map(len, rows)} != {2}):
        return "lists " * two + " | ".join(" ".join(map(str, row)) for row in rows)
    if {*map(len, rows)} != {len(rows)}:
        return None
    counts = [[exact_number(one, "a count of documents", "a whole number such as 12") for one in row] for row in rows]
    if wrong := [one for row in counts for one in row if one.denominator > 1 or not 0 <= one <= _MOST]:
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST:,}; given: {wrong[0]}")
    return "counts " + " | ".join(" ".join(map(str, row)) for row in counts)


def _of_lists(found: Judgments) -> tuple[Sequence[list[Any]], list[Any], tuple[str, ...]]:
    """Each assessor's judgments, the kinds of judgments that there are, and what they are called.

    Raises `InputError` where they have different lengths, for a document not judged, and for too many kinds.
    """
    lists, used = found.lists, {kind for side in found.lists for kind in side}
    for who, side in zip(ascii_uppercase, lists, strict=False):
        if UNJUDGED in side:
            raise InputError(
                f"document {side.index(UNJUDGED) + 1} is not judged by {who}; leave it out of all lists, as kappa "
                "is about documents that all judged"
            )
    if len({*map(len, lists)}) > 1:
        each = [f"{len(side)} judgments of {who}" for who, side in zip(ascii_uppercase, lists, strict=False)]
        many = f"{each[0]} and {len(lists[1])} of B" if len(each) == 2 else comma_list(each)
        raise InputError(f"{'both' if len(lists) == 2 else 'all'} assessors judge the same documents; given: {many}")
    kinds = sorted(used)
    plain = used <= {0, 1}
    if not all(isinstance(kind, str) for kind in used):
        kinds = [1, 0] if plain else sorted(used, reverse=True)
    if not 2 <= len(kinds) <= _MOST_KINDS:
        given = comma_list([str(one) for one in kinds[:20]]) + " alone" * (len(kinds) == 1)
        raise InputError(f"kappa is about 2 to {_MOST_KINDS} kinds of judgments; given: {given}")
    return lists, kinds, ("relevant", "not relevant") if plain else tuple(map(str, kinds))


def _no_table(found: Judgments, text: str) -> str:
    """Why numbers are no table of counts a document, in one sentence."""
    rows, sums = found.rows, [*map(sum, found.rows)]
    if len(rows) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return f"{_TOLD_OF_MORE}; given: {quoted(text.strip())}"
    odd = next((place for place, one in enumerate(sums) if one != sums[0]), 1)
    lists = "" if found.said else "; write 'lists' before lists of grades"
    return (
        f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {sums[0]} and "
        f"document {odd + 1} has {sums[odd]}{lists}"
    )


# what is asked, and its formulas


class KappaCase(Case):
    """The judgments of two assessors, or the shares P(A) and P(E) alone."""

    wording = "kappa"
    given_steps: Mapping[str, Fraction] = {}
    """Both shares, where they are given without the counts behind them."""
    declared_facts: ClassVar[Facts] = {
        "who": lambda c: "both together give" if isinstance(c.quantity, PooledKappa) else "each of them gives",
        "row_sums": lambda c: comma_list([*map(str, c.rows)]),
        "column_sums": lambda c: comma_list([*map(str, c.sums)]),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.names = cast("tuple[Any, ...]", given[-1])
        self.table: list[list[int]] = []  # a row for each judgment of the first assessor; empty where none is known
        if self.names == SHARES:
            self.given_steps = dict(zip(("observed", "expected"), given[0], strict=True))
        else:
            self.table = [[*map(int, row)] for row in given[:-1]]
        self.rows, self.sums = [*map(sum, self.table)], [*map(sum, zip(*self.table, strict=True))]
        self.kinds, self.n = len(self.sums), sum(self.rows)  # judgments, of two assessors one for each document

    def observed(self) -> Node:
        return Sum(*(row[place] for place, row in enumerate(self.table)), whole=True) / self.n

    def by_own(self) -> Node:
        """The share on which two would agree by chance who use each judgment as often as these do."""
        return Sum(*map(Product, self.rows, self.sums), whole=True) / Power(self.n, 2)

    def by_both(self) -> Node:
        """The same from how often both together use each judgment."""
        squares = [Power(Sum(*both), 2) for both in zip(self.rows, self.sums, strict=True)]
        return Sum(*squares, whole=True) / Power(2 * self.n, 2)

    def by_each(self, sums: list[int]) -> Node:
        """The same from how often one of them uses each judgment, or all together."""
        return Sum(*(Power(one, 2) for one in sums), whole=True) / Power(self.n, 2)

    def kappa(self) -> Node:
        beyond: Node = (self["observed"] - self["expected"]) / (1 - self["expected"])
        return beyond

    @property
    def input_text(self) -> str:
        if self.given_steps:
            return f"P(A) = {self['observed']}, P(E) = {self['expected']}"
        return "counts " + " | ".join(" ".join(map(str, row)) for row in self.table)

    @property
    def columns(self) -> dict[str, list[str]]:
        if self.given_steps:
            shares = ["P(A), that both agree", "P(E), that they do by chance"]
            return {"share": shares, "stated": [str(self[one]) for one in self.given_steps]}
        cells = [[*map(str, row), str(sum(row))] for row in (*self.table, self.sums)]
        heads = [*(f"B: {name}" for name in self.names), "sum"]
        by_column = dict(zip(heads, map(list, zip(*cells, strict=True)), strict=True))
        return {"A \\ B": [*(f"A: {name}" for name in self.names), "sum"], **by_column}

    @property
    def data_sentences(self) -> str:
        """The counts, a sentence for four of them, or one a row.

        >>> Kappa().make_case(Kappa().read([[12, 5], [3, 20]])).data_sentences
        'Of 40 documents both assessors call 12 relevant, only A 5, only B 3, and neither 20.'
        >>> Kappa().make_case(Kappa().read("P(A) = 0.9, P(E) = 0.5")).data_sentences
        'What two assessors agree on, and what by chance: P(A) = 0.9, P(E) = 0.5.'
        """
        if self.given_steps:
            return f"{self.caption}: {self.input_text}."
        if len(self.table) == 2:
            (both, first), (second, neither) = self.table
            called = f"both assessors call {both} relevant, only A {first}, only B {second}"
            return f"Of {count_noun(self.n, 'document')} {called}, and neither {neither}."
        rows = []
        for name, row in zip(self.names, self.table, strict=True):
            by_b = comma_list([f"{count} a {other}" for count, other in zip(row, self.names, strict=True)])
            rows.append(f"f those to which A gives {name}, B gives {by_b}")
        return f"In all, {count_noun(self.n, 'document')} are judged. O{'; o'.join(rows)}."

    @property
    def caption(self) -> str:
        if self.given_steps:
            return "What two assessors agree on, and what by chance"
        return f"Judgments of {self.n} documents by two assessors"


class Kappa(DeclaredQuantity):
    """Cohen's kappa of two assessors, "observed", the share on which they agree, or "expected", that by chance.

    What it is asked about is a table of counts, a row for each judgment of the first assessor and a column for each of
    the second, or both lists of judgments in the same order of documents; or the shares P(A) and P(E) alone. kappa =
    (observed − expected) / (1 − expected), from -1 to 1; the chance agreement is from how often each of the two uses
    each judgment. Source: Cohen (1960).

    >>> from irlearn import explain
    >>> print(*explain(Kappa(), "300 20 | 10 70").lines, sep=chr(10))
    observed = (300 + 70) / 400 = 37/40 = 0.925
    expected = (320 · 310 + 80 · 90) / 400^2 = 133/200 = 0.665
    kappa = (0.925 - 0.665) / (1 - 0.665) = 52/67 = 0.7761
    >>> print(*explain("kappa", "P(A) = 0.9, P(E) = 0.5").lines)
    kappa = (0.9 - 0.5) / (1 - 0.5) = 4/5 = 0.8
    >>> explain("kappa", "assessor 1: RRRNN; assessor 2: 1 1 0 0 0").fraction
    Fraction(8, 13)
    """

    name = "kappa"
    aliases: ClassVar[tuple[str, ...]] = ("cohen-kappa", "cohens-kappa")
    title = "kappa"
    family = AGREEMENT
    input_kind = "two assessors' judgments"
    example = "300 20 | 10 70"
    is_exact = True
    case_type = KappaCase
    all_alike: ClassVar[str] = "both assessors give"
    steps: ClassVar[tuple[Step, ...]] = (
        Step(
            "kappa",
            KappaCase.kappa,
            low=-1.0,
            high=1.0,
            depends_on=("observed", "expected"),
            rounded_steps=(("expected",), ("observed", "expected")),
        ),
        Step("observed", KappaCase.observed, high=1.0),
        Step("expected", KappaCase.by_own, high=1.0),
    )

    def read(self, given: object) -> QuantityInput:
        """The rows of the table, and behind them what the judgments are called.

        Raises `InputError` for what is no table of whole numbers with as many rows as columns, nor two lists of equal
        length, for what may be both, and where kappa divides by 0.
        """
        case = self.make_case(self.counts(given))
        if case.given_steps and self.statistic != "kappa":
            raise InputError(f"{case.input_text} states {self.phrase}; ask for {type(self)()!r}")
        if self.statistic == "kappa" and not math.isfinite(case.right_value):
            raise InputError(f"kappa divides by 0 where {self.all_alike} every document the same one judgment")
        pair: QuantityInput = case.data
        return pair

    def counts(self, given: object) -> QuantityInput:
        """What is read of judgments, before it is known whether kappa has a value."""
        return judged_of(given, self.title, self.example)

    def __repr__(self) -> str:
        return self.name if self.statistic == "kappa" else super().__repr__()


class PooledKappa(Kappa):
    """Kappa with the chance agreement from how often both assessors together use each judgment: Scott's pi.

    So Manning, Raghavan and Schütze (2008) and Siegel and Castellan (1988) work kappa out. Source: Scott (1955).

    >>> from irlearn import explain
    >>> print(*explain(PooledKappa(), "300 20 | 10 70").lines[1:], sep=chr(10))
    expected = ((320 + 310)^2 + (80 + 90)^2) / 800^2 = 2129/3200 = 0.6653
    kappa = (0.925 - 0.6653125) / (1 - 0.6653125) = 277/357 = 0.7759
    """

    name = "kappa-pooled"
    aliases = ("scott-pi", "scotts-pi", "pooled-kappa")
    title = "kappa with pooled margins"
    steps = steps_with(Kappa.steps, expected={"formula": KappaCase.by_both})


class FleissCase(KappaCase):
    """How many of several assessors give each document each judgment: a row a document, a column a judgment."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.assessors = sum(self.table[0])
        self.pairs = math.comb(self.assessors, 2)

    def observed_pairs(self) -> Node:
        """The mean share of the pairs of assessors who agree about a document."""
        shares = [Ratio(sum(math.comb(one, 2) for one in row), self.pairs) for row in self.table]
        named = Name("sum of the shares of pairs", sum((one.exact or 0 for one in shares), Fraction(0)))
        return (Sum(*shares, whole=True) if len(shares) <= _SHOWN else named) / len(shares)

    def with_oneself(self) -> Node:
        """What is observed where each assessor counts as agreeing with itself."""
        squares = [Ratio(sum(one**2 for one in row), self.assessors**2) for row in self.table]
        return Sum(*squares, whole=True) / len(squares)

    @property
    def input_text(self) -> str:
        """What is known as it is typed; said to be without sums where the last counts could be taken for them."""
        return super().input_text.replace("counts", "counts without sums", with_sums(self.table))

    @property
    def columns(self) -> dict[str, list[str]]:
        named = [*(str(place) for place in range(1, len(self.table) + 1)), "sum"]
        columns = zip(*self.table, self.sums, strict=True)
        return {"document": named} | {
            name: [*map(str, column)] for name, column in zip(self.names, columns, strict=True)
        }

    @property
    def caption(self) -> str:
        return f"Judgments of {len(self.table)} documents by {self.assessors} assessors"

    @property
    def data_sentences(self) -> str:
        return f"{self.caption}: {self.input_text}."


_SHOWN = 30  # documents up to which their shares are written out


class FleissKappa(Kappa):
    """Fleiss' kappa of any number of assessors: "kappa", "observed", the share of pairs that agree, or "expected".

    What it is asked about is a table with a row for each document and a column for each judgment, which counts the
    assessors who gave it, equally many for each document; or the lists of judgments, one an assessor. From -1 to 1; of
    two assessors it is Scott's pi. Source: Fleiss (1971).

    >>> from irlearn import explain
    >>> print(*explain(FleissKappa(), "3 0 | 1 2 | 0 3 | 2 1").lines, sep=chr(10))
    observed = (3/3 + 1/3 + 3/3 + 1/3) / 4 = 2/3 = 0.6667
    expected = (6^2 + 6^2) / 12^2 = 1/2 = 0.5
    kappa = (2/3 - 0.5) / (1 - 0.5) = 1/3 = 0.3333
    >>> explain("fleiss", "A: R R N R, B: R N N R, C: R N N N".replace(",", ";")).fraction
    Fraction(1, 3)
    """

    name = "kappa-fleiss"
    aliases = ("fleiss", "fleiss-kappa")
    title = "Fleiss' kappa"
    input_kind = "the judgments of three or more assessors"
    example = "3 0 | 1 2 | 0 3 | 2 1"
    case_type = FleissCase
    all_alike = "all assessors give"
    steps = steps_with(
        Kappa.steps,
        observed={"formula": FleissCase.observed_pairs},
        expected={"formula": lambda c: c.by_each(c.sums)},
    )

    def counts(self, given: object) -> QuantityInput:
        """The rows of counts, one a document, and behind them what the judgments are called."""
        return rated_of(given)


# wrong rules

_TWO, _ALL = "kappa kappa-pooled", "kappa kappa-pooled kappa-fleiss"

register_mistakes(
    __file__,
    common_mistake("observed-given", _ALL, replacing(kappa=lambda c: c.node("observed"))),
    other_definition(
        "pooled", "kappa", replacing(expected=KappaCase.by_both), evidence="Manning, Raghavan and Schütze (2008)"
    ),
    other_definition(
        "own-margins", "kappa-pooled", replacing(expected=KappaCase.by_own), evidence="Cohen (1960) defines it so"
    ),
    common_mistake(
        "chance-even",
        _TWO,
        replacing(expected=lambda c: Ratio(1, c.kinds)),
        evidence="Bennett, Alpert, Goldstein (1954)",
    ),
    common_mistake("first-alone", _TWO, replacing(expected=lambda c: c.by_each(c.rows) if c.rows != c.sums else None)),
    common_mistake(
        "first-judgment-only", _TWO, replacing(expected=lambda c: Product(*c.rows[:1], *c.sums[:1]) / Power(c.n, 2))
    ),
    common_mistake("not-divided", _ALL, replacing(kappa=lambda c: c["observed"] - c["expected"])),
    common_mistake("over-expected", _ALL, replacing(kappa=lambda c: (c["observed"] - c["expected"]) / c["expected"])),
    common_mistake(
        "agreed-counted",
        _TWO,
        replacing(observed=lambda c: Number(sum(row[place] for place, row in enumerate(c.table)))),
        statistic="observed",
    ),
    other_definition(
        "chance-even", "kappa-fleiss", replacing(expected=lambda c: Ratio(1, c.kinds)), evidence="Randolph (2005)"
    ),
    common_mistake(
        "pairs-with-oneself", "kappa-fleiss", replacing(observed=FleissCase.with_oneself), statistic="kappa observed"
    ),
)


# the exercise


@topic("kappa", "Cohen's kappa of two assessors, the share on which they agree, or that by chance", "01")
def _(random: Random, level: int) -> tuple[Kappa, QuantityInput]:
    asked, kinds = Kappa(("expected", "kappa", "kappa")[level - 1]), range(3 if level == 3 else 2)
    return asked, asked.read(
        [[draw(random, *((9, 48) if row == column else (1, 16))) for column in kinds] for row in kinds]
    )


# kappa of grades: the further two grades lie apart, the more a disagreement weighs


class WeightedCase(KappaCase):
    """Grades by two assessors."""

    wording = "weighted-kappa"

    def weight(self, i: int, j: int) -> int:
        """How much two grades weigh: how far they lie apart, or the square of that; nothing where they are equal."""
        known = all(str(one).isdecimal() for one in self.names)
        return int(abs(int(self.names[i]) - int(self.names[j]) if known else i - j) ** self.quantity.power)

    def weighed(self, cell: Callable[[int, int], Any]) -> Node:
        """The sum of all cells of a table by their weights, those of one weight together."""
        cells: dict[int, list[Any]] = {}
        for i, j in product(range(len(self.table)), repeat=2):
            cells.setdefault(self.weight(i, j), []).append(cell(i, j))
        return Sum(*(Product(weight, Sum(*cells[weight])) for weight in sorted(cells) if weight), whole=True)

    def seen(self) -> Node:
        return self.weighed(lambda i, j: self.table[i][j]) / self.n

    def by_chance(self) -> Node:
        """The same where each assessor gives each grade as often as it does, without a look at the document."""
        return self.weighed(lambda i, j: Product(self.rows[i], self.sums[j])) / Power(self.n, 2)

    @property
    def notes(self) -> list[str]:
        """That grades which nobody gave count as a step all the same."""
        gap = any(self.weight(place - 1, place) > 1 for place in range(1, len(self.table)))
        return [f"The grades are {comma_list(self.names)}: their numbers say how far they lie apart."] if gap else []


class LinearKappa(Kappa):
    """Cohen's kappa with linear weights; "observed", the mean weight of a document, or "expected", that by chance.

    kappa = 1 − observed / expected; a document weighs as much as its two grades lie apart. It is asked about what
    `Kappa` is asked about, but for shares. Source: Cohen (1968).

    >>> from irlearn import explain
    >>> explain(LinearKappa(), "20 5 2 | 3 10 4 | 1 2 30").equation
    'kappa = 1 - (20/77) / (5568/5929) = 1007/1392 = 0.7234'
    """

    name = "kappa-linear"
    aliases: ClassVar[tuple[str, ...]] = ("weighted-kappa", "linear-weighted-kappa", "linear-kappa")
    title = "kappa with linear weights"
    example = "20 5 2 | 3 10 4 | 1 2 30"
    case_type = WeightedCase
    power: ClassVar[int] = 1
    weight_rule: ClassVar[str] = "as much as its two grades lie apart"
    steps: ClassVar[tuple[Step, ...]] = steps_with(
        Kappa.steps,
        kappa={"formula": lambda c: 1 - c["observed"] / c["expected"]},
        observed={"formula": WeightedCase.seen, "label": "observed weight", "high": math.inf},
        expected={"formula": WeightedCase.by_chance, "label": "expected weight", "high": math.inf},
    )

    def counts(self, given: object) -> QuantityInput:
        """The table of grades, which are numbers where there are more than two. Raises `InputError`."""
        found = judged_of(given, self.title, self.example, shares=False)
        if len(names := [*map(str, found[-1])]) > 2 and not all(map(str.isdecimal, names)):
            raise InputError(f"{self.title} is about grades in an order; write numbers for {comma_list(names)}")
        return found


class QuadraticKappa(LinearKappa):
    """The same with quadratic weights: the square of how far two grades lie apart."""

    name = "kappa-quadratic"
    aliases = ("weighted-kappa", "quadratic-weighted-kappa", "quadratic-kappa", "qwk")
    title = "kappa with quadratic weights"
    power = 2
    weight_rule = "the square of how far its two grades lie apart"


_WEIGHTED, _MEANS = "kappa-linear kappa-quadratic", ("observed", "expected")


def _given(kind: type[Kappa]) -> Rule:
    case = lru_cache(maxsize=8)(kind().make_case)
    return replacing(kappa=lambda c: case(c.data).with_digits(c.digits).node("kappa") if len(c.table) > 2 else None)


register_mistakes(
    __file__,
    common_mistake("unweighted", _WEIGHTED, _given(Kappa)),
    common_mistake("quadratic-weights", "kappa kappa-linear", _given(QuadraticKappa)),
    common_mistake("linear-weights", "kappa kappa-quadratic", _given(LinearKappa)),
    common_mistake(
        "weights-turned", _WEIGHTED, replacing(**{one: lambda c, one=one: c.weight(0, -1) - c[one] for one in _MEANS})
    ),
    common_mistake(
        "counts-for-shares", _WEIGHTED, replacing(kappa=lambda c: 1 - c["observed"] / (c["expected"] * c.n))
    ),
    common_mistake("chance-left-out", _WEIGHTED, replacing(kappa=lambda c: 1 - c["observed"] / c.weight(0, -1))),
)


@topic("kappa-weighted", "Cohen's kappa of grades, with linear or quadratic weights", "01")
def _(random: Random, level: int) -> tuple[Kappa, QuantityInput]:
    asked, grades = (LinearKappa, QuadraticKappa, QuadraticKappa)[level - 1](), range(3 if level < 3 else 4)
    return asked, asked.read([[draw(random, *((9, 30) if i == j else (1, 9))) for j in grades] for i in grades])
