"""What the widgets that ask have in common: the ranking as cells, the scores as a table, the verdict as a note."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from html import escape

from irlearn.derivation import Binomial, Significance, mark
from irlearn.derivation.calculation import Calculation
from irlearn.derivation.significance import Pair
from irlearn.diagnosis import Diagnosis, Verdict
from irlearn.exercises import Exercise, Progress
from irlearn.exercises.wording import score_texts, stated_scores
from irlearn.measures import Measure
from irlearn.measures.base import BinaryMeasure
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking

_CELLS = 40  # ranks; the rest of a longer list is counted
_NARROW = 5  # queries whose scores fit a narrow page; more of them scroll there, and the keys must reach them
_NAMED = 3  # misconceptions that fit one number; the rest is counted
_MOSTLY = 0.5  # of a calculation; where more of it differs, there is nothing to point at
_TOKEN = re.compile(r"\w+(?:\.\d+)?(?:/\w+(?:\.\d+)?)?|\s+|[^\w\s]")  # 4/5 is one term
STATES = {"open": "○ open", "tried": "… tried", "done": "✓ done", "shown": "◇ solution shown"}
"""The states of a part as they are shown, each a sign and a word."""
UNDERSTOOD = "13/30, 0.433 and 43.3% are all understood."


def draw_state(state: str) -> str:
    """The state of a part as a small label."""
    return f'<span class="state {state}">{STATES[state]}</span>'


def spoken_of(asked: Measure | Mean | Significance) -> str:
    """What is asked for as a sentence names it: the measure's notation, or the number of a test in words."""
    return asked.spoken if isinstance(asked, Significance) else repr(asked)


def label_of(asked: Measure | Mean | Significance) -> str:
    """What is asked for as a label names it, behind "Your"."""
    return spoken_of(asked).removeprefix("the ")


def draw_question(task: Exercise) -> tuple[str, str]:
    """The words of a question, and what they are about as a picture.

    Rankings are drawn beside the words. Scores leave the words, where these state them as `stated_scores` does, and
    are drawn as a table; other scores may stand for what the words say otherwise, and so may the values of a mean.
    """
    if isinstance(task.asked, Significance):
        stated = f" {stated_scores(task.asked, task.asked.read(task.given))}"
        if stated in task.question:
            return task.question.replace(stated, "", 1), draw_given(task.asked, task.given)
        return task.question, ""
    rankings = isinstance(task.given, Ranking) or all(isinstance(one, Ranking) for one in task.given)
    return task.question, draw_given(task.asked, task.given) if rankings else ""


def draw_given(asked: Measure | Mean | Significance, given: object) -> str:
    """What is asked about: a cell for each rank or for the value of each query, the scores of A and of B as a table.

    A mean has a row for each ranking; the counts of a binomial test are a sentence.
    """
    if isinstance(asked, Significance):
        pair = asked.read(given)
        if isinstance(asked, Binomial):
            return f'<p class="small">{stated_scores(asked, pair)}</p>'
        return _draw_scores(pair)
    measure = asked.measure if isinstance(asked, Mean) else asked
    if isinstance(given, Ranking):
        return _draw_ranking(measure, given)
    assert isinstance(given, tuple)
    if not all(isinstance(one, Ranking) for one in given):
        cells = "".join(
            f'<li><span class="cell">{escape(str(one))}</span><span class="number">{number}</span></li>'
            for number, one in enumerate(given, start=1)
        )
        words = ", ".join(f"query {number}: {one}" for number, one in enumerate(given, start=1))
        return (
            f'<p class="small">{measure!r} of each of {len(given)} queries.</p>'
            f'<ol class="ranks values" role="img" aria-label="{escape(words, quote=True)}">{cells}</ol>'
        )
    rows = "".join(
        f'<div class="query"><span class="who">Query {number}</span>{_draw_ranking(measure, one)}</div>'
        for number, one in enumerate(given, start=1)
    )
    return f'<div class="queries">{rows}</div>'


def _draw_scores(pair: Pair) -> str:
    """A row of scores for A and one for B, a column for each query, in a box that scrolls where it is narrow."""
    queries = len(pair[0])
    header = "".join(f'<th scope="col">q{number}</th>' for number in range(1, queries + 1))
    rows = "".join(
        f'<tr><th scope="row" class="{name.lower()}">{name}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in texts)
        + "</tr>"
        for name, texts in zip("AB", score_texts(pair), strict=True)
    )
    scrolled = ' tabindex="0" data-focus="scores" data-lm-suppress-shortcuts="true"'  # arrow keys are left to the box
    reached = scrolled if queries > _NARROW else ""
    return (
        f'<div class="scored" role="group" aria-label="Scores of A and B on {queries} queries"{reached}><table>'
        f'<thead><tr><th scope="col"><span class="visually-hidden">system</span></th>{header}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _draw_ranking(measure: Measure, ranking: Ranking) -> str:
    binary, rel = isinstance(measure, BinaryMeasure), getattr(measure, "rel", 1)
    plain = binary and rel == 1 and max(ranking.judged, default=0) <= 1
    cells, words = "", []
    tied = [size > 1 for size in ranking.ties for _ in range(size)] or [False] * len(ranking)
    for rank, grade in enumerate(ranking.grades[:_CELLS], start=1):
        kind = "unjudged" if grade < 0 else "hit" if grade >= rel else "miss"
        shown = ("✓" if grade > 0 else "·" if grade == 0 else "?") if plain else mark(grade)
        cells += (
            f'<li class="{kind}{" tied" if tied[rank - 1] else ""}"><span class="cell">{shown}</span>'
            f'<span class="number">{rank}</span></li>'
        )
        named = {"unjudged": "unjudged", "hit": "relevant", "miss": "not relevant"}[kind]
        words.append(f"rank {rank}: {named if plain else 'unjudged' if grade < 0 else f'grade {grade}'}")
    rest = len(ranking) - _CELLS
    label = "; ".join(words) + (f"; and {rest} more ranks" if rest > 0 else "")
    more = f'<li class="more">and {rest} more</li>' if rest > 0 else ""
    return (
        f'<p class="small">{escape(_about(ranking, binary=binary, plain=plain, rel=rel))}</p>'
        f'<ol class="ranks" role="img" aria-label="{escape(label, quote=True)}">{cells}{more}</ol>'
    )


def _about(ranking: Ranking, *, binary: bool, plain: bool, rel: int) -> str:
    """What the cells do not show: how many are relevant in all, which grades are missed, what is tied."""
    said = []
    relevant = int(ranking.arrays.relevant(rel))
    if binary:
        from_grade = "" if plain else f" (grade {rel} or more)"
        said.append(f"{relevant} document{' is' if relevant == 1 else 's are'} relevant in all{from_grade}.")
    if not plain:
        missed = " ".join(map(str, ranking.missed[:_CELLS]))
        said.append(f"Missed by the list: grades {missed}." if missed else "The list misses no judged document.")
    else:
        marks = {1: "✓ relevant", 0: "· not relevant", -1: "? unjudged"}
        there = [text for grade, text in marks.items() if grade in ranking.grades]
        said.append(", ".join(there) + "." if there else "")
    start = 1
    for size in ranking.ties:
        said += [f"Ranks {start} to {start + size - 1} are tied."] if size > 1 else []
        start += size
    return " ".join(filter(None, said))


def draw_verdict(verdict: Verdict, *, said: bool = True, more: str = "") -> str:
    """A verdict as a note: the headline, the wrong calculation with what differs marked, advice, how it was read."""
    body = ""
    for place, one in enumerate(verdict.explained[:_NAMED]):
        body += f"<p>Or: {escape(one.message)}</p>" if place else ""
        body += draw_wrong(one, verdict.solution)
    rest = len(verdict.explained) - _NAMED
    body += f"<p>{rest} more mistake{' fits' if rest == 1 else 's fit'} this number.</p>" if rest > 0 else ""
    body += f"<p>{escape(verdict.advice)}</p>" if verdict.advice else ""
    heard = " data-said" if said else ""
    legend = "Underlined: where it differs. " if "<mark>" in body else ""
    return (
        f'<div class="verdict {verdict.outcome.replace(" ", "-")}"><p{heard}><strong>{escape(verdict.headline)}'
        f'</strong>{more}</p>{body}<p class="small">{legend}{escape(verdict.rounding)}</p></div>'
    )


def draw_wrong(diagnosis: Diagnosis, right: Calculation) -> str:
    """A wrong calculation, a line for each result on the way; what differs from the right one is marked."""
    by_name = {line.partition(" = ")[0]: line for line in right.lines}
    lines = []
    for line in diagnosis.lines:
        name, equals, rest = line.partition(" = ")
        lines.append(_marked(line, by_name[name]) if equals and rest and name in by_name else escape(line))
    return "".join(f'<p class="equation">{line}</p>' for line in lines)


def _marked(wrong: str, right: str) -> str:
    """The first written form of a wrong line, with the terms marked that the right line does not have.

    Nothing is marked where most of it differs, or where the way of adding up does: then there is no one place to see.
    """
    name, written, *results = wrong.split(" = ")
    tokens, model = _TOKEN.findall(written), _TOKEN.findall(right.split(" = ")[1])
    found = difflib.SequenceMatcher(None, model, tokens, autojunk=False).get_opcodes()
    places = [range(low, high) for tag, _, _, low, high in found if tag in ("replace", "insert")]
    terms = [place for place, token in enumerate(tokens) if token[0].isalnum()]
    differing = [place for place in terms if any(place in each for each in places)]
    one_place = all(any(place in each for place in differing) for each in places)
    if not one_place or len(differing) > _MOSTLY * len(terms):
        return escape(wrong)
    shown = "".join(f"<mark>{token}</mark>" if n in differing else escape(token) for n, token in enumerate(tokens))
    return " = ".join([escape(name), shown, *map(escape, results)])


def draw_solution(solution: Calculation) -> str:
    """The right calculation, each step a fraction."""
    return f'<div class="solution">{solution._repr_html_()}</div>'


class Kept:
    """A part's place in a progress, or nowhere: what was recorded of it, and what to do when it changes elsewhere."""

    def __init__(self, progress: Progress | None, part: str, changed: Callable[[], None]) -> None:
        self._progress, self._part, self._changed = progress, part, changed
        self._writing = False
        self._seen = self._now()
        if progress is not None:
            progress.watch(self._follow)

    @property
    def kept(self) -> bool:
        """Whether there is a progress to keep it in."""
        return self._progress is not None

    @property
    def state(self) -> str:
        """How far the part is: open, tried or done."""
        return "open" if self._progress is None else self._progress.state(self._part)

    @property
    def answer(self) -> str:
        """The last answer as it was typed or chosen."""
        return "" if self._progress is None else self._progress.answer(self._part)

    def detail(self, name: str, default: object = None) -> object:
        """Another thing that was recorded."""
        return default if self._progress is None else self._progress.detail(self._part).get(name, default)

    def record(self, state: str, answer: str = "", **details: object) -> None:
        """Record what was done."""
        if self._progress is None:
            return
        self._writing = True
        try:
            self._progress.record(self._part, state, answer, **details)
        finally:
            self._writing = False
            self._seen = self._now()

    def _now(self) -> tuple[object, ...]:
        if self._progress is None:
            return ()
        return self._progress.state(self._part), self._progress.answer(self._part), self._progress.detail(self._part)

    def _follow(self) -> None:
        """Tell the widget when a reset, a resume code or another widget changed this part."""
        if not self._writing and self._now() != self._seen:
            self._seen = self._now()
            self._changed()
