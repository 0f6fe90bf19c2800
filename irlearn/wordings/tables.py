"""Tables from a page or a spreadsheet, and pasted lines of qrels and runs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError, quoted
from irlearn.spelling import UNJUDGED
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.lexicon import (
    GRADES,
    LABELS,
    RELEVANT,
    SCORES,
    SIGNS,
    is_count,
    is_no_name,
    joined,
    mark_of,
    roles_of,
)
from irlearn.wordings.reading import Reading, beside_names, grade_of, of_list
from irlearn.wordings.scored import by_score

NUMBER = r"[0-9]{1,9}(?:\.0{0,6})?|-1"
_X = frozenset(("x", "*", "r", "rel", "✓", "✔", "✅", "☑", "+", "yes", "relevant"))
_RULE = re.compile(r"[\s|:\-+=]*")
_FEWEST = 2
_WIDEST = 9  # columns under a header


def of_table(text: str) -> Reading | None:
    r"""Rows of ranks or documents with a grade or a mark each, from a page or a spreadsheet.

    >>> of_table("| rank | grade |\n|---|---|\n| 1 | 3 |\n| 2 | 0 |").grades
    (3, 0)
    >>> of_table("1 d7 X; 2 d3; 3 d9 X").grades, of_table("doc,score,label\na,0.2,1\nb,0.9,0").grades
    ((1, 0, 1), (0, 1))
    """
    rows = _without_topic(_table(text))
    if rows is None or len(rows) < _FEWEST:
        return None
    header = _header(rows[0])
    if header is not None and (
        any(unfit(cell) for cell in rows[0]) or not _ranked(rows) or len(rows[0]) < max(map(len, rows))
    ):
        return None
    rows = rows[1:] if header is not None else rows
    width = max(map(len, rows), default=0)
    if len(rows) < _FEWEST or not 1 < width <= (_WIDEST if header is not None else 4) or min(map(len, rows)) < 1:
        return None
    column = _graded_column(header, width)
    if column is None or (header is None and any(_names_none(row[0]) for row in rows)):
        return None
    ranked = [row[0].rstrip(".") for row in rows] == [str(rank) for rank in range(1, len(rows) + 1)]
    cells = [row[column] if column < len(row) else "" for row in rows]
    if header is None and any(sum(cell.endswith(":") for cell in row) > 1 for row in rows):
        return None  # two numbers that are named, of which one is the grade
    if not ranked and header is None and (len({row[0] for row in rows}) < len(rows) or width > 2):
        return None
    scored = _column(header, SCORES)
    scored = None if scored == column else scored
    if not ranked and scored is None and all(re.fullmatch(NUMBER, row[0]) for row in rows):
        return None  # ids, or ranks that are not in order
    if not all(cells):
        sparse = {cell.lower() for cell in cells if cell}
        return (
            of_list([int(bool(cell)) for cell in cells])
            if len(sparse) == 1 and sparse <= _X and (ranked or header)
            else None
        )
    marks = [mark_of(cell) for cell in cells]
    if None in marks:
        if not all(re.fullmatch(NUMBER, cell) for cell in cells):
            return None
        marks = [grade_of(cell, text) for cell in cells]
    grades = [mark or 0 if mark != UNJUDGED else UNJUDGED for mark in marks]
    for place in range(width) if header is None else ():
        ticks = [mark_of(row[place]) for row in rows if place < len(row) and set(row[place]) & SIGNS]
        if len(ticks) == len(rows) and ticks != [int(grade > 0) for grade in grades]:
            return None  # a column of ticks says something else
    if header is None:
        return beside_names(grades)
    return of_list(grades) if scored is None else _by_scores([row[scored] for row in rows], grades, text, ranked=ranked)


def _names_none(cell: str) -> bool:
    """Whether the first cell of a row names no document, but a count, or a rank in a sentence."""
    placed = r"(?i)\bat\s+(?:(?:the\s+)?(?:ranks?|positions?|places?)\s+)?[0-9]"
    return is_count(cell.rstrip(" :=")) or is_no_name(cell) or re.search(placed, cell) is not None


def _by_scores(scores: list[str], grades: list[int], text: str, *, ranked: bool) -> Reading | None:
    """The reading of rows with a score each: in their order where the scores fall, from the highest down elsewhere."""
    if not all(re.fullmatch(r"-?[0-9]{0,9}\.?[0-9]{1,9}", score) for score in scores):
        return None
    numbers = [float(score) for score in scores]
    if numbers == sorted(numbers, reverse=True):
        return of_list(grades)
    if ranked:
        raise InputError(
            f"the wording {quoted(text.strip())} has ranks in one column and scores that do not fall in another; "
            "leave one of the two columns out"
        )
    return by_score(list(zip(scores, grades, strict=True)), text)


def of_rows_across(text: str) -> Reading | None:
    r"""Ranks in one line and what is said of each below: `Rank: 1 2 3`, `Rel: R N R`.

    >>> of_rows_across("Rank: 1 2 3\nRel: R N R").grades
    (1, 0, 1)
    >>> of_rows_across("| Rank | 1 | 2 |\n|--|--|--|\n| Relevant | no | yes |").grades
    (0, 1)
    """
    lines = [line for line in joined(text.strip()).splitlines() if line.strip() and not _RULE.fullmatch(line)]
    words = [re.findall(r"[^\s,;:|]+", line) for line in lines]
    if not 2 <= len(words) <= 5 or len(words[0]) < 3:
        return None
    size = next((place for place, word in enumerate(words[0]) if word.isdigit()), 0)
    count = len(words[0]) - size
    ranks = [str(rank) for rank in range(1, count + 1)]
    if not size or words[0][size:] != ranks or letters_of(tokens_of(" ".join(words[0][:size]))) not in ("S", "x", "SD"):
        return None
    found = []
    for row in words[1:]:
        heading, cells = row[: max(len(row) - count, 0)], row[-count:]
        heading = [word.rstrip("?") for word in heading]
        if len(row) > count and (roles_of(heading) or frozenset()) & {RELEVANT, GRADES, LABELS}:
            found.append(cells)
    if len(found) != 1:
        return None
    marks = [mark_of(cell) for cell in found[0]]
    if None not in marks:
        return of_list([mark for mark in marks if mark is not None])
    return of_list([grade_of(cell, text) for cell in found[0]])


def _table(text: str) -> list[list[str]] | None:
    body = joined(text.strip())
    if body.startswith("|"):
        lines = re.split(r"\n", body) if "\n" in body else re.split(r"(?<=\|)\s+(?=\|)", body)
        lines = [line.strip() for line in lines if not _RULE.fullmatch(line)]
        if not all(line.startswith("|") and line.endswith("|") for line in lines):
            return None
        return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    latex = "\\\\" in body and "&" in body
    parts = body.split("\\\\") if latex else body.splitlines() if "\n" in body else body.split(";")
    lines = [re.sub(r"\\hline", "", line).strip() for line in parts]
    lines = [line for line in lines if line and not _RULE.fullmatch(line)]
    if "|" in body:
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    sign = next((one for one in ("\t", "&", ";", ",") if all(one in line for line in lines)), None)
    rows = [[cell.strip() for cell in line.split(sign)] if sign else line.split() for line in lines]
    return rows if len({len(row) for row in rows}) == 1 or "," not in body else None


def _without_topic(rows: list[list[str]] | None) -> list[list[str]] | None:
    """The rows without a column that names their one topic, where another one gives their order."""
    if not rows or len({len(row) for row in rows}) > 1:
        return rows
    for place, heading in enumerate(rows[0]):
        if re.fullmatch(_TOPIC, heading) and len({row[place] for row in rows[1:]}) == 1:
            ordered = any(re.fullmatch(_RANKS, cell) or SCORES in (roles_of([cell]) or ()) for cell in rows[0])
            return [row[:place] + row[place + 1 :] for row in rows] if ordered else rows
    return rows


_TOPIC = r"(?i)(?:topic|query|question|q)(?:[ _-]?(?:id|no|number))?|qid|#q"
_RANKS = r"(?i)\W*(?:rank|pos(?:ition)?|rang)\W*"


def _ranked(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column that is headed as ranks, if there is one, counts 1, 2, 3."""
    place = next((at for at, cell in enumerate(rows[0]) if re.fullmatch(_RANKS, cell)), None)
    if place is None:
        return True
    found = [row[place].strip("#. ") if place < len(row) else "" for row in rows[1:]]
    return found == [str(rank) for rank in range(1, len(found) + 1)]


def unfit(heading: str) -> bool:
    """Whether a heading says that its column, or the table, is something else than a list with its grades.

    >>> unfit("relevant or not?"), unfit("not relevant"), unfit("max rel")
    (False, True, True)
    """
    if re.search(r"(?i)\b(?:max|min|best|distance|loss|error)\b", heading):
        return True
    return harms(re.sub(r"(?i)\(?(?:/|\bor\b|\boder\b|\bou\b)\s*(?:not|non|nicht|irr|no|pas)\b.*", "", heading))


def _header(row: Sequence[str]) -> list[frozenset[str] | None] | None:
    """What the columns are said to be, or None where the first row is no header."""
    entry = r"[\w.\-]*[0-9][%.:)]?|[✓✗✔✘✅❌+\-]"
    if any(re.fullmatch(entry, cell) for cell in row) or any(mark_of(cell) is not None for cell in row[:1]):
        return None
    if (
        len(row) == 2
        and all(mark_of(cell) is not None for cell in row[1:])
        and row[1].lower() not in ("relevant", "rel")
    ):
        return None
    return [roles_of(cell.replace("?", "").split()) for cell in row]


def _column(header: list[frozenset[str] | None] | None, role: str) -> int | None:
    found = [
        place for place, roles in enumerate(header or []) if roles in (frozenset({role}), frozenset({role, GRADES}))
    ]
    return found[0] if len(found) == 1 else None


def _graded_column(header: list[frozenset[str] | None] | None, width: int) -> int | None:
    if header is None:
        return width - 1
    wanted = {RELEVANT, GRADES, LABELS}
    found = [place for place, roles in enumerate(header) if roles and roles & wanted and SCORES not in roles]
    if not found:
        found = (
            [place for place, roles in enumerate(header) if roles == frozenset({SCORES, GRADES})] if width == 2 else []
        )
    return found[0] if len(found) == 1 and found[0] < width else None


_TITLE = (
    r"(?i)(?:#.*|```\w*|(?:the\s+)?(?:qrels?|run|results?|judge?ments|relevance judge?ments)(?:\s+file|\.txt)?\s*[:=]?)"
)


def of_trec(text: str) -> list[Reading] | None:
    r"""Pasted lines of qrels and of one run, a reading for each topic: by score down, equal ones by document down.

    >>> of_trec("1 0 a 1\n1 0 b 0\n1 Q0 b 1 0.9 me\n1 Q0 a 2 0.4 me")[0].grades
    (0, 1)
    """
    lines = [line.split() for line in text.splitlines() if line.strip() and not re.fullmatch(_TITLE, line.strip())]
    qrels = [row for row in lines if len(row) == 4 and re.fullmatch(r"-?[0-9]{1,6}", row[3])]
    run = [row for row in lines if len(row) == 6 and row[1].upper() == "Q0" and _is_number(row[4])]
    if len(qrels) + len(run) < len(lines) or len(lines) < _FEWEST or (run and len({row[5] for row in run}) > 1):
        return None
    if not qrels or not run:
        return None
    found = []
    for topic in dict.fromkeys(row[0] for row in qrels):
        grades = {row[2]: int(row[3]) for row in qrels if row[0] == topic}
        ranked = sorted(((float(row[4]), row[2]) for row in run if row[0] == topic), reverse=True)
        names = [document for _, document in ranked]
        twice = len(set(names)) < len(names) or len(grades) < sum(row[0] == topic for row in qrels)
        if twice:
            raise InputError(f"the pasted lines of topic {quoted(topic)} hold a document twice; leave the second out")
        missed = [
            max(grade, UNJUDGED) for document, grade in grades.items() if document not in set(names) and grade >= 0
        ]
        found.append(of_list([max(grades.get(one, UNJUDGED), UNJUDGED) for one in names], missed=tuple(missed)))
    return found


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,15}(?:\.[0-9]{0,15})?(?:[eE][+-]?[0-9]{1,2})?", word) is not None
