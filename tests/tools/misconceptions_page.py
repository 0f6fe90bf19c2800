"""Write lessons/reference/misconceptions.md from the catalogue: python tests/tools/misconceptions_page.py

Each id has its message, a question with the wrong line of the calculation beside the right line, and the part of a
lesson that teaches the right rule.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import example_inputs

from irlearn import InputError, Ranking
from irlearn.byhand import KINDS, MISCONCEPTIONS, TOPICS, Exercise, HandQuantity, Question, WrongAnswer, make_question
from irlearn.byhand.answers import CUT
from irlearn.byhand.checking import EARLY
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.generate import exercise
from irlearn.byhand.misconceptions import Misconception
from irlearn.byhand.parse_question import parse_quantity
from irlearn.byhand.question import _COVERED_BY_MISCONCEPTION_ABOUT_MEAN
from irlearn.course.lesson_parts import GeneratedExercise, Prediction
from irlearn.course.lessons import LESSONS
from irlearn.homework.wrong_turns import lines_beside
from irlearn.measures.registry import MEANS, MEASURES
from irlearn.parsing.grade_notation import spell

PAGE = Path(__file__).parents[2] / "lessons" / "reference" / "misconceptions.md"
SLIPS = {
    CUT: "The digits of the right number were cut off instead of rounded, as in 0.66 for 2/3.",
    EARLY: "The rule is right, but intermediate results were rounded or cut off, so the result is a little off.",
    "too-few-digits": "The answer is near the right number, but has too few digits to show that the rule is right.",
    "scale": "Perhaps a percent sign is missing, the decimal point moved, or the number is 1 minus the right number.",
    "rounded-finely": "Perhaps intermediate results were rounded to three digits, or cut off there.",
    "rounded": "Perhaps intermediate results were rounded to two digits, or cut off there.",
    "term-left-out": "Perhaps a term of the sum is missing.",
    "query-left-out": "Perhaps a query is missing from the mean, or was added twice.",
    "term-of-next-rank": "Perhaps a term was computed for the next rank.",
    "term-of-rank-above": "Perhaps a term has the denominator of the rank before.",
    "one-relevant-more": "Perhaps a relevant document too many, or too few, was counted.",
    "one-judged-wrong": "Perhaps a relevant document was taken for not relevant, or the other way round.",
    "one-query-wrong": "Perhaps a known mistake was made in a single query.",
    "two-mistakes": "Perhaps two common mistakes were made together, in the sum and in the divisor.",
    "rule-and-cut": "Perhaps a common mistake was made, and its digits were cut off.",
    "mistake-and-slip": "Perhaps a common mistake in the divisor was made together with a slip in the sum.",
    "two-changes": "Perhaps another gain or discount was used together with a mistake, such as an ideal ranking of the "
    "retrieved documents only.",
}
"""The causes of a wrong number that are not misconceptions, in words."""
LESSON_OF = {
    "MAP": "04", "mean": "04", "nERR": "05", "RBPres": "05", "Success": "02", "Fallout": "02", "Accuracy": "02",
    "MinAP": "03", "MaxAP": "03", "CooperESL": "08", "kappa-pooled": "01", "kappa-fleiss": "01", "kappa-linear": "01",
    "tau-a": "11",
}  # fmt: skip
"""The lessons of quantities about which no lesson and no topic of exercises asks."""
SPECIAL = {
    "AP(divisor='min')@5": "1 1 1 1 0 0 --relevant 8",
    "AP(ties='expected')": "(1 0)",
    "MinAP(collection=50)": "1 0 1 1 0 1 0 0 1 0 --relevant 7",
    "Bpref(divisor='R')": "1 0 U 1 0 --relevant 5",
    "CooperESL(wanted=2)": "0 1 0 1 0",
    "IPrec(interpolate=False)@0.2": "1 0 1 1 0 1 0 0 1 0 --relevant 7",
    "gMAP(epsilon=0.1)": "values 1 0.5 0",
    "mean P@4": "1 1 0 1 | 0 0 1 0 | 0 0 0 0 | 0 0 0 0 --relevant 4,2,0,1",
    "recall(discrimination)": "AA 12, AD 1, MAG 6, MAL 4, MDG 2, MDL 3, PA 25, PD 13",
    "kappa-fleiss": "3 0 | 2 1 | 3 0 | 0 3",
    "p(binomial, less)": "2 of 8",
    "p(sign, greater)": "0.5 0.7 0.9 0.2 0.6 | 0.4 0.8 0.3 0.1 0.3",
    "p(signed-rank, greater)": "0.5 0.7 0.9 0.2 0.6 | 0.4 0.9 0.3 0.1 0.3",
    "p(rank-sum, greater)": "0.5 0.7 0.9 0.2 0.6 | 0.4 0.8 0.3 0.1 0.3",
    "p(paired-t, greater)": "0.5 0.7 0.9 0.2 0.6 | 0.4 0.8 0.3 0.1 0.3",
}
"""Questions with options that few questions have, and the inputs of `questions` for which they are asked."""
BEGINNING = """# Misconceptions: what the ids of mistakes mean

`irlearn check` names the cause of a wrong number by an id, such as `ap-over-found`, in its JSON, its CSV files and its counts of a class. This page has every id, with the message of an example, the wrong line of the calculation beside the right line, and the part of a lesson that teaches the right rule. `irlearn help ap-over-found` prints an entry.

An id begins with the quantity. In a mean over queries, the name of the mean comes first: `map-ap-over-found` is `ap-over-found` in the queries of MAP, and `mean ndcg-ndcg-log-of-rank` is about a mean of nDCG. *Another definition* is an answer that is right elsewhere, and counts as right unless the question fixes the convention.

This page is written by a program from the misconceptions themselves.
"""


def questions() -> Iterator[tuple[str, Question]]:
    """Yield short questions about all quantities: generated exercises first, then inputs that tests use."""
    for name in TOPICS:
        for level in (1, 2, 3):
            for seed in (4001, 4002):  # A class is rarely given these seeds.
                for number in exercise(name, seed, level=level).numbers:
                    yield f"`{number.id}`", number.checker
    rankings = example_inputs.rankings()
    short = [*rankings["lessons"], *rankings["unjudged"], *rankings["graded"], *rankings["ties"], *rankings["binary"]]
    judged = [Ranking.parse("1 0 2 0", missed="2 0 0"), Ranking.parse("1 U 0 2", missed="2"), Ranking.parse("3 0 2")]
    options = ("@3", "@2", "(rel=2)", "(discount='log2-rank')", "(dcg='exp-log2')", "@5")
    notations = [*MEASURES, *(f"{name}{option}" for name in MEASURES for option in options)]
    notations += [name for names in example_inputs.MEASURES.values() for name in names]
    yield from _asked(dict.fromkeys(notations), [*judged, *short])
    means = ["MAP", "gMAP", "MRR", "mean P@3", "mean AP", "mean R"]
    yield from _asked(means, [each for each in example_inputs.mean_inputs() if len(each) < 7])
    for name, kind in KINDS.items():
        for statistic in kind.statistics if hasattr(kind, "statistics") else ("",):
            notations = [f"{statistic}({name})", name, f"two-sided {name}"]
            texts = [kind.example, "4 of 5", "0 2 1 | 1 2 0 | 2 2 1", "A B C D E | B A D C E", "1 0 1 1 0 | 1 1 0 1 0"]
            yield from _asked(notations, texts)
    for name, text in SPECIAL.items():
        listed, *relevant = re.split(" --relevant |,(?! )", text)
        counts = [*map(int, relevant)]
        yield "", make_question(parse_quantity(name), listed, relevant=counts if counts[1:] else (*counts, None)[0])
    yield from _asked(example_inputs.TESTS, [*example_inputs.paired_scores()])


def _asked(notations: Sequence[str], inputs: Sequence[object]) -> Iterator[tuple[str, Question]]:
    for name in notations:
        for given in inputs:
            try:
                yield "", make_question(parse_quantity(name), given)
            except (InputError, ValueError, TypeError):
                continue


@cache
def examples() -> dict[str, tuple[str, Question, WrongAnswer]]:
    """Return the first question on which each misconception gives a wrong number."""
    first: dict[str, tuple[str, Question, WrongAnswer]] = {}
    for where, question in questions():
        for mistake in question.mistakes:
            first.setdefault(mistake.misconception.id, (where, question, mistake))
        if len(first) == len(MISCONCEPTIONS):
            break
    return first


@cache
def lesson_parts() -> tuple[dict[str, str], dict[str, str]]:
    """Return the first part of a lesson that asks for a number, by the ids of its wrong numbers and by quantity."""
    by_id: dict[str, str] = {}
    by_quantity: dict[str, str] = {}
    for lesson, plan in ((lesson, LESSONS[lesson]) for lesson in LESSONS):
        for part in plan.parts:
            asked = part.wrapped if isinstance(part, Prediction) else part
            asked = asked.exercise if isinstance(asked, GeneratedExercise) else asked
            for number in asked.numbers if isinstance(asked, Exercise) else ():
                title = f": {plan.titles[part.id]}" if part.id in plan.titles else ""
                where = f"Lesson {lesson}, part `{part.id}`{title}"
                by_quantity.setdefault(number.quantity.name, where)
                for mistake in number.checker.mistakes:
                    by_id.setdefault(mistake.misconception.id, where)
    for topic in TOPICS.values():
        for number in exercise(topic.name).numbers:
            by_quantity.setdefault(number.quantity.name, f"Lesson {topic.lesson}")
    return by_id, {**{name: f"Lesson {lesson}" for name, lesson in LESSON_OF.items()}, **by_quantity}


def _input(question: Question) -> str:
    """Return the input of a question as Markdown."""
    if isinstance(question.quantity, HandQuantity):
        return f"`{question.quantity.input_text(question.data)}`"
    inputs = question.data if isinstance(question.data, tuple) else (question.data,)
    return "; ".join(_listed(each) if isinstance(each, Ranking) else str(each) for each in inputs)


def _listed(ranking: Ranking) -> str:
    missed = f", missed `{' '.join(map(str, ranking.missed))}`" if ranking.missed else ""
    return f"`{spell(ranking.grades, ranking.ties)}`{missed}"


def _lines(question: Question, mistake: WrongAnswer) -> Iterator[str]:
    """Yield the first and the last wrong line, each with the right line of the same quantity."""
    right = [*map(str, explain(question.quantity, question.data).equations)]
    for theirs, beside in lines_beside([*map(str, mistake.working().equations)], right):
        yield f"wrong: {theirs}"
        yield f"right: {beside}"


def entry(misconception: Misconception) -> str:
    """Return the entry of a misconception."""
    where, question, mistake = examples()[misconception.id]
    by_id, by_quantity = lesson_parts()
    asked = f"{question.quantity!r} of {_input(question)}"
    example = " is ".join(filter(None, [where, asked if len(asked) < _LONGEST or not where else ""]))
    kind = "Another definition. " if misconception.is_definition else ""
    lesson = by_id.get(misconception.id) or by_quantity[misconception.measure]
    lines = "\n".join(dict.fromkeys(_lines(question, mistake)))
    means = [name for name, mean in MEANS.items() if mean.measure.name == misconception.measure]
    ids = [f"{name.lower()}-{misconception.id}" for name in means]
    ids = [f"`{name}`" for name in ids if name not in _COVERED_BY_MISCONCEPTION_ABOUT_MEAN]
    in_means = f" In means over queries: {', '.join(ids)}." if ids else ""
    return f"### {misconception.id}\n\n{kind}{mistake.message}\n\nExample, {example}:\n\n```text\n{lines}\n```\n\n{lesson}.{in_means}\n"


_LONGEST = 160


def _measure(misconception: Misconception) -> str:
    return misconception.measure


def page() -> str:
    """Return the page."""
    sections = [BEGINNING]
    for name, rows in groupby(sorted(MISCONCEPTIONS.values(), key=lambda row: row.measure.lower()), _measure):
        sections += [f"## {name}\n", *map(entry, rows)]
    sections += ["## Rounding and slips\n"]
    sections += [f"### {identity}\n\n{text}\n" for identity, text in SLIPS.items()]
    return "\n".join(sections)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit(0)
