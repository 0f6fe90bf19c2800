"""Kappa, the agreement between assessors beyond chance.

Cohen's and Scott's kappa are for two assessors, Fleiss' kappa for any number, and weighted kappa for grades.
"""

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
from irlearn.byhand.hand_quantity import AGREEMENT, QuantityInput
from irlearn.byhand.input_judgments import Judgments, read_judgments
from irlearn.byhand.input_numbers import all_named
from irlearn.byhand.misconceptions import (
    Facts,
    Rule,
    common_mistake,
    other_definition,
    rare_mistake,
    register_mistakes,
)
from irlearn.byhand.portable_random import draw
from irlearn.byhand.question_words import topic
from irlearn.byhand.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.formulas import Name, Node, Number, Power, Product, Ratio, Sum
from irlearn.parsing.grade_notation import UNJUDGED
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import exact_number

SHARES = ("P(A)", "P(E)")
"""The names of an input of two shares, which has no counts."""
_MOST_DOCUMENTS = 10**6  # in a cell of a table for two assessors
_MOST_ROWS_OR_ASSESSORS = 1000  # of a table for Fleiss' kappa
_MOST_CATEGORIES = 10
_FLEISS_INPUT = (
    "Fleiss' kappa takes a row for each document with a count for each judgment, such as '3 0 | 1 2', or a list of "
    "judgments for each assessor, 'R R N | R N N | R R R'"
)


def parse_two_assessors(given: object, title: str, example: str, *, shares: bool = True) -> QuantityInput:
    """Parse a table of counts, two lists of judgments, or with `shares` also the shares P(A) and P(E).

    Parameters
    ----------
    given
        A text, a sequence of rows of counts, or two sequences of judgments.
    title, example
        The name of the quantity and an example of its input, for messages.
    shares
        Whether the two shares are accepted in place of counts.

    Returns
    -------
    tuple
        The rows of the table, or one row with both shares; the last element has the names of the columns.

    Raises
    ------
    InputError
        If the input is not a table, lists of judgments, or shares.

    Examples
    --------
    >>> parse_two_assessors([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)), ('relevant', 'not relevant'))
    """
    also = "'R R N | R N N', or both shares, 'P(A) = 0.9, P(E) = 0.5'" if shares else "'lists 1 3 2 | 1 2 2'"
    expected = (
        f"{title} takes a table of counts, such as '{example}', {'or ' * (not shares)}two lists of judgments, {also}"
    )
    earlier_input = _earlier_input(given, two=True)
    if earlier_input and (shares or len(earlier_input) > len(SHARES)):
        return earlier_input
    if shares and isinstance(given, str) and (stated := all_named(given, "shares")):
        return _shares_as_input(stated["agreed"], stated["chance"])
    text = _as_text(given, two=True)
    if text is None:
        raise InputError(f"{expected}; given: {quoted(given)}")
    parsed = read_judgments(text, two=True)
    if len(parsed.lists) == 2:
        (a, b), categories, names = _check_lists(parsed)
        pairs = [*zip(a, b, strict=True)]
        table = [[pairs.count((by_a, by_b)) for by_b in categories] for by_a in categories]
        return _table_as_input(table, names)
    if not parsed.table or len(parsed.table) > _MOST_CATEGORIES:
        if len({*map(len, parsed.lists)}) == 1 < len(parsed.lists):
            raise InputError(
                f"{expected}; all of two assessors; given: {len(parsed.lists)} lists in {quoted(text.strip())}; for "
                "three or more assessors ask for kappa-fleiss"
            )
        raise InputError(f"{expected}; given: {quoted(given)}")
    if (largest := max(map(max, parsed.table))) > _MOST_DOCUMENTS:
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST_DOCUMENTS:,}; given: {largest}")
    if not any(map(any, parsed.table)):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return _table_as_input(parsed.table, parsed.names)


def parse_many_assessors(given: object) -> QuantityInput:
    """Parse a table with a row for each document and a column for each judgment, or a list for each assessor.

    Parameters
    ----------
    given
        A text, a sequence of rows of counts, or sequences of judgments.

    Returns
    -------
    tuple
        The rows of the table, and after them the names of the columns.

    Raises
    ------
    InputError
        If the input is neither, or if it is too large.
    """
    if earlier_input := _earlier_input(given, two=False):
        return earlier_input
    text = _as_text(given, two=False)
    if text is None:
        raise InputError(f"{_FLEISS_INPUT}; given: {quoted(given)}")
    parsed = read_judgments(text, two=False)
    if max(map(len, parsed.lists), default=0) > 1 < len(parsed.lists):
        lists, categories, names = _check_lists(parsed)
        table = [[judgments.count(category) for category in categories] for judgments in zip(*lists, strict=True)]
        return _table_as_input(table, names)
    if not parsed.table:
        raise InputError(_explain_missing_table(parsed, text))
    documents, assessors, categories_count = len(parsed.table), sum(parsed.table[0]), len(parsed.table[0])
    if max(documents, assessors) > _MOST_ROWS_OR_ASSESSORS or categories_count > _MOST_CATEGORIES:
        raise InputError(
            f"Fleiss' kappa is computed by hand for up to {_MOST_ROWS_OR_ASSESSORS} documents with up to "
            f"{_MOST_ROWS_OR_ASSESSORS} judgments each, of {_MOST_CATEGORIES} kinds; given: {documents} documents, "
            f"{assessors} judgments, {categories_count} kinds; for more use irlearn.statistics.fleiss_kappa"
        )
    return _table_as_input(parsed.table, parsed.names)


def _last_column_may_be_sums(rows: Sequence[Sequence[int]]) -> bool:
    return len(rows[0]) > 2 and all(row[-1] == sum(row[:-1]) for row in rows)


def _earlier_input(given: object, *, two: bool) -> QuantityInput | None:
    """Return `given` if it is an input that was parsed before for the same kind of kappa, else None."""
    is_tuple_of_tuples = isinstance(given, tuple) and len(given) > 1 and all(isinstance(row, tuple) for row in given)
    rows, names = (given[:-1], given[-1]) if is_tuple_of_tuples and isinstance(given, tuple) else ((), ())
    if names == SHARES:
        return cast("QuantityInput", given)
    has_counts = all(isinstance(count, Fraction) and count.denominator == 1 for row in rows for count in row)
    has_names = {*map(len, rows)} == {len(names)} and all(isinstance(name, str) for name in names)
    has_shape = len(rows) == len(names) if two else len({*map(sum, rows)}) == 1
    return cast("QuantityInput", given) if has_counts and has_names and has_shape else None


def _table_as_input(table: Iterable[Sequence[int]], names: tuple[str, ...]) -> QuantityInput:
    """Return the rows of a table, and after them the names of the columns, by default 1, 2, ..."""
    rows = [tuple(map(Fraction, row)) for row in table]
    return cast("QuantityInput", (*rows, names or tuple(map(str, range(1, len(rows[0]) + 1)))))


def _shares_as_input(agreed: Fraction, chance: Fraction) -> QuantityInput:
    for name, share in zip(SHARES, (agreed, chance), strict=True):
        if not 0 <= share <= 1:
            percent = f"; write {typed(share)}% for a percentage" if 1 < share <= 100 else ""
            raise InputError(f"{name} is a share from 0 to 1; given: {typed(share)}{percent}")
    return cast("QuantityInput", ((agreed, chance), SHARES))


def _as_text(given: object, *, two: bool) -> str | None:
    """Return rows of counts, or lists of judgments, as a learner would type them; None for any other input."""
    if isinstance(given, str):
        return given
    rows = [*given] if isinstance(given, Sequence | np.ndarray) else []
    if len(rows) < 2 or not all(isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) for row in rows):
        return None
    if not two or (len(rows) == 2 and {*map(len, rows)} != {2}):
        return "lists " * two + " | ".join(" ".join(map(str, row)) for row in rows)
    if {*map(len, rows)} != {len(rows)}:
        return None
    counts = [
        [exact_number(count, "a count of documents", "a whole number such as 12") for count in row] for row in rows
    ]
    for row in counts:
        for count in row:
            if count.denominator > 1 or not 0 <= count <= _MOST_DOCUMENTS:
                raise InputError(f"counts of documents are whole numbers from 0 to {_MOST_DOCUMENTS:,}; given: {count}")
    return "counts " + " | ".join(" ".join(map(str, row)) for row in counts)


def _check_lists(parsed: Judgments) -> tuple[Sequence[list[Any]], list[Any], tuple[str, ...]]:
    """Return the assessors' lists, the categories of the judgments, and the categories' names.

    Raise `InputError` for lists of different lengths, an unjudged document, or too many categories.
    """
    lists, used = parsed.lists, {judgment for judgments in parsed.lists for judgment in judgments}
    for assessor, judgments in zip(ascii_uppercase, lists, strict=False):
        if UNJUDGED in judgments:
            raise InputError(
                f"document {judgments.index(UNJUDGED) + 1} is not judged by {assessor}; leave it out of all lists, "
                "because kappa is about documents that all judged"
            )
    if len({*map(len, lists)}) > 1:
        lengths = [
            f"{len(judgments)} judgments of {assessor}"
            for assessor, judgments in zip(ascii_uppercase, lists, strict=False)
        ]
        listed = f"{lengths[0]} and {len(lists[1])} of B" if len(lengths) == 2 else comma_list(lengths)
        raise InputError(f"{'both' if len(lists) == 2 else 'all'} assessors judge the same documents; given: {listed}")
    categories = sorted(used)
    is_binary = used <= {0, 1}
    if not all(isinstance(judgment, str) for judgment in used):
        categories = [1, 0] if is_binary else sorted(used, reverse=True)
    if not 2 <= len(categories) <= _MOST_CATEGORIES:
        given = comma_list([str(category) for category in categories[:20]]) + " alone" * (len(categories) == 1)
        raise InputError(f"kappa is about 2 to {_MOST_CATEGORIES} kinds of judgments; given: {given}")
    return lists, categories, ("relevant", "not relevant") if is_binary else tuple(map(str, categories))


def _explain_missing_table(parsed: Judgments, text: str) -> str:
    """Return the message about numbers that do not form a table with a row of counts for each document."""
    rows, sums = parsed.rows, [*map(sum, parsed.rows)]
    if len(rows) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return f"{_FLEISS_INPUT}; given: {quoted(text.strip())}"
    odd = next((row for row, row_sum in enumerate(sums) if row_sum != sums[0]), 1)
    hint = "" if parsed.said else "; write 'lists' before lists of grades"
    return (
        f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {sums[0]} and "
        f"document {odd + 1} has {sums[odd]}{hint}"
    )


class KappaCase(Case):
    """A question about two assessors: a table of their judgments, or the shares P(A) and P(E)."""

    wording = "kappa"
    given_steps: Mapping[str, Fraction] = {}
    """Both shares, if they are stated in place of counts."""
    declared_facts: ClassVar[Facts] = {
        "who": lambda c: "both together give" if isinstance(c.quantity, PooledKappa) else "each of them gives",
        "row_sums": lambda c: comma_list([*map(str, c.rows)]),
        "column_sums": lambda c: comma_list([*map(str, c.sums)]),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.names = cast("tuple[Any, ...]", given[-1])
        self.table: list[list[int]] = []
        """A row for each judgment of the first assessor; empty if the shares are stated."""
        if self.names == SHARES:
            self.given_steps = dict(zip(("observed", "expected"), given[0], strict=True))
        else:
            self.table = [[*map(int, row)] for row in given[:-1]]
        self.rows, self.sums = [*map(sum, self.table)], [*map(sum, zip(*self.table, strict=True))]
        self.kinds, self.n = len(self.sums), sum(self.rows)
        """The number of categories, and the sum of all counts, which for two assessors is the number of documents."""

    def observed(self) -> Node:
        """Return the formula of the share of documents on which both assessors agree."""
        return Sum(*(row[category] for category, row in enumerate(self.table)), whole=True) / self.n

    def chance_of_own_margins(self) -> Node:
        """Return the formula of the chance agreement from each assessor's own margin."""
        return Sum(*map(Product, self.rows, self.sums), whole=True) / Power(self.n, 2)

    def chance_of_pooled_margins(self) -> Node:
        """Return the formula of the chance agreement from the sums of both assessors' margins."""
        squares = [Power(Sum(*both), 2) for both in zip(self.rows, self.sums, strict=True)]
        return Sum(*squares, whole=True) / Power(2 * self.n, 2)

    def chance_of_one_margin(self, sums: list[int]) -> Node:
        """Return the formula of the chance agreement from one margin: that of an assessor, or the pooled margin."""
        return Sum(*(Power(category_sum, 2) for category_sum in sums), whole=True) / Power(self.n, 2)

    def jaccard(self) -> Node | None:
        """Return the formula of Jaccard's index of the first judgment; None without a table of two judgments."""
        if self.kinds != 2 or self.table[-1][-1] == self.n:
            return None
        return Ratio(self.table[0][0], self.n - self.table[-1][-1])

    def kappa(self) -> Node:
        """Return the formula of kappa."""
        formula: Node = (self["observed"] - self["expected"]) / (1 - self["expected"])
        return formula

    @property
    def input_text(self) -> str:
        if self.given_steps:
            return f"P(A) = {self['observed']}, P(E) = {self['expected']}"
        return "counts " + " | ".join(" ".join(map(str, row)) for row in self.table)

    @property
    def columns(self) -> dict[str, list[str]]:
        if self.given_steps:
            shares = ["P(A), agreement", "P(E), agreement by chance"]
            return {"share": shares, "stated": [str(self[step]) for step in self.given_steps]}
        cells = [[*map(str, row), str(sum(row))] for row in (*self.table, self.sums)]
        heads = [*(f"B: {name}" for name in self.names), "sum"]
        by_column = dict(zip(heads, map(list, zip(*cells, strict=True)), strict=True))
        return {"A \\ B": [*(f"A: {name}" for name in self.names), "sum"], **by_column}

    @property
    def data_sentences(self) -> str:
        """The counts: one sentence for a table of four, otherwise a clause for each row.

        >>> Kappa().make_case(Kappa().read([[12, 5], [3, 20]])).data_sentences
        'Of 40 documents, both assessors call 12 relevant, only A calls 5 relevant, only B 3, and neither 20.'
        >>> Kappa().make_case(Kappa().read("P(A) = 0.9, P(E) = 0.5")).data_sentences
        'Agreement of two assessors, observed and by chance: P(A) = 0.9, P(E) = 0.5.'
        """
        if self.given_steps:
            return f"{self.caption}: {self.input_text}."
        if len(self.table) == 2:
            (both, first), (second, neither) = self.table
            counts = f"both assessors call {both} relevant, only A calls {first} relevant, only B {second}"
            return f"Of {count_noun(self.n, 'document')}, {counts}, and neither {neither}."
        clauses = []
        for name, row in zip(self.names, self.table, strict=True):
            by_b = comma_list([f"{count} a {other}" for count, other in zip(row, self.names, strict=True)])
            clauses.append(f"f the documents to which A gives {name}, B gives {by_b}")
        return f"In all, {count_noun(self.n, 'document')} are judged. O{'; o'.join(clauses)}."

    @property
    def caption(self) -> str:
        """The heading of the table."""
        if self.given_steps:
            return "Agreement of two assessors, observed and by chance"
        return f"Judgments of {self.n} documents by two assessors"


class Kappa(DeclaredQuantity):
    """Cohen's kappa of two assessors, "observed", the share on which they agree, or "expected", their chance agreement.

    kappa = (observed − expected) / (1 − expected), from -1 to 1. The chance agreement follows from how often each of
    the two assessors gives each judgment. The input is a table of counts, with a row for each judgment of the first
    assessor and a column for each judgment of the second; or both lists of judgments, in the same order of documents;
    or the shares P(A) and P(E) alone.

    References
    ----------
    Cohen, J. (1960). A coefficient of agreement for nominal scales.

    Examples
    --------
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
        Step("expected", KappaCase.chance_of_own_margins, high=1.0),
    )

    def read(self, given: object) -> QuantityInput:
        """Return the rows of the table, and after them the names of the judgments.

        Raises
        ------
        InputError
            If the input is neither a table nor lists of judgments, if it may be both, or if kappa divides by 0.
        """
        case = self.make_case(self.counts(given))
        if case.given_steps and self.statistic != "kappa":
            raise InputError(f"{case.input_text} states {self.phrase}; ask for {type(self)()!r}")
        if self.statistic == "kappa" and not math.isfinite(case.right_value):
            raise InputError(f"kappa divides by 0 where {self.all_alike} every document the same one judgment")
        pair: QuantityInput = case.data
        return pair

    def counts(self, given: object) -> QuantityInput:
        """Parse the input, without a check that kappa is defined."""
        return parse_two_assessors(given, self.title, self.example)

    def __repr__(self) -> str:
        return self.name if self.statistic == "kappa" else super().__repr__()


class PooledKappa(Kappa):
    """Kappa with the chance agreement from how often both assessors together give each judgment: Scott's pi.

    Manning, Raghavan and Schütze (2008) and Siegel and Castellan (1988) compute kappa in this way.

    References
    ----------
    Scott, W. A. (1955). Reliability of content analysis: the case of nominal scale coding.

    Examples
    --------
    >>> from irlearn import explain
    >>> print(*explain(PooledKappa(), "300 20 | 10 70").lines[1:], sep=chr(10))
    expected = ((320 + 310)^2 + (80 + 90)^2) / 800^2 = 2129/3200 = 0.6653
    kappa = (0.925 - 0.6653125) / (1 - 0.6653125) = 277/357 = 0.7759
    """

    name = "kappa-pooled"
    aliases = ("scott-pi", "scotts-pi", "pooled-kappa")
    title = "kappa with pooled margins"
    steps = steps_with(Kappa.steps, expected={"formula": KappaCase.chance_of_pooled_margins})


class FleissCase(KappaCase):
    """A question about any number of assessors: a table with a row for each document and a column for each judgment."""

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.assessors = sum(self.table[0])
        self.pairs = math.comb(self.assessors, 2)

    def observed_pairs(self) -> Node:
        """Return the formula of the mean share of pairs of assessors who agree about a document."""
        shares = [Ratio(sum(math.comb(count, 2) for count in row), self.pairs) for row in self.table]
        total = Name("sum of the shares of pairs", sum((share.exact or 0 for share in shares), Fraction(0)))
        return (Sum(*shares, whole=True) if len(shares) <= _MOST_WRITTEN_SHARES else total) / len(shares)

    def observed_with_oneself(self) -> Node:
        """Return the formula of the observed agreement if each assessor is, wrongly, also paired with itself."""
        squares = [Ratio(sum(count**2 for count in row), self.assessors**2) for row in self.table]
        return Sum(*squares, whole=True) / len(squares)

    @property
    def input_text(self) -> str:
        """The table as a learner would type it, marked "without sums" if the last column could be taken for sums."""
        return super().input_text.replace("counts", "counts without sums", _last_column_may_be_sums(self.table))

    @property
    def columns(self) -> dict[str, list[str]]:
        labels = [*(str(number) for number in range(1, len(self.table) + 1)), "sum"]
        columns = zip(*self.table, self.sums, strict=True)
        return {"document": labels} | {
            name: [*map(str, column)] for name, column in zip(self.names, columns, strict=True)
        }

    @property
    def caption(self) -> str:
        return f"Judgments of {len(self.table)} documents by {self.assessors} assessors"

    @property
    def data_sentences(self) -> str:
        return f"{self.caption}: {self.input_text}."


_MOST_WRITTEN_SHARES = 30


class FleissKappa(Kappa):
    """Fleiss' kappa of any number of assessors: "kappa", "observed", the share of pairs that agree, or "expected".

    It lies between -1 and 1; for two assessors it is Scott's pi. The input is a table with a row for each document and
    a column for each judgment, which counts the assessors who gave it, equally many for each document; or a list of
    judgments for each assessor.

    References
    ----------
    Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters.

    Examples
    --------
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
        expected={"formula": lambda c: c.chance_of_one_margin(c.sums)},
    )

    def counts(self, given: object) -> QuantityInput:
        return parse_many_assessors(given)


# Misconceptions about kappa without weights.

_TWO, _ALL = "kappa kappa-pooled", "kappa kappa-pooled kappa-fleiss"

register_mistakes(
    __file__,
    common_mistake("observed-given", _ALL, replacing(kappa=lambda c: c.node("observed"))),
    other_definition(
        "pooled",
        "kappa",
        replacing(expected=KappaCase.chance_of_pooled_margins),
        evidence="Manning, Raghavan and Schütze (2008)",
    ),
    other_definition(
        "own-margins",
        "kappa-pooled",
        replacing(expected=KappaCase.chance_of_own_margins),
        evidence="Cohen (1960) defines it so",
    ),
    common_mistake(
        "chance-even",
        _TWO,
        replacing(expected=lambda c: Ratio(1, c.kinds)),
        evidence="Bennett, Alpert, Goldstein (1954)",
    ),
    common_mistake(
        "first-alone",
        _TWO,
        replacing(expected=lambda c: c.chance_of_one_margin(c.rows) if c.rows != c.sums else None),
    ),
    common_mistake(
        "first-judgment-only", _TWO, replacing(expected=lambda c: Product(*c.rows[:1], *c.sums[:1]) / Power(c.n, 2))
    ),
    rare_mistake("jaccard", _TWO, replacing(kappa=KappaCase.jaccard)),
    common_mistake("not-divided", _ALL, replacing(kappa=lambda c: c["observed"] - c["expected"])),
    common_mistake("over-expected", _ALL, replacing(kappa=lambda c: (c["observed"] - c["expected"]) / c["expected"])),
    common_mistake(
        "agreed-counted",
        _TWO,
        replacing(observed=lambda c: Number(sum(row[category] for category, row in enumerate(c.table)))),
        statistic="observed",
    ),
    other_definition(
        "chance-even", "kappa-fleiss", replacing(expected=lambda c: Ratio(1, c.kinds)), evidence="Randolph (2005)"
    ),
    common_mistake(
        "pairs-with-oneself",
        "kappa-fleiss",
        replacing(observed=FleissCase.observed_with_oneself),
        statistic="kappa observed",
    ),
)


@topic("kappa", "Cohen's kappa of two assessors, their observed agreement, or their agreement by chance", "01")
def _(random: Random, level: int) -> tuple[Kappa, QuantityInput]:
    quantity, categories = Kappa(("expected", "kappa", "kappa")[level - 1]), range(3 if level == 3 else 2)
    table = [[draw(random, *((9, 48) if row == column else (1, 16))) for column in categories] for row in categories]
    return quantity, quantity.read(table)


# Weighted kappa: a disagreement counts more if the two grades differ more.


class WeightedKappaCase(KappaCase):
    """A question about the grades of two assessors."""

    wording = "weighted-kappa"

    def weight(self, i: int, j: int) -> int:
        """Return the weight of a disagreement between two grades, given by their indices."""
        are_numbers = all(str(name).isdecimal() for name in self.names)
        difference = int(self.names[i]) - int(self.names[j]) if are_numbers else i - j
        return int(abs(difference) ** self.quantity.power)

    def weighted_sum(self, cell: Callable[[int, int], Any]) -> Node:
        """Return the weighted sum of the cells of a table, with the cells of the same weight added first."""
        cells: dict[int, list[Any]] = {}
        for i, j in product(range(len(self.table)), repeat=2):
            cells.setdefault(self.weight(i, j), []).append(cell(i, j))
        return Sum(*(Product(weight, Sum(*cells[weight])) for weight in sorted(cells) if weight), whole=True)

    def observed_weight(self) -> Node:
        """Return the formula of the mean weight of a document."""
        return self.weighted_sum(lambda i, j: self.table[i][j]) / self.n

    def expected_weight(self) -> Node:
        """Return the formula of the mean weight if the assessors' grades were independent."""
        return self.weighted_sum(lambda i, j: Product(self.rows[i], self.sums[j])) / Power(self.n, 2)

    @property
    def notes(self) -> list[str]:
        """A note that the differences between grades count, if there is a gap between two grades."""
        has_gap = any(self.weight(grade - 1, grade) > 1 for grade in range(1, len(self.table)))
        if not has_gap:
            return []
        return [f"The grades are {comma_list(self.names)}: their numbers say how far apart they are."]


class LinearKappa(Kappa):
    """Cohen's kappa with linear weights, "observed", the mean weight of a document, or "expected", the mean by chance.

    kappa = 1 − observed / expected, where the weight of a document is the difference between its two grades. The input
    is that of `Kappa`, except for shares.

    References
    ----------
    Cohen, J. (1968). Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit.

    Examples
    --------
    >>> from irlearn import explain
    >>> explain(LinearKappa(), "20 5 2 | 3 10 4 | 1 2 30").equation
    'kappa = 1 - (20/77) / (5568/5929) = 1007/1392 = 0.7234'
    """

    name = "kappa-linear"
    aliases: ClassVar[tuple[str, ...]] = ("weighted-kappa", "linear-weighted-kappa", "linear-kappa")
    title = "kappa with linear weights"
    example = "20 5 2 | 3 10 4 | 1 2 30"
    case_type = WeightedKappaCase
    power: ClassVar[int] = 1
    weight_rule: ClassVar[str] = "the distance between its two grades"
    steps: ClassVar[tuple[Step, ...]] = steps_with(
        Kappa.steps,
        kappa={"formula": lambda c: 1 - c["observed"] / c["expected"]},
        observed={"formula": WeightedKappaCase.observed_weight, "label": "observed weight", "high": math.inf},
        expected={"formula": WeightedKappaCase.expected_weight, "label": "expected weight", "high": math.inf},
    )

    def counts(self, given: object) -> QuantityInput:
        """Parse the table of grades, and raise `InputError` if there are more than two and some are not numbers."""
        table = parse_two_assessors(given, self.title, self.example, shares=False)
        names = [*map(str, table[-1])]
        if len(names) > 2 and not all(map(str.isdecimal, names)):
            raise InputError(f"{self.title} is about grades in an order; write numbers for {comma_list(names)}")
        return table


class QuadraticKappa(LinearKappa):
    """Cohen's kappa with quadratic weights: the weight of a document is the square of the difference of its grades."""

    name = "kappa-quadratic"
    aliases = ("weighted-kappa", "quadratic-weighted-kappa", "quadratic-kappa", "qwk")
    title = "kappa with quadratic weights"
    power = 2
    weight_rule = "the square of the distance between its two grades"


# Misconceptions about weighted kappa.

_WEIGHTED = "kappa-linear kappa-quadratic"


def _kappa_of_kind(kind: type[Kappa]) -> Rule:
    """Return a rule that computes another kind of kappa from the same table; it applies to more than two grades."""
    make_case = lru_cache(maxsize=8)(kind().make_case)

    def kappa(case: KappaCase) -> Node | None:
        if len(case.table) <= 2:
            return None
        formula: Node = make_case(case.data).with_digits(case.digits).node("kappa")
        return formula

    return replacing(kappa=kappa)


def _turned_weight(step: str) -> Callable[[WeightedKappaCase], Node]:
    """Return the formula of a step if each weight is subtracted from the largest weight."""
    return lambda case: case.weight(0, -1) - case[step]


register_mistakes(
    __file__,
    common_mistake("unweighted", _WEIGHTED, _kappa_of_kind(Kappa)),
    common_mistake("quadratic-weights", "kappa kappa-linear", _kappa_of_kind(QuadraticKappa)),
    common_mistake("linear-weights", "kappa kappa-quadratic", _kappa_of_kind(LinearKappa)),
    common_mistake(
        "weights-turned",
        _WEIGHTED,
        replacing(observed=_turned_weight("observed"), expected=_turned_weight("expected")),
    ),
    common_mistake(
        "counts-for-shares", _WEIGHTED, replacing(kappa=lambda c: 1 - c["observed"] / (c["expected"] * c.n))
    ),
    common_mistake("chance-left-out", _WEIGHTED, replacing(kappa=lambda c: 1 - c["observed"] / c.weight(0, -1))),
)


@topic("kappa-weighted", "Cohen's kappa of grades, with linear or quadratic weights", "01")
def _(random: Random, level: int) -> tuple[Kappa, QuantityInput]:
    quantity, grades = (LinearKappa, QuadraticKappa, QuadraticKappa)[level - 1](), range(3 if level < 3 else 4)
    table = [[draw(random, *((9, 30) if row == column else (1, 9))) for column in grades] for row in grades]
    return quantity, quantity.read(table)
