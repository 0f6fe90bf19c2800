"""Numbered lines of any words, each with one grade or mark that says that it is one."""

from __future__ import annotations

import re

from irlearn.wordings.aside import harms
from irlearn.wordings.lexicon import IDEAL, mark_of, roles_among
from irlearn.wordings.lists import with_settings
from irlearn.wordings.reading import Reading, grade_of, of_list
from irlearn.wordings.sheets import settings_around

_LINE = re.compile(
    r"\s*(?:(?:[-*•#]|//)\s*)?(?:(?:rank|position|pos\.?|place|result|rang|posición|puesto|posição|posizione|位置|排名|순위)\s*#?\s*)?"
    r"(?P<rank>[0-9]{1,3})\s*(?:[.):|–—-]|位|위|→|番)\s*:?\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
_GRADE = re.compile(
    r"(?i)(?<![^\W\d_])(?:(?:graded\s+)?rel(?:evance|evancia|evanz|evância|evanza)?|(?:true\s+)?label|grade|gain|v_?[0-9]+|"
    r"相关性|相关度|相關性|関連度|관련도)\s*(?:score|label|grade)?\s*[=:]\s*(?P<said>[0-9]{1,2}(?:\.0+)?)(?![\w.])"
)
_SIGN = re.compile("(?P<said>[✓✔✅☑✗✘✕✖❌☒])")
_WORD = re.compile(
    r"(?i)(?:-->|->|→|=>|[:(←–—-])\s*(?P<said>(?:(?:not|non|nicht|no|não|irr?)[\s-]*)?(?:relevante?|pertinent|rilevante)|irrelevante?"
    r"|不相关|相关|無関係|関連|무관|관련)(?!\w)"
)
_CHANGED = (
    r"(?i)\b(?:remov|duplicat|swap|instead|should|would|mov(?:ed|ing)|ignor|unjudged|missing|ideal|delet|skipp|revers"
    r"|sort|was\b|were\b|before\b|after\b|rank\b|position\b|twice|again|also\b"
    r"|more\b|others?\b|except|apart\b|besides\b|unless|without|wrong|false|doubt|unsure|last\b|half|or\b|never|not\b(?!\s+relevant)"
    r"|nur\b|nicht\b(?!\s+relevant)|ohne\b|außer|sauf\b|sans\b|excepto|sin\b)|[\[{]|=\s*(?:not\s+)?rel|>=|≥"
)
_OF_ANOTHER = (
    r"(?i)\b(?:max\w*|ideal|best|old|previous|new|other|mean|avg|average|expected|predicted|min\w*)\.?\s+"
    r"(?:rel|grade|label|gain)"
)
_TURNED = r"[✓✔✅☑]\s*(?:not|non|ir)[\s-]*rel|[✗✘✕✖❌☒]\s*rel"
_FEWEST = 2


def of_numbered(text: str) -> Reading | None:
    r"""Lines numbered from 1, each with any words and one grade or mark.

    >>> of_numbered("Rank 1: Q3 revenue --> Relevant (v_1 = 1)\nRank 2: history --> Not relevant (v_2 = 0)").grades
    (1, 0)
    >>> of_numbered("1. ✓ a.js (has 2 promises)\n2. ✗ b.js (none)").grades
    (1, 0)
    """
    lines = [line for line in text.replace("**", "").splitlines() if line.strip()]
    found = [_LINE.fullmatch(line) for line in lines]
    places = [place for place, one in enumerate(found) if one]
    if len(places) < _FEWEST or places != [*range(places[0], places[-1] + 1)]:
        return None
    rows = [one for one in found if one]
    if [int(row["rank"]) for row in rows] != [*range(1, len(rows) + 1)]:
        return None
    told = [_told([row["rest"] for row in rows], kind, text) for kind in (_GRADE, _SIGN, _WORD)]
    grades = next((one for one in told if one and None not in one), None)
    around = [*lines[: places[0]], *lines[places[-1] + 1 :]]
    if any(re.search(rf"{_OF_ANOTHER}|{_TURNED}", row["rest"]) for row in rows) or any(map(_is_other, around)):
        return None
    settings = settings_around(around, len(rows))
    if grades is None or settings is None:
        return None
    for one in told:
        for grade, said in zip(grades, one or [], strict=False):
            if said is not None and (said > 0) != ((grade or 0) > 0):
                return None
    return with_settings(of_list(grade or 0 for grade in grades), settings, text)


def _is_other(line: str) -> bool:
    """Whether a line around the list says that it is the ideal one, or none that was retrieved."""
    return IDEAL in (roles_among(line) or ())


def _told(rows: list[str], kind: re.Pattern[str], text: str) -> list[int | None] | None:
    """The grade that each row says in one way; None where one of them says two, or that something was changed."""
    grades: list[int | None] = []
    for row in rows:
        said = list(kind.finditer(row))
        rest = row[said[-1].end() :] if said else ""
        spoken = re.sub(r"(?i)\b(?:(?:not|non|ir)[\s-]*)?relevant\w*|\([\w ]*\)", " ", rest)
        if len(said) > 1 or re.search(_CHANGED, rest) or (row is rows[-1] and harms(spoken)):
            return None
        word = said[0]["said"] if said else ""
        grades.append(None if not said else grade_of(word, text) if word[0].isdigit() else mark_of(word))
    return grades
