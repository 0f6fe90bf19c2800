"""Discriminative power of low-cost judgments: outcomes of pairs of systems, and precision, recall and bias.

A pair of systems is compared by gold judgments and by low-cost judgments, which gives one of eight outcomes. The
outcomes, and the shares computed from their counts, are those of Otero, Parapar and Ferro (2023).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, NamedTuple, cast

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step
from irlearn.byhand.hand_quantity import JUDGING, QuantityInput, as_list
from irlearn.byhand.input_numbers import digits_in_a_row, numbers_listed, read_named
from irlearn.byhand.misconceptions import Facts, Misconception, Wrong, WrongFormula, common_mistake, register_mistakes
from irlearn.byhand.portable_random import choose, draw, likely, shuffled
from irlearn.byhand.question_words import topic
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Name, Node, Number as NumberNode, Ratio, Sentence, Sum, equation
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import aligned, exact_number


class Outcome(NamedTuple):
    """The outcome of a pair: whether both differences have the same sign, and whether either is significant."""

    same: bool
    gold: bool
    low: bool

    @property
    def significance(self) -> str:
        """The kinds of judgments by which a pair with this outcome is significant, in words."""
        judgments = {(True, True): "both", (True, False): "gold only", (False, True): "low-cost judgments only"}
        return f"significant by {judgments.get((self.gold, self.low), 'neither')}"

    def sentence(self, code: str) -> str:
        """Return the definition of the outcome as a sentence."""
        level = {"A": "active ", "P": "passive "}.get(code[0], "mixed ")
        effect = {"G": " that low-cost judgments miss", "L": " that low-cost judgments invent"}.get(code[-1], "")
        name = f"{level}{'agreements' if self.same else 'disagreements'}{effect}"
        signs = "the same sign" if self.same else "opposite signs"
        return f"{code} are the {name}: pairs {self.significance}, with {signs}"


OUTCOMES = {
    code: Outcome(code[1] == "A", gold=code[0] == "A" or code[-1] == "G", low=code[0] == "A" or code[-1] == "L")
    for code in ("AA", "AD", "MAG", "MAL", "MDG", "MDL", "PA", "PD")
}
"""The outcomes by code: active, mixed or passive, agreement or disagreement, by gold or by low-cost judgments."""
_CODES = {outcome: code for code, outcome in OUTCOMES.items()}
_YES_NO = {True: "yes", False: "no"}

_FEWEST_PAIRS, _MOST_LISTED_PAIRS = 2, 9  # With at most 9 pairs, the number of a pair is one digit.
_DIFFERENCES, _MEANS = 2, 4  # the possible lengths of a row


class PairsCase(Case):
    """A question about the outcomes of pairs: their differences by gold and by low-cost judgments."""

    wording = "discriminative-power"
    declared_facts: ClassVar[Facts] = {
        "other": lambda c: _CODES[Outcome(c.wanted.same, c.wanted.low, c.wanted.gold)],
        "signs": lambda c: "the same sign" if c.wanted.same else "opposite signs",
        "pairs": lambda c: number_word(len(c.outcomes)),
        "asks": lambda c: c.wanted.sentence(c.code),
        "gold": lambda c: _gold_pairs(c),
        "low": lambda c: c.name_pairs(attrgetter("low")),
        "same": lambda c: c.name_pairs(attrgetter("same")),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        rows = given[1:]
        self.differences = [
            (row[0], row[1]) if len(row) == _DIFFERENCES else (row[0] - row[1], row[2] - row[3]) for row in rows
        ]
        self.code, self.wanted = asked.statistic, OUTCOMES[asked.statistic]
        self.outcomes = self.find_outcomes(*given[0])
        self.thresholds = aligned([*map(float, given[0])])

    def find_outcomes(self, gold_threshold: Fraction, low_threshold: Fraction) -> list[Outcome]:
        """Return the outcome of each pair; a difference of 0 agrees with either sign."""
        return [
            Outcome(gold * low >= 0, abs(gold) > gold_threshold, abs(low) > low_threshold)
            for gold, low in self.differences
        ]

    def name_pairs(self, rule: Callable[[Outcome], bool] | None = None, outcomes: Sequence[Outcome] = ()) -> Node:
        """Return the pairs with the wanted outcome as a named value: pairs 2 and 4 have the value 24.

        A misconception passes another rule for the outcomes that count, or other outcomes of the pairs.
        """
        rule = rule or self.wanted.__eq__
        numbers = [number for number, outcome in enumerate(outcomes or self.outcomes, start=1) if rule(outcome)]
        value = Fraction("".join(map(str, numbers)) or "0")
        if not numbers:
            return Name("no pair", value)
        return Name(f"{'pair' if len(numbers) == 1 else 'pairs'} {comma_list([*map(str, numbers)])}", value)

    def wrong_pairs(
        self, rule: Callable[[Outcome], bool] | None = None, outcomes: Sequence[Outcome] = ()
    ) -> WrongFormula:
        """Return the pairs by another rule or with other outcomes, as a wrong calculation."""
        pairs = self.name_pairs(rule, outcomes)
        return WrongFormula(cast("Fraction", pairs.exact), pairs)

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
        """The table of a question by column: numbered pairs, and equally many decimals in a column."""
        if len(self.data[1]) == _MEANS:
            names = ["A by gold", "B by gold", "A by low-cost", "B by low-cost"]
        else:
            names = ["A − B by gold", "A − B by low-cost"]
        table = {"pair": [str(number) for number in range(1, len(self.data))]}
        for name, column in zip(names, zip(*self.data[1:], strict=True), strict=True):
            table[name] = [text.replace("-", "−") for text in aligned([*map(float, column)])]
        return table

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        gold, low = (aligned([*map(float, side)]) for side in zip(*self.differences, strict=True))
        return {
            "pair": self.table["pair"],
            "A − B by gold": gold,
            "significant by gold": [_YES_NO[outcome.gold] for outcome in self.outcomes],
            "A − B by low-cost": low,
            "significant by low-cost": [_YES_NO[outcome.low] for outcome in self.outcomes],
            "same sign": [_YES_NO[outcome.same] for outcome in self.outcomes],
            "outcome": [_CODES[outcome] for outcome in self.outcomes],
        }

    def lines(self) -> Iterator[Line]:
        yield Sentence(self.wanted.sentence(self.code))
        yield from super().lines()

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["means" if len(self.data[1]) == _MEANS else "differences"]

    @property
    def data_sentences(self) -> str:
        sentences = []
        for number, *cells in zip(*self.table.values(), strict=True):
            halves = [" and ".join(cells[start : start + 2]) for start in range(0, len(cells), 2)]
            sentences.append(f"Pair {number}: {'; '.join(halves)}.")
        return " ".join([*sentences, *self.notes])


def _gold_pairs(case: PairsCase) -> str:
    pairs = str(case.name_pairs(attrgetter("gold")))
    return f"{pairs} {'are' if pairs.startswith('pairs') else 'is'}"


class PairOutcome(DeclaredQuantity):
    """The pairs of systems that have one of the eight outcomes, such as "MAL", as the row of their numbers.

    The input is a table. Its first row has the two thresholds, by gold and by low-cost judgments. Each of the next 2 to
    9 rows is a pair, with either two numbers, the difference A − B of the mean scores by gold and by low-cost
    judgments, or four, the means of A and B by gold and of A and B by low-cost judgments. A difference is significant
    above its threshold, and a difference of 0 agrees with either sign. The pairs 2, 5 and 7 are written 257; if there
    is no such pair, the number is 0.

    References
    ----------
    Otero, D., Parapar, J. and Ferro, N. (2023). How discriminative are your qrels? How to study the statistical
    significance of document adjudication methods.

    Examples
    --------
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
    answer_format = "You can type 257, “2 5 7”, or “2, 5 and 7”."
    case_type = PairsCase
    steps = tuple(Step(code, PairsCase.name_pairs) for code in OUTCOMES)

    def read(self, given: object) -> QuantityInput:
        """Return the thresholds, then a row for each pair.

        Raises
        ------
        InputError
            If the input is no such table.
        """
        if isinstance(given, str):
            given = [numbers_listed(row, given) for row in given.split("|")]
        rows = as_list(given)
        if not _FEWEST_PAIRS <= len(rows) - 1 <= _MOST_LISTED_PAIRS:
            raise InputError(
                f"the {self.title} takes the two thresholds, then {_FEWEST_PAIRS} to {_MOST_LISTED_PAIRS} pairs; "
                f"given: {count_noun(len(rows), 'row') if rows else quoted(given)}"
            )
        thresholds, *pairs = (_parse_row(row, number) for number, row in enumerate(rows))
        if len(thresholds) != _DIFFERENCES or min(thresholds) <= 0:
            raise InputError(
                "first come two thresholds above 0, by gold and by low-cost judgments, such as 0.05 and 0.06; "
                f"given: {quoted(list(map(str, thresholds)))}"
            )
        sizes = {len(row) for row in pairs}
        if sizes not in ({_DIFFERENCES}, {_MEANS}):
            raise InputError(
                "each pair has two numbers, its difference by gold and by low-cost judgments, or each has four, the "
                "means of A and B by gold, then by low-cost judgments; given: pairs of "
                f"{comma_list([str(size) for size in sorted(sizes)])}"
            )
        return thresholds, *pairs

    @property
    def phrase(self) -> str:
        return f"the list of the pairs that are {self.statistic}"

    def normalized(self, answer: str) -> str:
        """Return an answer such as "2, 5 and 7" as a single number.

        >>> PairOutcome().normalized("2, 5 and 7")
        '257'
        """
        return digits_in_a_row(answer)


def _parse_row(row: object, number: int) -> tuple[Fraction, ...]:
    """Return the thresholds (row 0), or the numbers of a pair."""
    subject = f"pair {number}" if number else "the thresholds"
    values = as_list(row)
    if len(values) not in (_DIFFERENCES, _MEANS):
        raise InputError(f"{subject} must be {'two or four' if number else 'two'} numbers; given: {quoted(row)}")
    return tuple(exact_number(value, f"a number of {subject}", "a number such as 0.084") for value in values)


# Misconceptions about the outcomes: the meaning of each letter, and the number that is compared with a threshold.


def _listing(name: str, rule: Callable[[Outcome, Outcome], bool], statistic: str = "") -> Misconception:
    """Return a misconception that lists the pairs for which `rule(outcome, wanted outcome)` is true."""
    return common_mistake(
        name,
        "pair-outcome",
        lambda c: c.wrong_pairs(lambda outcome: rule(outcome, c.wanted)),
        statistic=statistic,
    )


def _positive_differences_only(case: PairsCase) -> Wrong:
    gold_threshold, low_threshold = case.data[0]
    outcomes = [
        outcome._replace(gold=gold > gold_threshold, low=low > low_threshold)
        for outcome, (gold, low) in zip(case.outcomes, case.differences, strict=True)
    ]
    return case.wrong_pairs(outcomes=outcomes)


def _number_of_pairs(case: PairsCase) -> Wrong:
    count = Fraction(case.outcomes.count(case.wanted))
    return WrongFormula(count, Name("the number of pairs", count))


_MIXED = "MAG MAL MDG MDL"

register_mistakes(
    __file__,
    common_mistake("counted", "pair-outcome", _number_of_pairs),
    _listing("judgments-swapped", lambda pair, wanted: pair == (wanted.same, wanted.low, wanted.gold), _MIXED),
    _listing("sign-ignored", lambda pair, wanted: (pair.gold, pair.low) == (wanted.gold, wanted.low)),
    _listing("significance-ignored", lambda pair, wanted: pair.same == wanted.same),
    common_mistake("negative-never-significant", "pair-outcome", _positive_differences_only),
    common_mistake(
        "gold-threshold-for-both",
        "pair-outcome",
        lambda c: c.wrong_pairs(outcomes=c.find_outcomes(c.data[0][0], c.data[0][0])),
    ),
    _listing(
        "other-judgments-left-out",
        lambda pair, wanted: pair.same == wanted.same and (pair.gold if wanted.gold else pair.low),
        _MIXED,
    ),
    _listing("one-is-enough", lambda pair, wanted: pair.same == wanted.same and (pair.gold or pair.low), "AA AD"),
)


@topic("pair-outcome", "which pairs of systems have an outcome, such as MAL, by gold and by low-cost judgments", "14")
def _(random: Random, level: int) -> tuple[PairOutcome, QuantityInput]:
    easy = ("AA", "MAG", "MAL")
    quantity = PairOutcome(choose(random, (easy, (*easy, "PA"), tuple(OUTCOMES))[level - 1]))
    low, high = draw(random, 40, 50), draw(random, 56, 66)
    thresholds = choose(random, ((low, high), (high, low)))
    wanted = OUTCOMES[quantity.statistic]
    opposite = wanted._replace(same=not wanted.same)
    others = shuffled(random, [outcome for outcome in _CODES if outcome not in (wanted, opposite)])
    # Two or more pairs have the wanted outcome, one differs from it only in the sign, and the rest are others.
    repeated = [wanted] * draw(random, 2, 4)
    outcomes = shuffled(random, [repeated[0], opposite, *repeated[1:], *others][: 8 + level // 3])
    rows = [_draw_differences(random, *thresholds, outcome) for outcome in outcomes]
    table = [thresholds, *(rows if level == 1 else [_draw_means(random, *row) for row in rows])]
    return quantity, quantity.read([[Fraction(number, 1000) for number in row] for row in table])


def _draw_differences(random: Random, gold_threshold: int, low_threshold: int, outcome: Outcome) -> tuple[int, int]:
    """Draw the differences by gold and by low-cost judgments of a pair with an outcome, in thousandths."""
    gold = _draw_size(random, gold_threshold, low_threshold, outcome.gold)
    low = _draw_size(random, low_threshold, gold_threshold, outcome.low)
    sign = choose(random, (1, -1))
    return sign * gold, (sign if outcome.same else -sign) * low


def _draw_size(random: Random, threshold: int, other_threshold: int, significant: bool) -> int:
    """Draw the size of a difference above or below a threshold, often between both thresholds, never at either."""
    low, high = sorted((threshold, other_threshold))
    if (threshold < other_threshold) == significant and likely(random, 0.5):
        return draw(random, low + 1, high - 1)
    return draw(random, high + 3, high + 60) if significant else draw(random, 4, low - 3)


def _draw_means(random: Random, *differences: int) -> tuple[int, ...]:
    """Draw the means of A and of B for each difference A − B."""
    means: list[int] = []
    for difference in differences:
        mean_of_b = draw(random, 150, 380)
        means += [mean_of_b + difference, mean_of_b]
    return tuple(means)


# Precision, recall and bias from the counts of the eight outcomes.

SIGNIFICANT = {"low-cost": ("AA", "AD", "MAL", "MDL"), "gold": ("AA", "AD", "MAG", "MDG")}
"""The outcomes of the pairs that are significant by low-cost judgments, and by gold judgments."""
_MOST_PAIRS = 10**6


class OutcomeCountsCase(Case):
    """A question about precision, recall or bias: the counts of the eight outcomes."""

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
        """The judgments whose significant pairs are the denominator, and the other judgments."""
        self.judged, self.judged_by_other = SIGNIFICANT[self.by], SIGNIFICANT[self.other]
        """The outcomes of the pairs that are significant by `by`, and of the pairs that are significant by `other`."""
        self.mixed, self.mixed_by_other = self.judged[2:], self.judged_by_other[2:]
        """The outcomes of the pairs that are significant only by `by`, and only by `other`."""

    def number(self, *outcomes: str) -> int:
        """Return the number of pairs with one of these outcomes."""
        return sum(self.counts[outcome] for outcome in outcomes)

    @property
    def systems(self) -> str:
        """The number of systems, computed from the number of pairs, in words."""
        pairs = self.number(*OUTCOMES)
        systems = (1 + math.isqrt(1 + 8 * pairs)) // 2
        return f"{systems} systems" if systems * (systems - 1) // 2 == pairs else "several systems"

    def share_of_agreements(self) -> Node:
        """Return the formula of precision or recall: the share of AA among the significant pairs."""
        return Ratio(self.counts["AA"], self.number(*self.judged))

    def wrong_number(self, above: Sequence[str], below: Sequence[str], name: str = "") -> WrongFormula | None:
        """Return a share of pairs with other outcomes, or 1 less the share if the bias is asked for."""
        share = self.share(above, below, name)
        if share is None or self.quantity.statistic != "bias":
            return share
        return WrongFormula(1 - share.value, 1 - share.written[0], name=name)

    def share(self, above: Sequence[str], below: Sequence[str], name: str = "") -> WrongFormula | None:
        """Return the number of pairs with outcomes `above` over the number with outcomes `below`; None if that is 0."""
        divisor = self.number(*below)
        if not divisor:
            return None
        numerator, denominator = (
            _sum_of_counts([self.counts[outcome] for outcome in outcomes]) for outcomes in (above, below)
        )
        return WrongFormula(Fraction(self.number(*above), divisor), numerator / denominator, name=name)

    @property
    def input_text(self) -> str:
        return " ".join(f"{name} {count}" for name, count in self.counts.items())

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        outcomes = OUTCOMES.values()
        return {
            "outcome": list(OUTCOMES),
            "significant by gold": [_YES_NO[outcome.gold] for outcome in outcomes],
            "by low-cost": [_YES_NO[outcome.low] for outcome in outcomes],
            "signs": ["the same" if outcome.same else "opposite" for outcome in outcomes],
            "pairs": list(self.counts.values()),
        }

    def lines(self) -> Iterator[Line]:
        """Yield the number of significant pairs, the share of AA among them and, if asked for, the bias."""
        names = Sum(*(Name(code, self.counts[code]) for code in self.judged))
        numbers = Sum(*(self.counts[code] for code in self.judged))
        yield equation(f"significant by {self.by}", names, numbers, worth=Fraction(self.number(*self.judged)))
        share = "recall" if self.quantity.statistic == "recall" else "precision"
        yield equation(share, self.node(share), worth=self.step_value(share))
        if self.quantity.statistic == "bias":
            precision = self.step_value("precision")
            bias = 1 - Name("precision", precision), 1 - Ratio(*precision.as_integer_ratio())
            yield equation("bias", *bias, worth=self.right_value)

    @property
    def data_sentences(self) -> str:
        return f"{comma_list([f'{name} {count}' for name, count in self.counts.items()])}."


def _sum_of_counts(counts: Sequence[int]) -> Node:
    return Sum(*counts) if len(counts) > 1 else NumberNode(counts[0])


class Discrimination(DeclaredQuantity):
    """The precision of the significant differences that low-cost judgments find, their recall, or publication bias.

    Precision is the share of AA among the pairs that are significant by low-cost judgments, recall the share of AA
    among those that are significant by gold judgments, and the bias is 1 − precision. The input is the number of pairs
    with each of the eight outcomes: by name, or as eight counts in the order AA, AD, MAG, MAL, MDG, MDL, PA, PD.

    References
    ----------
    Otero, D., Parapar, J. and Ferro, N. (2023). How discriminative are your qrels? How to study the statistical
    significance of document adjudication methods.

    Examples
    --------
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
    case_type = OutcomeCountsCase
    steps: ClassVar[tuple[Step, ...]] = (
        Step("precision", OutcomeCountsCase.share_of_agreements, high=1.0),
        Step("recall", OutcomeCountsCase.share_of_agreements, high=1.0),
        Step(
            "bias", lambda c: 1 - c["precision"], high=1.0, depends_on=("precision",), rounded_steps=(("precision",),)
        ),
    )

    def read(self, given: object) -> QuantityInput:
        """Return the eight counts as a single row, in the order AA, AD, MAG, MAL, MDG, MDL, PA, PD.

        Raises
        ------
        InputError
            If the input has no eight counts, or if the number divides by 0.
        """
        if isinstance(given, str):
            has_names = any(map(str.isalpha, given))
            given = read_named(given, "outcomes", self.example) if has_names else numbers_listed(given, given)
        counts = [exact_number(count, f"the count of {code}", _COUNT) for code, count in _name_counts(given).items()]
        if any(count.denominator > 1 or not 0 <= count <= _MOST_PAIRS for count in counts):
            texts = quoted(list(map(str, counts)))
            raise InputError(f"the counts of pairs are whole numbers from 0 to {_MOST_PAIRS:,}; given: {texts}")
        case = self.make_case((tuple(counts),))
        if not case.number(*case.judged):
            raise InputError(
                f"the {self.statistic} is not defined where no pair is significant by {case.by} judgments; "
                f"{comma_list(list(case.judged))} are all 0"
            )
        parsed: QuantityInput = case.data
        return parsed


_COUNT = "a whole number such as 12"


def _name_counts(given: object) -> dict[str, object]:
    """Return the eight counts by code, given as a mapping, as a list, or as the result of an earlier `read`."""
    if isinstance(given, Mapping):
        if unknown := [code for code in given if code not in OUTCOMES]:
            raise InputError(f"{quoted(unknown[0])} is no outcome; they are {comma_list(list(OUTCOMES))}")
        if missing := [code for code in OUTCOMES if code not in given]:
            raise InputError(
                f"all eight counts are needed; give {comma_list(missing)}, too, and 0 where there is no pair"
            )
        return {code: given[code] for code in OUTCOMES}
    counts = as_list(given)
    if len(counts) == 1 and isinstance(counts[0], tuple):
        counts = list(counts[0])
    if len(counts) != len(OUTCOMES):
        raise InputError(
            f"eight counts are needed, in the order {comma_list(list(OUTCOMES))}, or by name; given: {quoted(given)}"
        )
    return dict(zip(OUTCOMES, counts, strict=True))


# Misconceptions about the shares: another share, and other pairs in the denominator or in the numerator.


def _over_all_pairs(case: OutcomeCountsCase) -> Wrong:
    above = ["AA"] if case.quantity.statistic != "bias" else [code for code in case.judged if code != "AA"]
    return case.share(above, list(case.counts))


register_mistakes(
    __file__,
    common_mistake(
        "recall-given",
        "discrimination",
        lambda c: c.wrong_number(["AA"], c.judged_by_other, "recall"),
        statistic="precision",
    ),
    common_mistake(
        "precision-given",
        "discrimination",
        lambda c: c.wrong_number(["AA"], c.judged_by_other, "precision"),
        statistic="recall",
    ),
    common_mistake(
        "from-recall", "discrimination", lambda c: c.wrong_number(["AA"], c.judged_by_other), statistic="bias"
    ),
    common_mistake(
        "not-taken-off", "discrimination", lambda c: c.share(["AA"], c.judged, "precision"), statistic="bias"
    ),
    common_mistake("ad-left-out", "discrimination", lambda c: c.wrong_number(["AA"], ["AA", *c.mixed])),
    common_mistake("disagreements-left-out", "discrimination", lambda c: c.wrong_number(["AA"], ["AA", c.mixed[0]])),
    common_mistake(
        "agreements-swapped",
        "discrimination",
        lambda c: c.wrong_number(["AA"], ["AA", "AD", c.mixed_by_other[0], c.mixed[1]]),
    ),
    common_mistake("over-all-pairs", "discrimination", _over_all_pairs),
    common_mistake("ad-counted", "discrimination", lambda c: c.wrong_number(["AA", "AD"], c.judged)),
)


_SHARES = ((150, 400), (8, 40), (40, 180), (30, 150), (8, 50), (8, 50), (250, 450), (60, 160))
"""The smallest and the largest number of pairs with each outcome, among about 1000 pairs."""


@topic("discrimination", "precision, recall and publication bias of the significant differences", "14")
def _(random: Random, level: int) -> tuple[Discrimination, QuantityInput]:
    systems = draw(random, *((10, 14), (18, 30), (40, 63))[level - 1])
    pairs = systems * (systems - 1) // 2
    quantity = Discrimination(choose(random, ("precision", "recall", "bias")))
    shares = dict(zip(OUTCOMES, (draw(random, *limits) for limits in _SHARES), strict=True))
    counts = {code: max(1, pairs * share // sum(shares.values())) for code, share in shares.items()}
    counts["PA"] += pairs - sum(counts.values())
    return quantity, quantity.read(counts)
