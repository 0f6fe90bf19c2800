"""Wordings of a line or a phrase a document: tables, `Position 1: relevance 3`, pasted qrels and run lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError, quoted
from irlearn.spelling import UNJUDGED
from irlearn.wordings.lexicon import GRADES, LABELS, RELEVANT, SCORES, is_count, joined, mark_of, roles_of
from irlearn.wordings.reading import Reading, grade_of, of_list

_NUMBER = r"[0-9]{1,9}(?:\.0{0,6})?|-1"
_RANK = (
    r"(?i)(?:(?:at\s+)?(?:rank|position|pos|place|result|document|doc|item|hit|puesto|posición|rang|platz|posizione|"
    r"posição|места|место|позиция|순위|順位|排名|位置|第|no|nr)\b\.?\s*#?|\#)?\s*"
    r"(?P<rank>[0-9]{1,6})\s*(?:st|nd|rd|th|位|위|º|°)?\b(?:\s+(?:rank|position|place)\b)?"
)
_SAID = (
    r"\s*(?:[(\[][^()\[\]\n]{1,40}[)\]])?\s*(?P<part>[.):=\-–→|]|->|\bis\b|\bhas\b)?\s*"
    r"(?:(?:is|has|a|document|doc|with)\s+)*"
    r"(?:(?P<name>(?i:relevance|relevancia|relevanz|pertinence|rilevanza|grade|gain|rel|score|rating|label|grado|note)\b"
    r"(?:\s+(?:of|grade|level|score|label|is))?)\s*[:=]?\s*)?"
    r"(?P<value>[0-9]{1,9}(?:\.0{1,6})?(?![\w.%/])|[^\W\d_][\w\-]*|[+\-✓✔✅☑✗✘✕✖❌☒?](?!\w))"
)
_BETWEEN = re.compile(r"(?:[\s,;|.…()\-*]|\band\b|\bdocument\b|\brelevance\b|\brelevant\b$)*")
_X = frozenset(("x", "*", "r", "rel", "✓", "✔", "✅", "☑", "+", "yes", "relevant"))
_RULE = re.compile(r"[\s|:\-+=]*")
_FEWEST = 2


def of_ranks(text: str) -> Reading | None:
    """Grades or words told rank by rank.

    >>> of_ranks("Position 1: relevance 3, Position 2: relevance 0").grades
    (3, 0)
    >>> of_ranks("1. relevant; 2. not relevant; 3. relevant").grades
    (1, 0, 1)
    """
    body = joined(" ".join(text.split()))
    grades: list[int] = []
    named = parted = 0
    end = 0
    for match in re.finditer(_RANK + _SAID, body):
        between = body[end : match.start()]
        if not _BETWEEN.fullmatch(between) and (end or not re.fullmatch(r"[^\d:]{0,60}:\s*", between)):
            return None
        if end and not between.strip() and body[end - 1].isdigit() and not match["part"]:
            return None
        grade = mark_of(match["value"]) if not match["value"].isdigit() else None
        if grade is None:
            if not re.fullmatch(_NUMBER, match["value"]):
                return None
            grade = grade_of(match["value"], text)
        if int(match["rank"]) != len(grades) + 1:
            return None
        grades.append(grade)
        named += match["name"] is not None or not match["value"][0].isdigit()
        parted += match["part"] is not None
        end = match.end()
    if len(grades) < _FEWEST or not _BETWEEN.fullmatch(body[end:]):
        return None
    words = re.search(r"(?i)rank|pos|place|#|\bres|doc|item|hit|순위|位", body) is not None
    return of_list(grades) if named == len(grades) or (parted == len(grades) and words) else None


def of_table(text: str) -> Reading | None:
    r"""Rows of ranks or documents with a grade or a mark each, from a page or a spreadsheet.

    >>> of_table("| rank | grade |\n|---|---|\n| 1 | 3 |\n| 2 | 0 |").grades
    (3, 0)
    >>> of_table("1 d7 X; 2 d3; 3 d9 X").grades
    (1, 0, 1)
    """
    rows = _table(text)
    if rows is None or len(rows) < _FEWEST:
        return None
    header = _header(rows[0])
    rows = rows[1:] if header is not None else rows
    width = max(map(len, rows), default=0)
    if len(rows) < _FEWEST or not 1 < width <= 4 or min(map(len, rows)) < 1:
        return None
    ranked = [row[0].rstrip(".") for row in rows] == [str(rank) for rank in range(1, len(rows) + 1)]
    column = _graded_column(header, width)
    if column is None:
        return None
    if any(is_count(row[0]) for row in rows):
        return None
    cells = [row[column] if column < len(row) else "" for row in rows]
    if not ranked and header is None and (len({row[0] for row in rows}) < len(rows) or width > 2):
        return None
    if not ranked and all(re.fullmatch(_NUMBER, row[0]) for row in rows):
        return None  # ids, or ranks that are not in order
    if not all(cells):
        sparse = {cell.lower() for cell in cells if cell}
        alone = len(sparse) == 1 and sparse <= _X
        return of_list([int(bool(cell)) for cell in cells]) if alone and ranked else None
    marks = [mark_of(cell) for cell in cells]
    if None not in marks:
        return of_list([mark for mark in marks if mark is not None])
    return (
        of_list([grade_of(cell, text) for cell in cells]) if all(re.fullmatch(_NUMBER, one) for one in cells) else None
    )


def _table(text: str) -> list[list[str]] | None:
    body = joined(text.strip())
    if body.startswith("|"):
        lines = re.split(r"\n", body) if "\n" in body else re.split(r"(?<=\|)\s+(?=\|)", body)
        lines = [line.strip() for line in lines if not _RULE.fullmatch(line)]
        if not all(line.startswith("|") and line.endswith("|") for line in lines):
            return None
        return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    lines = [line.strip() for line in re.split(r"[;\n]", body) if line.strip() and not _RULE.fullmatch(line)]
    if "|" in body:
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    sign = next((one for one in "\t," if all(one in line for line in lines)), None)
    rows = [[cell.strip() for cell in line.split(sign)] if sign else line.split() for line in lines]
    return rows if len({len(row) for row in rows}) == 1 or "," not in body else None


def _header(row: Sequence[str]) -> list[frozenset[str] | None] | None:
    """What the columns are said to be, or None where the first row is no header."""
    if any(re.search(r"[0-9✓✗]", cell) for cell in row) or any(mark_of(cell) is not None for cell in row[:1]):
        return None
    if (
        len(row) == 2
        and all(mark_of(cell) is not None for cell in row[1:])
        and row[1].lower() not in ("relevant", "rel")
    ):
        return None
    return [roles_of(cell.replace("?", "").split()) for cell in row]


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


def of_trec(text: str) -> list[Reading] | None:
    r"""Pasted lines of qrels and of one run, a reading for each topic: by score down, equal ones by document down.

    >>> of_trec("1 0 a 1\n1 0 b 0\n1 Q0 b 1 0.9 me\n1 Q0 a 2 0.4 me")[0].grades
    (0, 1)
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
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
