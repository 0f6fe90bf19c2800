"""Lines that say more of a rank than its grade: `Rank 2: a title (relevance: 3) -> gain 3`, rows without a header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from irlearn.wordings.annotated import of_annotated
from irlearn.wordings.aside import beside, harms
from irlearn.wordings.concepts import meaning_of
from irlearn.wordings.lexicon import joined, mark_of
from irlearn.wordings.lists import with_settings
from irlearn.wordings.marks import degree_of, mark_in, of_marks
from irlearn.wordings.reading import Reading, grade_of, of_list
from irlearn.wordings.sheets import settings_around

_RANK_WORD = (
    r"rank|position|pos\.?|place|spot|posición|posição|posizione|posisi|puesto|lugar|rang|platz|stelle|plaats|hạng|"
    r"vị\s+trí|peringkat|место|позиция|位置|第|排名|순위|順位|no\.?|nr\.?"
)
_PLACE = re.compile(
    rf"(?ix)\s*(?:[-*•]\s+)?(?:(?P<word>{_RANK_WORD})\s*\#?\s*|(?P<hash>\#)\s*)?(?P<rank>[0-9]{{1,4}})(?![0-9])"
    r"\s*(?P<unit>位|위|등|名|番目|번째|st|nd|rd|th|º|ª|°)?\s*(?P<sign>[:.)|\]]|-\s|->|→)?\s*"
)
_RELEVANCE = (
    r"relevance|relevancy|relevancia|relevância|relevanz|relevantie|relevansi|rilevanza|pertinence|rel|grade|label|"
    r"релевантность|оценка|相关性|相关度|相關性|关联度|関連度|関連性|適合度|관련도|관련성|độ\s+liên\s+quan|mức\s+liên\s+quan"
)
_SCORE = r"score|rating|gain|得分|评分|分数|增益|点数|スコア|利得|점수|이득|điểm|skor|puntuación|pontuação|punteggio"
NAMED = re.compile(
    rf"(?i)(?<![^\W\d_])(?:(?P<rel>{_RELEVANCE})(?:\s*(?:{_SCORE}|grade|level|label))?|(?P<score>{_SCORE}))"
    r"(?![^\W\d_])\s*(?:[:=]|\bis\b|\bof\b|-(?=[0-9]))?\s*(?P<grade>[0-9]{1,3}(?:\.0{1,6})?)(?![\w.%/^*@])"
)
"""A grade and the word that says that it is one."""
_AFTER = re.compile(r"\s*(?:→|->|=>|⇒|#|//)\s*")
_IDEAL = re.compile(r"(?i)ideal|perfect|optim|best|理想|이상|最優|最优")
_OTHER = re.compile(r"(?i)\b(?:sort|alphabet|random|unsort|unord|shuffl|qrel|ground|truth|gold|judg|expected|true\b)")
_NO_DOCUMENT = (
    r"(?i)\s*(?:[-*•]\s+)?(?:query|question|topic|user|system|step|run|engine|method|case|example|q)\b"
    r"[\s_#]*\w{0,3}\s*[:(]"
)
_NOT_ITS_OWN = frozenset(["max", "maximum", "total", "mean", "expected", "predicted", "estimated"])
_FEWEST = 2


class _Row(NamedTuple):
    """One line: its rank, the grade that it names, and the mark in it."""

    rank: int | None
    grade: str
    score: bool
    mark: int | None
    beside: float | None = None  # a score


def of_rows(text: str) -> Reading | None:
    r"""Lines with a rank and a grade or a mark each, whatever title and result stand beside it.

    >>> of_rows("Rank 1: Cats (relevance: 2)\nRank 2: Dogs 101 (relevance: 0)").grades
    (2, 0)
    >>> of_rows("Rank 1: ✅ Relevant\nRank 2: ❌ Irrelevant").grades
    (1, 0)
    """
    lines = [line for line in joined(text.replace("**", "")).splitlines() if line.strip()]
    rows = [_row(line) for line in lines]
    places = [place for place, row in enumerate(rows) if row]
    if len(places) < _FEWEST or places != [*range(places[0], places[-1] + 1)]:
        return None
    found = [row for row in rows if row]
    around = [*lines[: places[0]], *lines[places[-1] + 1 :]]
    settings = settings_around(around, len(found))
    grades = _grades(found, text)
    if settings is None or grades is None or any(_IDEAL.search(line) for line in around):
        return None
    ranks = [row.rank for row in found]
    if None in ranks and not _in_order(found):
        return None
    if ranks != [*range(1, len(found) + 1)] and (set(ranks) != {None} or any(_OTHER.search(line) for line in around)):
        return None
    return with_settings(of_list(grades), settings, text)


def _in_order(rows: Sequence[_Row]) -> bool:
    """Whether nothing in lines without ranks says that they stand in another order than the one they are in."""
    scores = [row.beside for row in rows if row.beside is not None]
    return scores == sorted(scores, reverse=True) and not (rows[0].score and all(row.mark is None for row in rows))


def _row(line: str) -> _Row | None:
    """What one line says of its rank, or None."""
    place = _PLACE.match(line)
    if place and not (
        place["sign"] or ((place["word"] or place["unit"] or place["hash"]) and line[place.end() - 1].isspace())
    ):
        place = None
    if not place and not re.match(r"\s*(?:[-*•]\s+|[A-Za-z][\w\-]{0,20}\s*[:(])", line):
        return None
    if not place and re.match(_NO_DOCUMENT, line):
        return None
    rest = line[place.end() :] if place else re.sub(r"^\s*[-*•]\s+", "", line)
    rank = int(place["rank"]) if place else None
    rest = rest.strip().rstrip(" ;,.。|")
    named = list(NAMED.finditer(rest))
    sure = [one for one in named if one["rel"]] or named
    if named:
        tail = rest[max(one.end() for one in named) :].strip(" )]}")
        said = {one["grade"].partition(".")[0] for one in sure}
        parts = [re.sub(r"[()\[\]]", " ", part).strip() for part in re.split(r"[,;()\[\]]|\s-\s", rest)]
        marks = {mark for mark in map(degree_of, parts) if mark is not None}
        before = rest[: sure[0].start()].strip(" -(:[=→>|")
        worded = re.search(r"[^\W\d_]+$", before)
        if len(said) > 1 or len(marks) > 1 or not _is_result(tail) or (worded and _unfit(worded[0])):
            return None
        scores = [float(one["grade"]) for one in named if sure[0]["rel"] and not one["rel"]]
        return _Row(
            rank, said.pop(), sure[0]["rel"] is None, marks.pop() if marks else None, scores[0] if scores else None
        )
    head, *after = _AFTER.split(rest, maxsplit=1)
    if after and mark_of(after[0]) is None and not _is_result(after[0]):
        return None
    parts = [
        part.strip()
        for part in re.split(
            r"[:()\[\]|]|\s-\s|\s*→\s*", f"{head} : {after[0]}" if after and mark_of(after[0]) is not None else head
        )
        if part.strip()
    ]
    found = [mark_in(part) for part in parts]
    marks = {mark for mark in found if mark is not None}
    if rank is None or len(marks) != 1 or not parts or (found[-1] is None and found[0] is None):
        return None
    if any(harms(part) for part, mark in zip(parts[1:], found[1:], strict=True) if mark is None):
        return None
    return _Row(rank, "", False, marks.pop())


def _unfit(word: str) -> bool:
    return harms(word) or _IDEAL.fullmatch(word) is not None or word.lower() in _NOT_ITS_OWN


def _is_result(tail: str) -> bool:
    """Whether what stands behind the grade of a line is a result that follows from it, or nothing."""
    said = beside(_AFTER.sub("", tail, count=1) if _AFTER.match(tail) else tail)
    return said.sound and {said.k, said.total, said.missed, said.hits, said.length} == {None} and "?" not in tail


def _grades(rows: Sequence[_Row], text: str) -> list[int] | None:
    """The grades of the lines, where each of them says its own in the same way."""
    if not any(row.grade for row in rows):
        return [row.mark or 0 for row in rows] if {row.mark for row in rows} <= {0, 1} else None
    if not all(row.grade for row in rows) or len({row.score for row in rows}) > 1:
        return None
    grades = [grade_of(row.grade, text) for row in rows]
    if any(row.mark is not None and row.mark != (grade > 0) for row, grade in zip(rows, grades, strict=True)):
        return None
    falling = all(one > other for one, other in pairwise(grades))
    if rows[0].score and all(row.mark is None for row in rows) and falling and grades[-1] > 0:
        return None  # scores that the system gave
    return grades


def of_headed(text: str) -> Reading | None:
    r"""Entries under a line that says that they are a ranking.

    >>> of_headed("The current ranking has these grades:\n\nd3: 0\nd2: 2").grades
    (0, 2)
    """
    head, _, rest = text.strip().partition(":")
    words = re.findall(r"[^\W\d_]+", head)
    ranked = any(meaning_of(word) in ("G", "W", "L") or word.lower() == "sequence" for word in words)
    unfit = harms(head) or _IDEAL.search(head) or _OTHER.search(head) or re.search(r"[0-9\n=\[{(]", head)
    if not ranked or unfit or not rest.strip() or any(meaning_of(word) in ("N", "!", "M") for word in words):
        return None
    body = re.sub(r"(?m)^\s*[-*•]\s+", "", rest.strip().rstrip("."))
    return of_annotated(body) or of_marks(body)


def of_bare_rows(text: str) -> Reading | None:
    r"""Rows between bars without a header, of which one column is ticks and crosses and another the ranks.

    >>> of_bare_rows("| 1 | a tale | ✅ | 1.000 | 0.5 |\n| 2 | of cats | ❌ | 0.631 | 0 |").grades
    (1, 0)
    """
    lines = [line.strip() for line in text.splitlines() if line.strip(" |:-\n")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    if len(rows) < _FEWEST or len({len(row) for row in rows}) > 1 or not all(line.startswith("|") for line in lines):
        return None
    columns = [[row[place] for row in rows] for place in range(len(rows[0]))]
    marks = [[mark_in(cell) for cell in column] for column in columns]
    ticked = [one for one in marks if None not in one]
    if len(ticked) != 1 or columns[0] != [str(rank) for rank in range(1, len(rows) + 1)]:
        return None
    for column in columns[1:]:
        whole = all(re.fullmatch(r"[0-9]{1,3}(?:\.0+)?", cell) for cell in column)
        if whole and [float(cell) > 0 for cell in column] != [mark == 1 for mark in ticked[0]]:
            return None  # grades, as far as one can tell
        if whole and any(float(cell) > 1 for cell in column):
            return None
    return of_list([mark or 0 for mark in ticked[0]])
