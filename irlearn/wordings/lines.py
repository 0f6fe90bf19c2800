"""Grades or words told rank by rank: `Position 1: relevance 3`."""

from __future__ import annotations

import re

from irlearn.wordings.aside import harms
from irlearn.wordings.lexicon import joined, mark_of
from irlearn.wordings.reading import Reading, grade_of, of_list

_NUMBER = r"[0-9]{1,9}(?:\.0{0,6})?|-1"
_RANK = (
    r"(?i)(?:(?:at\s+)?(?:rank|position|positie|pos|place|result|document|doc|item|hit|puesto|posición|rang|platz|posizione|"
    r"posição|места|место|позиция|순위|順位|排名|位置|第|no|nr)\b\.?\s*#?|\#)?\s*"
    r"(?P<rank>[0-9]{1,6})(?:\s*(?:st|nd|rd|th|位|위|º|°))?\b(?:\s+(?:rank|position|place|result|document|doc|item|hit)\b)?"
)
_SAID = (
    r"\s*(?:[(\[][^()\[\]\n]{1,40}[)\]])?\s*(?P<part>[.):=\-–→|]|->|\bis\b|\bhas\b)?\s*"
    r"(?:(?:is|has|a|document|doc|with)\s+)*"
    r"(?:(?P<name>(?i:relevance|relevancia|relevanz|pertinence|rilevanza|grade|gain|rel|score|rating|label|grado|note)\b"
    r"(?:\s+(?:of|grade|level|score|label|is))?)\s*[:=]?\s*(?=[0-9]))?"
    r"(?P<value>[0-9]{1,9}(?:\.0{1,6})?(?![\w.%/])|[^\W\d_][\w\-]*|[+\-✓✔✅☑✗✘✕✖❌☒?](?!\w))"
)
_BETWEEN = re.compile(
    r"(?i)(?:[\s,;|.…()\-*]|\b(?:and|the|at|on|doc|result|item)\b|\bdocument\b|\brelevance\b|\brelevant\b$)*"
)
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_FEWEST = 2


def of_ranks(text: str) -> Reading | None:
    """Grades or words told rank by rank.

    >>> of_ranks("Position 1: relevance 3, Position 2: relevance 0").grades
    (3, 0)
    >>> of_ranks("1. relevant; 2. not relevant; 3. relevant").grades
    (1, 0, 1)
    """
    body = joined(" ".join(text.split()))
    for rank, word in enumerate(_NTH, start=1):
        body = re.sub(rf"(?i)\b{word}(?=\s*(?:result|doc\w*|item|rank|position|place|hit|:|=))", str(rank), body)
    grades: list[int] = []
    named = parted = 0
    end = 0
    for match in re.finditer(_RANK + _SAID, body):
        between = body[end : match.start()]
        if not _BETWEEN.fullmatch(between) and (
            end or harms(between) or not re.fullmatch(r"[^\d:]{0,60}:\s*", between)
        ):
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
    if not words and not parted and len(grades) == _FEWEST:
        return None  # 1 relevant, 2 nonrelevant
    return of_list(grades) if named == len(grades) or (parted == len(grades) and words) else None
