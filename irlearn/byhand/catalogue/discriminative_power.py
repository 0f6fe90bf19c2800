"""Pairs of systems by two kinds of judgments: their eight outcomes, and precision, recall and bias from these counts.

Outcomes and shares are those of Otero, Parapar and Ferro (2023).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, NamedTuple, cast

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step
from irlearn.byhand.misconceptions import Facts, Misconception, Wrong, WrongFormula, common_mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw, likely, shuffled
from irlearn.byhand.quantity import JUDGING, QuantityInput, as_list
from irlearn.byhand.question_words import topic
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Name, Node, Number as Shown, Ratio, Sentence, Sum, equation
from irlearn.parsing.typed_numbers import digits_in_a_row, numbers_listed, read_named
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import aligned, exact_number

# the eight outcomes


class Standing(NamedTuple):
    """How a pair stands: whether both judgments put the same system first, and whether each finds it significant."""

    same: bool
    gold: bool
    low: bool

    @property
    def by(self) -> str:
        """By which judgments a pair is significant that stands so."""
        by = {(True, True): "both", (True, False): "gold only", (False, True): "low-cost judgments only"}
        return f"significant by {by.get((self.gold, self.low), 'neither')}"

    def outcome_sentence(self, code: str) -> str:
        level = {"A": "active ", "P": "passive "}.get(code[0], "mixed ")
        which = {"G": " by gold, missed", "L": " by low-cost judgments, invented"}.get(code[-1], "")
        called = f"{level}{'agreements' if self.same else 'disagreements'}{which}"
        return f"{code} are the {called}: {self.by}, and {'the same sign' if self.same else 'opposite signs'}"


OUTCOMES = {
    code: Standing(code[1] == "A", gold=code[0] == "A" or code[-1] == "G", low=code[0] == "A" or code[-1] == "L")
    for code in ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
}
"""The outcomes: active, mixed or passive, agreement or disagreement, by gold or by low-cost judgments."""
_CODES = {one: code for code, one in OUTCOMES.items()}
_YES_NO = {True: "yes", False: "no"}

# the pairs that have an outcome

_FEWEST, _MOST = 2, 9  # pairs, so that each has one digit
_DIFFERENCES, _MEANS = 2, 4  # numbers of a pair


class PairsCase(Case):
    """Pairs of systems with their differences by gold and by low-cost judgments."""

    wording = "discriminative-power"
    declared_facts: ClassVar[Facts] = {
        "other": lambda c: _CODES[Standing(c.wanted.same, c.wanted.low, c.wanted.gold)],
        "signs": lambda c: "the same sign" if c.wanted.same else "opposite signs",
        "pairs": lambda c: number_word(len(c.stand)),
        "asks": lambda c: c.wanted.outcome_sentence(c.code),
        "gold": lambda c: f"{(gold := c.named(itemgetter(1)))} {'are' if str(gold).startswith('pairs') else 'is'}",
        "low": lambda c: c.named(itemgetter(2)),
        "same": lambda c: c.named(itemgetter(0)),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        rows = given[1:]
        self.differences = [
            (row[0], row[1]) if len(row) == _DIFFERENCES else (row[0] - row[1], row[2] - row[3]) for row in rows
        ]
        self.code, self.wanted, self.stand = asked.statistic, OUTCOMES[asked.statistic], self.standings(*given[0])
        self.thresholds = aligned([*map(float, given[0])])

    def standings(self, gold: Fraction, low: Fraction) -> list[Standing]:
        """How each pair stands where a difference is significant above these; 0 agrees with either sign."""
        return [Standing(one * other >= 0, abs(one) > gold, abs(other) > low) for one, other in self.differences]

    def named(self, rule: Callable[[Standing], bool] | None = None, stand: Sequence[Standing] = ()) -> Node:
        """The pairs that have the outcome, or that another rule lists, or where they stand otherwise."""
        rule = rule or self.wanted.__eq__
        places = [place for place, one in enumerate(stand or self.stand, start=1) if rule(one)]
        listed = comma_list([str(one) for one in places])
        value = Fraction("".join(map(str, places)) or "0")
        return Name(f"{'pair' if len(places) == 1 else 'pairs'} {listed}" if places else "no pair", value)

    def listed(self, rule: Callable[[Standing], bool] | None = None, stand: Sequence[Standing] = ()) -> WrongFormula:
        """The same as a wrong calculation."""
        made = self.named(rule, stand)
        return WrongFormula(cast("Fraction", made.exact), made)

    @property
    def notes(self) -> list[str]:
        gold, low = self.thresholds
        return [f"By gold a difference is significant above {gold}, by low-cost judgments above {low}."]

    @property
    def input_text(self) -> str:
        columns = [aligned([*map(float, column)]) for column in zip(*self.data[1:], strict=True)]
        return " | ".join([" ".join(self.thresholds), *map(" ".join, zip(*columns, strict=True))])

    @property
    def table(self) -> dict[str, list[str]]:
        """What a question states, by column: the pairs numbered, each column with equally many decimals."""
        names = ("A by gold", "B by gold", "A by low-cost", "B by low-cost")
        names = names if len(self.data[1]) == _MEANS else ("A − B by gold", "A − B by low-cost")  # type: ignore[assignment]  # as many as columns
        columns = zip(names, zip(*self.data[1:], strict=True), strict=True)
        numbered = [str(place) for place in range(1, len(self.data))]
        written = {name: aligned([*map(float, one)]) for name, one in columns}
        return {"pair": numbered, **{name: [one.replace("-", "−") for one in row] for name, row in written.items()}}

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        gold, low = (aligned([*map(float, side)]) for side in zip(*self.differences, strict=True))
        return {
            "pair": self.table["pair"],
            "A − B by gold": gold,
            "significant by gold": [_YES_NO[one.gold] for one in self.stand],
            "A − B by low-cost": low,
            "significant by low-cost": [_YES_NO[one.low] for one in self.stand],
            "same sign": [_YES_NO[one.same] for one in self.stand],
            "outcome": [_CODES[one] for one in self.stand],
        }

    def lines(self) -> Iterator[Line]:
        yield Sentence(OUTCOMES[self.quantity.statistic].outcome_sentence(self.quantity.statistic))
        yield from super().lines()

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["means" if len(self.data[1]) == _MEANS else "differences"]

    @property
    def data_sentences(self) -> str:
        told = []
        for place, *numbers in zip(*self.table.values(), strict=True):
            halves = [" and ".join(numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
            told.append(f"Pair {place}: {'; '.join(halves)}.")
        return " ".join([*told, *self.notes])


class PairOutcome(DeclaredQuantity):
    """The pairs of systems that have one of the eight outcomes, such as "MAL", as the row of their numbers.

    What it is asked about is a table: first the two thresholds, by gold and by low-cost judgments; then for each of 2
    to 9 pairs either two numbers, the difference A − B of the mean scores by gold and by low-cost judgments, or four,
    the means of A and B by gold and of A and B by low-cost judgments. A difference is significant above its threshold;
    a difference of 0 agrees with either sign. The pairs 2, 5 and 7 are written 257, and 0 where there is none.

    >>> from irlearn import explain
    >>> table = [(0.05, 0.06), (0.10, 0.08), (0.04, 0.07), (-0.02, 0.01), (-0.03, -0.09)]
    >>> PairOutcome("MAL"), explain(PairOutcome("MAL"), table).equation
    (MAL(pair-outcome), 'MAL = pairs 2 and 4 = 24')
    """

    name = "pair-outcome"
    title = "outcome of pairs of systems"
    family = JUDGING
    input_kind = "differences of means"
    example = "0.05 0.06 | 0.10 0.08 | 0.09 0.02 | 0.04 0.07 | -0.02 0.01 | -0.08 -0.07 | -0.03 -0.09 | 0.01 0.03"
    is_exact = True
    answer_format = "257, “2 5 7” and “2, 5 and 7” are all understood."
    case_type = PairsCase
    steps = tuple(Step(code, PairsCase.named) for code in OUTCOMES)

    def read(self, given: object) -> QuantityInput:
        """The thresholds, then a row for each pair. Raises `InputError` for what is no such table."""
        if isinstance(given, str):
            given = [numbers_listed(row, given) for row in given.split("|")]
        rows = as_list(given)
        if not _FEWEST <= len(rows) - 1 <= _MOST:
            raise InputError(
                f"the {self.title} takes the two thresholds, then {_FEWEST} to {_MOST} pairs; "
                f"given: {count_noun(len(rows), 'row') if rows else quoted(given)}"
            )
        first, *pairs = (_row(row, place) for place, row in enumerate(rows))
        if len(first) != _DIFFERENCES or min(first) <= 0:
            raise InputError(
                "first come two thresholds above 0, by gold and by low-cost judgments, such as 0.05 and 0.06; "
                f"given: {quoted(list(map(str, first)))}"
            )
        sizes = {len(row) for row in pairs}
        if sizes not in ({_DIFFERENCES}, {_MEANS}):
            raise InputError(
                "each pair has two numbers, its difference by gold and by low-cost judgments, or each has four, the "
                "means of A and B by gold, then by low-cost judgments; given: pairs of "
                f"{comma_list([str(size) for size in sorted(sizes)])}"
            )
        return first, *pairs

    @property
    def phrase(self) -> str:
        return f"the list of the pairs that are {self.statistic}"

    def normalized(self, answer: str) -> str:
        """The pairs as one number, also where they were listed with signs between them.

        >>> PairOutcome().normalized("2, 5 and 7")
        '257'
        """
        return digits_in_a_row(answer)


def _row(given: object, place: int) -> tuple[Fraction, ...]:
    what = f"pair {place}" if place else "the thresholds"
    if len(numbers := as_list(given)) not in (_DIFFERENCES, _MEANS):
        raise InputError(f"{what} must be {'two or four' if place else 'two'} numbers; given: {quoted(given)}")
    return tuple(exact_number(one, f"a number of {what}", "a number such as 0.084") for one in numbers)


# wrong rules: which letter says what, and what a threshold is compared with


def listing(name: str, lists: Callable[[Standing, Standing], bool], statistic: str = "") -> Misconception:
    """A wrong rule that lists a pair by how it stands, and how one should that has the outcome."""
    return common_mistake(
        name, "pair-outcome", lambda c: c.listed(lambda pair: lists(pair, c.wanted)), statistic=statistic
    )


def _positive(case: PairsCase) -> Wrong:
    gold, low = case.data[0]
    signed = zip(case.stand, case.differences, strict=True)
    return case.listed(stand=[one._replace(gold=a > gold, low=b > low) for one, (a, b) in signed])


def _counted(case: PairsCase) -> Wrong:
    many = Fraction(case.stand.count(case.wanted))
    return WrongFormula(many, Name("the number of pairs", many))


_MIXED = "MAG MAL MDG MDL"

register_mistakes(
    __file__,
    common_mistake("counted", "pair-outcome", _counted),
    listing("judgments-swapped", lambda pair, asked: pair == (asked.same, asked.low, asked.gold), _MIXED),
    listing("sign-ignored", lambda pair, asked: pair[1:] == asked[1:]),
    listing("significance-ignored", lambda pair, asked: pair.same == asked.same),
    common_mistake("negative-never-significant", "pair-outcome", _positive),
    common_mistake(
        "gold-threshold-for-both", "pair-outcome", lambda c: c.listed(stand=c.standings(c.data[0][0], c.data[0][0]))
    ),
    listing(
        "other-judgments-left-out",
        lambda pair, asked: pair.same == asked.same and (pair.gold if asked.gold else pair.low),
        _MIXED,
    ),
    listing("one-is-enough", lambda pair, asked: pair.same == asked.same and (pair.gold or pair.low), "AA AD"),
)


# its exercise


@topic("pair-outcome", "which pairs of systems have an outcome, such as MAL, by gold and by low-cost judgments", "14")
def _(random: Random, level: int) -> tuple[PairOutcome, QuantityInput]:
    first = ("AA", "MAG", "MAL")
    asked = PairOutcome(choose(random, (first, (*first, "PA"), tuple(OUTCOMES))[level - 1]))
    less, more = draw(random, 40, 50), draw(random, 56, 66)
    thresholds = choose(random, ((less, more), (more, less)))
    right = OUTCOMES[asked.statistic]
    turned = right._replace(same=not right.same)
    others = shuffled(random, [one for one in _CODES if one not in (right, turned)])
    wanted = [right] * draw(random, 2, 4)  # two or more, one with the other sign, and others
    standings = shuffled(random, [wanted[0], turned, *wanted[1:], *others][: 8 + level // 3])
    rows = [_differences(random, *thresholds, standing) for standing in standings]
    table = [thresholds, *(rows if level == 1 else [_means(random, *row) for row in rows])]
    return asked, asked.read([[Fraction(one, 1000) for one in row] for row in table])


def _differences(random: Random, gold: int, low: int, standing: Standing) -> tuple[int, int]:
    """Two differences in thousandths of a pair that stands so."""
    by_gold, by_low = _size(random, gold, low, standing.gold), _size(random, low, gold, standing.low)
    sign = choose(random, (1, -1))
    return sign * by_gold, (sign if standing.same else -sign) * by_low


def _size(random: Random, threshold: int, other: int, significant: bool) -> int:
    """A size above a threshold, or below; often one that another threshold would judge otherwise; never at either."""
    less, more = sorted((threshold, other))
    if (threshold < other) == significant and likely(random, 0.5):
        return draw(random, less + 1, more - 1)
    return draw(random, more + 3, more + 60) if significant else draw(random, 4, less - 3)


def _means(random: Random, by_gold: int, by_low: int) -> tuple[int, ...]:
    """Means of A and of B, by gold and by low-cost judgments, that differ so much."""
    found = ((draw(random, 150, 380), one) for one in (by_gold, by_low))
    return tuple(mean for b, difference in found for mean in (b + difference, b))


# precision, recall and bias from the eight counts

SIGNIFICANT = {"low-cost": ("AA", "AD", "MAL", "MDL"), "gold": ("AA", "AD", "MAG", "MDG")}
"""The outcomes of the pairs that either judgments find significant."""
_MOST_PAIRS = 10**6


class CountsCase(Case):
    """The eight counts under a question."""

    wording = "pair-counts"
    declared_facts: ClassVar[Facts] = {
        "What": lambda c: "The bias" if c.quantity.statistic == "bias" else c.quantity.statistic.capitalize(),
        "which": lambda c: comma_list(list(c.judged)),
        "pairs": lambda c: count_noun(c.number(*OUTCOMES), "pair"),
        "added": lambda c: " + ".join(str(c.counts[name]) for name in c.judged),
        "sum": lambda c: c.number(*c.judged),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.counts = dict(zip(OUTCOMES, map(int, given[0]), strict=True))
        self.by, self.other = ("gold", "low-cost") if asked.statistic == "recall" else ("low-cost", "gold")
        self.judged, self.across = SIGNIFICANT[self.by], SIGNIFICANT[self.other]
        self.only, self.theirs = self.judged[2:], self.across[2:]

    def number(self, *outcomes: str) -> int:
        return sum(self.counts[name] for name in outcomes)

    @property
    def systems(self) -> str:
        """How many systems make so many pairs."""
        pairs = self.number(*OUTCOMES)
        many = (1 + math.isqrt(1 + 8 * pairs)) // 2
        return f"{many} systems" if many * (many - 1) // 2 == pairs else "several systems"

    def agreed(self) -> Node:
        """The share of the pairs that are significant by the judgments asked about, on which both agree."""
        return Ratio(self.counts["AA"], self.number(*self.judged))

    def of(self, above: Sequence[str], below: Sequence[str], name: str = "") -> WrongFormula | None:
        """The number with other pairs above and below: a share, or for the bias what it leaves of 1."""
        share = self.share(above, below, name)
        if share is None or self.quantity.statistic != "bias":
            return share
        return WrongFormula(1 - share.value, 1 - share.written[0], name=name)

    def share(self, above: Sequence[str], below: Sequence[str], name: str = "") -> WrongFormula | None:
        """The share that some pairs are of others, under a name that it has; None where there are none of those."""
        if not (all_of_them := self.number(*below)):
            return None
        one, other = (_added([self.counts[name] for name in names]) for names in (above, below))
        return WrongFormula(Fraction(self.number(*above), all_of_them), one / other, name=name)

    @property
    def input_text(self) -> str:
        return " ".join(f"{name} {count}" for name, count in self.counts.items())

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        standings = OUTCOMES.values()
        return {
            "outcome": list(OUTCOMES),
            "significant by gold": [_YES_NO[one.gold] for one in standings],
            "by low-cost": [_YES_NO[one.low] for one in standings],
            "signs": ["the same" if one.same else "opposite" for one in standings],
            "pairs": list(self.counts.values()),
        }

    def lines(self) -> Iterator[Line]:
        """The significant pairs, the share of AA among them and, for the bias, what it leaves of 1."""
        named = Sum(*(Name(name, self.counts[name]) for name in self.judged))
        numbers = Sum(*(self.counts[name] for name in self.judged))
        yield equation(f"significant by {self.by}", named, numbers, worth=Fraction(self.number(*self.judged)))
        share = "recall" if self.quantity.statistic == "recall" else "precision"
        yield equation(share, self.node(share), worth=self.step_value(share))
        if self.quantity.statistic == "bias":
            precision = self.step_value("precision")
            rest = 1 - Name("precision", precision), 1 - Ratio(*precision.as_integer_ratio())
            yield equation("bias", *rest, worth=self.right_value)

    @property
    def data_sentences(self) -> str:
        return f"{comma_list([f'{name} {count}' for name, count in self.counts.items()])}."


def _added(counts: Sequence[int]) -> Node:
    return Sum(*counts) if len(counts) > 1 else Shown(counts[0])


class Discrimination(DeclaredQuantity):
    """The precision of the significant differences that low-cost judgments find, their recall, or publication bias.

    What it is asked about is how many pairs of systems have each of the eight outcomes: by name, or as eight counts in
    the order AA, AD, MAG, MAL, MDG, MDL, PA, PD. Precision is AA over the pairs that low-cost judgments find
    significant, recall AA over those that gold does, the bias 1 − precision.

    >>> from irlearn import explain
    >>> counts = {"AA": 12, "AD": 1, "MAG": 6, "MAL": 4, "MDG": 1, "MDL": 3, "PA": 25, "PD": 14}
    >>> print(*explain(Discrimination("bias"), counts).lines, sep=chr(10))
    significant by low-cost = AA + AD + MAL + MDL = 12 + 1 + 4 + 3 = 20
    precision = 12/20 = 3/5 = 0.6
    bias = 1 - precision = 1 - 3/5 = 2/5 = 0.4
    """

    name = "discrimination"
    title = "discrimination by low-cost judgments"
    family = JUDGING
    input_kind = "counts of pairs"
    example = "AA 12 AD 1 MAG 6 MAL 4 MDG 1 MDL 3 PA 25 PD 14"
    is_exact = True
    states_values_apart = False
    case_type = CountsCase
    steps: ClassVar[tuple[Step, ...]] = (
        Step("precision", CountsCase.agreed, high=1.0),
        Step("recall", CountsCase.agreed, high=1.0),
        Step(
            "bias", lambda c: 1 - c["precision"], high=1.0, depends_on=("precision",), rounded_steps=(("precision",),)
        ),
    )

    def read(self, given: object) -> QuantityInput:
        """The eight counts as one list, in the order AA, AD, MAG, MAL, MDG, MDL, PA, PD.

        Raises `InputError` for what are no eight counts, and where the number asked for divides by 0.
        """
        if isinstance(given, str):
            bare = not any(map(str.isalpha, given))
            given = numbers_listed(given, given) if bare else read_named(given, "outcomes", self.example)
        numbers = [exact_number(one, f"the count of {name}", _COUNT) for name, one in _named(given).items()]
        if any(one.denominator > 1 or not 0 <= one <= _MOST_PAIRS for one in numbers):
            given = quoted(list(map(str, numbers)))
            raise InputError(f"the counts of pairs are whole numbers from 0 to {_MOST_PAIRS:,}; given: {given}")
        case = self.make_case((tuple(numbers),))
        if not case.number(*case.judged):
            raise InputError(
                f"the {self.statistic} is not defined where no pair is significant by {case.by} judgments; "
                f"{comma_list(list(case.judged))} are all 0"
            )
        pair: QuantityInput = case.data
        return pair


_COUNT = "a whole number such as 12"


def _named(given: object) -> dict[str, object]:
    """The eight counts by name, however they are given."""
    if isinstance(given, Mapping):
        if wrong := [name for name in given if name not in OUTCOMES]:
            raise InputError(f"{quoted(wrong[0])} is no outcome; they are {comma_list(list(OUTCOMES))}")
        if missing := [name for name in OUTCOMES if name not in given]:
            raise InputError(
                f"all eight counts are needed; give {comma_list(missing)}, too, and 0 where there is no pair"
            )
        return {name: given[name] for name in OUTCOMES}
    counts = as_list(given)
    if len(counts) == 1 and isinstance(counts[0], tuple):
        counts = list(counts[0])
    if len(counts) != len(OUTCOMES):
        raise InputError(
            f"eight counts are needed, in the order {comma_list(list(OUTCOMES))}, or by name; given: {quoted(given)}"
        )
    return dict(zip(OUTCOMES, counts, strict=True))


# wrong rules: one share for another, what stands below the line, and what above it


def _over_all_pairs(case: CountsCase) -> Wrong:
    above = ["AA"] if case.quantity.statistic != "bias" else [name for name in case.judged if name != "AA"]
    return case.share(above, list(case.counts))


register_mistakes(
    __file__,
    common_mistake("recall-given", "discrimination", lambda c: c.of(["AA"], c.across, "recall"), statistic="precision"),
    common_mistake(
        "precision-given", "discrimination", lambda c: c.of(["AA"], c.across, "precision"), statistic="recall"
    ),
    common_mistake("from-recall", "discrimination", lambda c: c.of(["AA"], c.across), statistic="bias"),
    common_mistake(
        "not-taken-off", "discrimination", lambda c: c.share(["AA"], c.judged, "precision"), statistic="bias"
    ),
    common_mistake("ad-left-out", "discrimination", lambda c: c.of(["AA"], ["AA", *c.only])),
    common_mistake("disagreements-left-out", "discrimination", lambda c: c.of(["AA"], ["AA", c.only[0]])),
    common_mistake(
        "agreements-swapped", "discrimination", lambda c: c.of(["AA"], ["AA", "AD", c.theirs[0], c.only[1]])
    ),
    common_mistake("over-all-pairs", "discrimination", _over_all_pairs),
    common_mistake("ad-counted", "discrimination", lambda c: c.of(["AA", "AD"], c.judged)),
)


# its exercise

_SHARES = ((150, 400), (8, 40), (40, 180), (30, 150), (8, 50), (8, 50), (250, 450), (60, 160))
"""Of 1000 pairs or so, how many have each outcome at least and at most."""


@topic("discrimination", "precision, recall and publication bias of the significant differences", "14")
def _(random: Random, level: int) -> tuple[Discrimination, QuantityInput]:
    systems = draw(random, *((10, 14), (18, 30), (40, 63))[level - 1])
    pairs = systems * (systems - 1) // 2
    asked = Discrimination(choose(random, ("precision", "recall", "bias")))
    shares = dict(zip(OUTCOMES, (draw(random, *one) for one in _SHARES), strict=True))
    counts = {name: max(1, pairs * share // sum(shares.values())) for name, share in shares.items()}
    counts["PA"] += pairs - sum(counts.values())
    return asked, asked.read(counts)
