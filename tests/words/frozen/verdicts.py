"""Families: what `check` says of right, coarse, cut, rounded, wrong and unknown answers, with every wrong rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from random import Random

from frozen import grid, reading
from frozen.calculations import about, data
from frozen.golden import Family
from irlearn import InputError, Ranking
from irlearn.byhand.answers import read_answer
from irlearn.byhand.catalogue import MISCONCEPTIONS
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.parse_question import parse_quantity
from irlearn.byhand.verdict import Verdict

_ONCE = 2  # how often a rule is shown on the grid
_OTHERS = 3  # questions of a measure that get other answers; of the first it is told how these are read


def families() -> Iterator[Family]:
    """What verdicts say."""
    tests = dict.fromkeys(one.partition("(")[2].strip(")") for one in grid.TESTS)
    for name in [*grid.MEASURES, *grid.MEANS, *tests, *grid.BEST]:
        yield Family(f"wrong rules of {name}", partial(_rules, name))
        yield Family(f"other verdicts on {name}", partial(_others, name))
    yield Family("wrong rules that the grid does not reach", _unreached)
    yield Family("verdicts as data and in a notebook", _forms, loose=True)
    yield Family("answers as they are read", _read)


@dataclass
class Asked:
    """A question of the grid: the notation of what is asked, what it is about, and what is known of wrong numbers."""

    name: str
    given: object
    shown: set[str] = field(default_factory=set)

    @cached_property
    def question(self) -> object:
        """The question as the package holds it; None where it has no answer."""
        try:
            return make_question(parse_quantity(self.name), self.given)  # type: ignore[arg-type]  # of every kind
        except InputError:
            return None

    @property
    def right(self) -> float | Fraction:
        """The right number."""
        return self.question.right_value  # type: ignore[attr-defined, no-any-return]

    @property
    def mistakes(self) -> Iterable[object]:
        """The wrong numbers that differ from the right one, each with the id of its rule."""
        return self.question.mistakes if self.question else ()  # type: ignore[attr-defined, no-any-return]

    def check(self, answer: str) -> Verdict:
        """The verdict on an answer; what is known of the question is worked out once."""
        return check_question(self.question, answer)  # type: ignore[arg-type]  # asked where there is an answer only

    def told(self, answer: str, *, read: bool = False) -> Iterator[str]:
        """What is said of an answer, with the ids of what is named, and how it was read where that is asked for."""
        try:
            verdict = self.check(answer)
        except InputError as error:
            yield f"{answer} refused: {error}"
            return
        yield f"{answer} {verdict!r}"
        yield from (line for line in str(verdict).split("\n") if read or line != verdict.answer.rounding)

    @property
    def heading(self) -> str:
        """What is asked, in a line."""
        return f"# {self.name} | {about(self.given)}"


@lru_cache(maxsize=1)
def _grid() -> dict[str, list[Asked]]:
    """The questions by what is asked."""
    found: dict[str, list[Asked]] = {}
    there = grid.rankings()
    for measure, names in grid.MEASURES.items():
        found[measure] = [
            Asked(name, ranking)
            for name in names
            for kind, rankings in there.items()
            for ranking in _some(name, kind, rankings)
        ]
    for mean, names in grid.MEANS.items():
        found[mean] = [Asked(name, given) for name in names for given in grid.means_given() if len(given) < 9]
    for name in grid.TESTS:
        given: Iterable[object] = grid.counts() if "binomial" in name else grid.scores()
        found.setdefault(name.partition("(")[2].strip(")"), []).extend(
            Asked(name, one)
            for one in given
            if not isinstance(one[0], list) or len(one[0]) < 15  # type: ignore[index]
        )
    for name, (names, texts) in grid.BEST.items():
        found[name] = [Asked(one, text) for one in names for text in texts]
    return found


def _some(name: str, kind: str, rankings: list[Ranking]) -> list[Ranking]:
    if kind == "long" or (kind == "ties" and not name.startswith("ESL")):
        return []
    return rankings if kind in ("lessons", "unjudged", "ties") else Random(f"words: check {name}").sample(rankings, 1)


def _rules(name: str) -> Iterator[str]:
    """An instance of each wrong rule that the grid reaches: the number, the headline, the lines, the advice."""
    seen: dict[str, int] = {}
    heading = ""
    for one in _grid()[name]:
        for mistake in one.mistakes:
            identity = mistake.id
            if seen.get(identity, 0) >= _ONCE:
                continue
            seen[identity] = seen.get(identity, 0) + 1
            if one.heading != heading:
                yield (heading := one.heading)
            yield f"rule {identity}"
            yield from one.told(_typed(mistake.value))  # type: ignore[attr-defined]


def _typed(value: float, places: int = 6) -> str:
    """A number as somebody types it who worked it out with a calculator."""
    return f"{value:.{places}f}" if value != round(value) else f"{value:.0f}"


def _reached() -> set[str]:
    return {mistake.misconception.id for asked in _grid().values() for one in asked for mistake in one.mistakes}  # type: ignore[attr-defined]


def _unreached() -> Iterator[str]:
    """Rules that no question of the grid gives another number than the right one."""
    reached = _reached()
    missed = [one for name, one in sorted(MISCONCEPTIONS.items()) if name not in reached]  # wherever they are declared
    yield f"{len(missed)} of {len(MISCONCEPTIONS)}"
    yield from (f"{one.id}: {one.message}" for one in missed)


_UNKNOWN = ("0.987654321", "-3", "17.4321", "7/13")


def _others(name: str) -> Iterator[str]:
    """Right, right with few digits, cut off, rounded on the way, whole, and unknown answers."""
    questions = [one for one in _grid()[name] if one.question]
    for place, one in enumerate(Random(f"words: others {name}").sample(questions, min(_OTHERS, len(questions)))):
        yield one.heading
        right = float(one.right)
        answers = [
            str(one.right) if isinstance(one.right, Fraction) else f"{one.right:.8f}",
            *(f"{right:.{places}f}" for places in (4, 3, 2, 1)),
            *(_cut(right, places) for places in (3, 2)),
            *(f"{right - 10**-places:.{places}f}" for places in (3, 2, 1)),  # a whole unit off, however it was rounded
            f"{100 * right:.1f}%",
            f"{round(right)}",
            f"{right + 0.0004:.4f}",
            *_UNKNOWN,
        ]
        for answer in dict.fromkeys(answers):
            yield from one.told(answer, read=not place)
        yield "solution:"
        yield from one.check("1/2").solution.lines


def _cut(value: float, places: int) -> str:
    """A number whose digits behind these places were cut off."""
    return f"{int(abs(value) * 10**places) / 10**places * (1 if value >= 0 else -1):.{places}f}"


def _forms() -> Iterator[str]:
    for questions in _grid().values():
        one = next(one for one in questions if one.question)
        for answer in ("1/2", "0.7", _typed(next((mistake.value for mistake in one.mistakes), 0.1))):  # type: ignore[attr-defined]
            yield one.heading
            try:
                verdict = one.check(answer)
            except InputError as error:
                yield f"{answer} refused: {error}"
                continue
            yield from data(verdict.to_json())
            yield from reading.shown(reading.tree(verdict._repr_html_()))


_ANSWERS = (
    "13/30", "0.433", ".43", "43.3%", "43%", "5.383/8", "0,433", "½", "1½", "(1/1 + 2/3) / 3", "5/12 = 0.417", "2:3",
    "1e-5", "0.00012", "1.7e+01", "-0.5", "−1/2", "2·3", "2×3", "3 ÷ 4", "7", "7.", "0.6 + 0.75", "(0.6 + 0.75) / 2",
    "１／２", "1,5", "100%", "101%", "", " ", "nan", "inf", "about half", "1/0", "1/(2-2)", "a", "1//2",
    "2**3",
    "1 0 1", "1.2.3", "1,000,000", "1/2/3", "()", "(1/2", "0x10", "1_000", "٣", "9" * 301, "9" * 290, "=0.5",
    "≈ 0.33", "0.5 ≈ 1/2",
)  # fmt: skip


def _read() -> Iterator[str]:
    for typed in _ANSWERS:
        for share in (False, True):
            try:
                answer = read_answer(typed, share=share)
            except InputError as error:
                yield f"{typed[:20]!r} {'share ' * share}refused: {error}"
                continue
            yield f"{typed[:20]!r} {'share ' * share}{answer.value} ± {answer.tolerance}: {answer.rounding}"
