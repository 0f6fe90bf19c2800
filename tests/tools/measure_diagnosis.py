"""Measure how often the diagnosis names the right misconception, and how long it takes.

Usage: `python tests/tools/measure_diagnosis.py [--cases 10000] [--seeds 200]`

Exercises of every topic and level are made from seeds. Printed are: how many exact answers in their shortest form, and
how many at the stated rounding, do not count, and how many with a digit less do; on how many exercises a wrong rule
gives the right number; how often the wrong rule behind a number is named, and named first; whether a right answer,
however it is spelled, is called wrong; how often a random number is given a rule or a hint, of four digits and of
three, by class; what two, three and four digits cannot tell apart; how many exercises tell all their wrong rules apart;
and the median times of `check` and of the generators.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import count, islice
from math import inf
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from indistinguishable_rules import unseparated, unseparated_of

from irlearn import AP, Ranking, check, nDCG
from irlearn.byhand import TOPICS
from irlearn.byhand.answers import read_answer
from irlearn.byhand.checking import check_question
from irlearn.byhand.generate import REFINED, UNSEPARABLE, exercise
from irlearn.byhand.hand_calculation import Exercise, answer_text
from irlearn.byhand.question import Question, WrongAnswer, same
from irlearn.byhand.verdict import UNKNOWN, WRONG, Verdict
from irlearn.errors import InputError

LEVELS = (1, 2, 3)


@cache
def made(topic: str, level: int, seed: int) -> tuple[Exercise, Question]:
    """An exercise and its question with wrong numbers; of several questions, the question that separates most rules."""
    numbers = exercise(topic, seed, level=level).numbers
    one = min(numbers, key=lambda number: len(unseparated(number.checker, number.places or 3)))
    return one, Question(one.quantity, one.data)


def exercises() -> Iterator[tuple[Exercise, Question]]:
    """Yield exercises of all topics and levels in turn, without end."""
    for seed in count(1):
        for topic in TOPICS:
            for level in LEVELS:
                yield made(topic, level, seed)


def wrong_numbers() -> Iterator[tuple[Exercise, Question, WrongAnswer]]:
    """Yield exercises with each of their wrong numbers."""
    for one, question in exercises():
        for mistake in question.mistakes:
            yield one, question, mistake


def named(cases: int) -> tuple[int, int, int, list[str]]:
    """Return pairs with a number unlike the correct answer: how many, named, named first, and the unnamed pairs."""
    differ = found = first = 0
    lost = []
    for one, question, mistake in islice(wrong_numbers(), cases):
        answer = answer_text(mistake.value, one.places)
        if read_answer(answer).fits(question.right_value):
            continue
        differ += 1
        ids = [diagnosis.id for diagnosis in check_question(question, answer).diagnoses]
        found += mistake.id in ids
        first += ids[:1] == [mistake.id]
        if mistake.id not in ids:
            lost.append(f"{one.id} {mistake.id} {answer}")
    return differ, found, first, lost


def spellings(one: Exercise, question: Question, random: Random) -> Iterator[str]:
    """Yield the correct answer as learners write it."""
    right = question.right_value
    digits = random.choice((2, 3, 4, 5, 6))
    yield answer_text(float(right) if isinstance(right, Fraction) else right, digits)
    yield answer_text(right, digits).replace(".", ",")
    if 0 <= right <= 1:
        yield f"{answer_text(100 * float(right), random.choice((1, 2, 3)))}%"
    if isinstance(right, Fraction):
        times = random.randrange(2, 9)
        yield str(right)
        yield f"{right.numerator * times}/{right.denominator * times}"
        yield f"{answer_text(float(right) * 7, 4)} / 7"
        yield f"{right} = {answer_text(right, 3)}"
    for written in one.solution.equation.split(" = ")[1:-1]:
        try:
            read_answer(written)
        except InputError:
            continue  # with logarithms or names, which no answer holds
        yield written


def right_answers(cases: int) -> tuple[int, list[str]]:
    """Return the number of correct answers tried, and those rejected."""
    random = Random("right answers")
    tried, refused = 0, []
    for one, question in exercises():
        for answer in spellings(one, question, random):
            tried += 1
            verdict = check_question(question, answer)
            if not (verdict.correct or verdict.undecided):
                refused.append(f"{one.id} {answer}")
            if tried == cases:
                return tried, refused
    raise AssertionError


def shortest(right: Fraction | float) -> str:
    """Return the exact value as the shortest decimal, such as 0.2; empty if the decimal does not end."""
    for places in range(_MOST_PLACES):
        text = f"{round(float(right), places):.{places}f}"
        gap = abs(Fraction(text) - Fraction(right))
        if not gap or (isinstance(right, float) and gap < _NOISE * abs(right)):
            return text
    return ""


_MOST_PLACES, _NOISE = 15, 1e-13


def settled(exercises: Iterable[Exercise]) -> dict[str, list[str]]:
    """What was answered to these exercises, by whether it was refused; and those that cannot tell right from wrong."""
    found: dict[str, list[str]] = {name: [] for name in ("exact", "refused", "rounded off", "coarse", "not told apart")}
    for one in exercises:
        right = one.checker.right_value
        short, given = shortest(right), f"{one.id} {one.answer}"
        for text in filter(None, (short, short.removeprefix("0"), f"{short}0" if "." in short else "")):
            found["exact"].append(f"{one.id} {text}")
            found["refused"] += [] if one.accepts(text) else [f"{one.id} {text}"]
        if short and 0 < right < 1:
            percent = f"{Decimal(short) * 100:f}%"
            found["refused"] += [] if one.accepts(percent) else [f"{one.id} {percent}"]
        found["rounded off"] += [] if one.accepts(one.answer) else [given]
        less = answer_text(float(right), one.places - 1)
        found["coarse"] += [f"{one.id} {less}"] if one.accepts(less) and not read_answer(less).is_exactly(right) else []
        same_number = [rule.id for rule in one.checker.wrong_answers if same(rule.value, right) and not rule.is_rare]
        found["not told apart"] += [f"{one.id} {rule}" for rule in same_number]
    return found


def random_verdicts(cases: int, digits: int) -> Iterator[tuple[Exercise, Verdict]]:
    """Yield verdicts on random numbers up to the highest value, twice the correct value, or 1."""
    random = Random("random numbers")
    for one, question in islice(exercises(), cases):
        highest = question.quantity.range[1]
        highest = highest if highest < inf else max(1.0, 2 * float(question.right_value))
        yield one, check_question(question, f"{random.uniform(0, highest):.{digits}f}")


def random_numbers(cases: int, digits: int = 4) -> Counter[tuple[str, str]]:
    """Return outcomes of random numbers by topic."""
    return Counter((one.topic, verdict.outcome) for one, verdict in random_verdicts(cases, digits))


def blamed(cases: int, digits: int) -> Counter[str]:
    """Count random numbers by first diagnosis: a rule, two rules together, rounding, or each kind of hint."""
    found: Counter[str] = Counter()
    for _, verdict in random_verdicts(cases, digits):
        first = [] if verdict.correct or verdict.undecided else [one.id for one in verdict.diagnoses][:1]
        if verdict.outcome == WRONG:
            found["two rules together" if "+" in first[0] else "one rule"] += 1
        elif first or verdict.hints:
            found[first[0] if first else f"hint: {verdict.hints[0].id}"] += 1
    return found


def ambiguous(cases: int, digits: int) -> tuple[int, int, int]:
    """Wrong numbers given with these digits: how many, how many fit the right value, how many fit other rules, too.

    Of the rules that exercises are searched for: not the far-fetched ones, nor those that no instance can tell apart.
    """
    tried = right = several = 0
    for one, question, mistake in islice((each for each in wrong_numbers() if not each[2].is_rare), cases):
        answer = read_answer(answer_text(float(mistake.value), digits))
        tried += 1
        if answer.fits(question.right_value):
            right += 1
        else:
            alike = {*UNSEPARABLE.get(one.topic, {}), *REFINED}
            known = [each for each in question.mistakes if not each.is_rare]
            several += sum(answer.fits(each.value) for each in known if each.id not in alike) > 1
    return tried, right, several


def separated(topic: str, level: int, seeds: int) -> int:
    """Return how many exercises separate all numbers."""
    return sum(not unseparated_of(made(topic, level, seed)[0]) for seed in range(1, seeds + 1))


def milliseconds(topic: str, level: int, seeds: int) -> list[float]:
    """Return the time to generate each exercise."""
    taken = []
    for seed in range(1, seeds + 1):
        start = time.perf_counter()
        exercise(topic, seed, level=level)
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def check_milliseconds(repeats: int) -> dict[str, float]:
    """The median time of a check about 20 ranks: of an answer that a rule gives, that none gives, of the right one."""
    binary = Ranking.parse("1 0 1 1 0 0 1 0 0 0 1 0 1 0 0 0 0 1 0 0", relevant=9)
    graded = Ranking.parse("3 0 1 2 0 0 1 0 3 0 1 0 2 0 0 0 0 1 0 2", missed="3 2 1")
    medians = {}
    for measure, ranking in ((AP, binary), (nDCG @ 10, graded)):
        mistake = f"{Question(measure, ranking).mistakes[0].value:.3f}"
        for name, answer in (("a rule", mistake), ("no rule", "0.1234"), ("right", f"{measure.of(ranking):.4f}")):
            taken = []
            for _ in range(repeats):
                start = time.process_time()
                check(measure, ranking, answer)
                taken.append(1000 * (time.process_time() - start))
            medians[f"{measure!r}, {name}"] = statistics.median(taken)
    return medians


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seeds", type=int, default=200)
    options = parser.parse_args()
    every = islice(exercises(), options.seeds * len(TOPICS) * len(LEVELS))
    for name, told in settled(one for one, _ in every).items():
        print(f"{name}: {len(told)}", *([] if name == "exact" else told[:5]))
    for name, median in check_milliseconds(60).items():
        print(f"check of 20 ranks, {name}: {median:.2f} ms")
    apart = made_in_all = 0
    medians = []
    for topic in TOPICS:
        shares, times = [], []
        for level in LEVELS:
            times.append(statistics.median(milliseconds(topic, level, min(options.seeds, 25))))
            number = separated(topic, level, options.seeds)
            shares.append(f"{number / options.seeds:.1%}")
            apart, made_in_all = apart + number, made_in_all + options.seeds
        medians += times
        print(f"{topic:18} told apart {', '.join(shares)}; made in {', '.join(f'{one:.1f}' for one in times)} ms")
    print(f"all rules told apart: {apart} of {made_in_all}")
    print(f"made in {statistics.median(medians):.1f} ms, the median of the topics; {max(medians):.1f} ms the slowest")
    differ, found, first, lost = named(options.cases)
    print(f"wrong numbers {differ}: named {found} ({found / differ:.2%}), first {first} ({first / differ:.2%})")
    print(*lost[:10], sep="\n")
    tried, refused = right_answers(options.cases)
    print(f"right answers {tried}: called wrong {len(refused)}")
    print(*refused[:10], sep="\n")
    outcomes = random_numbers(options.cases)
    total, ruled = outcomes.total(), sum(number for (_, what), number in outcomes.items() if what == WRONG)
    unknown = sum(number for (_, what), number in outcomes.items() if what == UNKNOWN)
    print(f"random numbers {total}: a rule named for {ruled} ({ruled / total:.2%}), none {unknown / total:.1%}")
    for digits in (3, 4):
        found = blamed(options.cases, digits)
        shares = ", ".join(f"{name} {number / options.cases:.2%}" for name, number in found.most_common())
        print(f"random numbers of {digits} digits blamed: {found.total() / options.cases:.2%}; {shares}")
    by_topic = {topic: sum(number for (name, _), number in outcomes.items() if name == topic) for topic in TOPICS}
    worst = sorted(TOPICS, key=lambda topic: -outcomes[topic, WRONG] / max(by_topic[topic], 1))[:5]
    print(*(f"  {topic}: {outcomes[topic, WRONG] / max(by_topic[topic], 1):.2%}" for topic in worst), sep="\n")
    for digits in (1, 2, 3, 4):
        tried, right, several = ambiguous(options.cases, digits)
        print(f"{digits} digits: {right / tried:.1%} pass for right, {several / tried:.1%} fit several rules")


if __name__ == "__main__":
    main()
