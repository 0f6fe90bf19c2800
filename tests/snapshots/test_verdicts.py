"""What `check` answers: to wrong numbers that a misconception explains, to right and to unexplained ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from random import Random

import example_inputs
import page_text
import pytest
from example_inputs import describe
from snapshot_text import json_lines
from syrupy.assertion import SnapshotAssertion

from irlearn import InputError, Ranking, Verdict
from irlearn.byhand import MISCONCEPTIONS, Question, check_question, make_question, parse_quantity, read_answer


@dataclass
class Case:
    """A question: the notation of a quantity, and its input."""

    notation: str
    input: object

    @cached_property
    def question(self) -> Question | None:
        """The question for `check`; None where the quantity is not defined for the input."""
        try:
            return make_question(parse_quantity(self.notation), self.input)  # type: ignore[arg-type]
        except InputError:
            return None

    @property
    def heading(self) -> str:
        return f"# {self.notation} | {describe(self.input)}"

    def verdict(self, answer: str) -> Verdict:
        assert self.question is not None
        return check_question(self.question, answer)

    def lines(self, answer: str, *, reading: bool = False) -> Iterator[str]:
        """Generate the verdict on an answer, with the reading of the number where wanted."""
        try:
            verdict = self.verdict(answer)
        except InputError as error:
            yield f"{answer} refused: {error}"
            return
        yield f"{answer} {verdict!r}"
        yield from (line for line in str(verdict).split("\n") if reading or line != verdict.answer.rounding)


@cache
def cases() -> dict[str, list[Case]]:
    """Return questions about each quantity."""
    rankings = example_inputs.rankings()
    questions: dict[str, list[Case]] = {}
    for measure, notations in example_inputs.MEASURES.items():
        questions[measure] = [
            Case(notation, ranking)
            for notation in notations
            for kind in rankings
            for ranking in _some(notation, kind, rankings[kind])
        ]
    for mean, notations in example_inputs.MEANS.items():
        inputs = [value for value in example_inputs.mean_inputs() if len(value) < 9]
        questions[mean] = [Case(notation, value) for notation in notations for value in inputs]
    for notation in example_inputs.TESTS:
        if "binomial" in notation:
            values: list[object] = list(example_inputs.success_counts())
        else:
            values = [scores for scores in example_inputs.paired_scores() if len(scores[0]) < 15]
        test = notation.partition("(")[2].strip(")")
        questions.setdefault(test, []).extend(Case(notation, value) for value in values)
    for quantity, (notations, texts) in example_inputs.BEST_OF_MANY.items():
        questions[quantity] = [Case(notation, text) for notation in notations for text in texts]
    return questions


def _some(notation: str, kind: str, rankings: list[Ranking]) -> list[Ranking]:
    if kind == "long" or (kind == "ties" and not notation.startswith("ESL")):
        return []
    if kind in ("lessons", "unjudged", "ties"):
        return rankings
    return Random(f"words: check {notation}").sample(rankings, 1)


QUANTITIES = [
    *example_inputs.MEASURES,
    *example_inputs.MEANS,
    *dict.fromkeys(notation.partition("(")[2].strip(")") for notation in example_inputs.TESTS),
    *example_inputs.BEST_OF_MANY,
]


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_misconceptions(quantity: str, snapshot: SnapshotAssertion) -> None:
    """Each misconception at the first question that it answers with another number than the right one."""
    lines = []
    for case, mistakes in first_questions()[quantity]:
        lines.append(case.heading)
        for name, value in mistakes.items():
            lines += [f"misconception {name}", *case.lines(_typed(value))]
    assert lines == snapshot


@cache
def first_questions() -> dict[str, list[tuple[Case, dict[str, float]]]]:
    """Return the questions by quantity, with the misconceptions that no question before them reaches."""
    reached: set[str] = set()
    firsts: dict[str, list[tuple[Case, dict[str, float]]]] = {quantity: [] for quantity in QUANTITIES}
    for quantity in QUANTITIES:
        for case in cases()[quantity]:
            mistakes = case.question.mistakes if case.question else ()
            new = {mistake.id: mistake.value for mistake in mistakes if mistake.id not in reached}
            if new:
                reached |= set(new)
                firsts[quantity].append((case, new))
    return firsts


def _typed(value: float, places: int = 6) -> str:
    """Return a number as a calculator shows it."""
    return f"{value:.{places}f}" if value != round(value) else f"{value:.0f}"


def test_other_misconceptions(snapshot: SnapshotAssertion) -> None:
    """The sentences of misconceptions that no question above reaches."""
    reached = {name for firsts in first_questions().values() for _, mistakes in firsts for name in mistakes}
    others = [MISCONCEPTIONS[name] for name in sorted(MISCONCEPTIONS) if name not in reached]
    assert [f"{misconception.id}: {misconception.message}" for misconception in others] == snapshot


UNEXPLAINED = ("0.987654321", "-3")


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_other_answers(quantity: str, snapshot: SnapshotAssertion) -> None:
    """Right answers with many and few digits, truncated and rounded ones, and answers that nothing explains."""
    answered = [case for case in cases()[quantity] if case.question]
    case = next((case for case in answered if float(case.question.right_value) % 1), answered[0])  # type: ignore[union-attr]
    lines = [case.heading]
    for answer in dict.fromkeys(answers(case.question.right_value, all_forms=quantity in FORMATS)):  # type: ignore[union-attr]
        lines += case.lines(answer, reading=True)
    assert lines == snapshot


def answers(right: Fraction | float, *, all_forms: bool) -> Iterator[str]:
    value = float(right)
    yield str(right) if isinstance(right, Fraction) else f"{right:.8f}"
    yield f"{value - 0.001:.3f}"  # a unit in the last place
    yield from UNEXPLAINED
    if all_forms:
        yield from (f"{value:.{places}f}" for places in (4, 2, 1))
        yield from (_truncated(value, places) for places in (3, 2))
        yield f"{100 * value:.1f}%"
        yield f"{value + 0.0004:.4f}"


def _truncated(value: float, places: int) -> str:
    return f"{int(abs(value) * 10**places) / 10**places * (1 if value >= 0 else -1):.{places}f}"


FORMATS = {"AP": 0, "nDCG": 0, "MAP": 8, "signed-rank": 0, "origin": 0}


@pytest.mark.parametrize("quantity", FORMATS)
def test_formats(quantity: str, snapshot: SnapshotAssertion) -> None:
    case = cases()[quantity][FORMATS[quantity]]
    lines = [case.heading]
    for answer in (str(case.question.right_value), "0.123", _typed(next(iter(case.question.mistakes)).value)):  # type: ignore[union-attr]
        verdict = case.verdict(answer)
        lines += [f"# {answer} as JSON", *json_lines(verdict.to_json())]
        lines += [f"# {answer} in a notebook", *page_text.shown(page_text.tree(verdict._repr_html_()))]
    assert lines == snapshot


TYPED_NUMBERS = (
    "13/30", "0.433", ".43", "43.3%", "43%", "5.383/8", "0,433", "½", "1½", "(1/1 + 2/3) / 3", "5/12 = 0.417", "2:3",
    "1e-5", "0.00012", "1.7e+01", "-0.5", "−1/2", "2·3", "2×3", "3 ÷ 4", "7", "7.", "0.6 + 0.75", "(0.6 + 0.75) / 2",
    "１／２", "1,5", "100%", "101%", "", " ", "nan", "inf", "about half", "1/0", "1/(2-2)", "a", "1//2",
    "2**3",
    "1 0 1", "1.2.3", "1,000,000", "1/2/3", "()", "(1/2", "0x10", "1_000", "٣", "9" * 301, "9" * 290, "=0.5",
    "≈ 0.33", "0.5 ≈ 1/2",
)  # fmt: skip


def test_typed_numbers(snapshot: SnapshotAssertion) -> None:
    lines = []
    for typed in TYPED_NUMBERS:
        for share in (False, True):
            heading = f"{typed[:20]!r}{' as a share' * share}"
            try:
                answer = read_answer(typed, share=share)
            except InputError as error:
                lines.append(f"{heading} refused: {error}")
            else:
                lines.append(f"{heading}: {answer.value} ± {answer.tolerance}: {answer.rounding}")
    assert lines == snapshot
