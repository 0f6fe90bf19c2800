"""Tables with more columns than a measure needs, and numbered lines of titles: the column or the mark that counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.wordings.aside import beside, harms, without_results
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.first_hits import FirstHits
from irlearn.wordings.lexicon import GRADES, IDEAL, LABELS, RELEVANT, SCORES, joined, mark_of, roles_among
from irlearn.wordings.lists import of_lists, with_settings
from irlearn.wordings.marks import degree_of
from irlearn.wordings.reading import Reading, grade_of, of_list
from irlearn.wordings.sections import Item, Section
from irlearn.wordings.tables import unfit

_RULE = re.compile(r"[\s|:\-+=─—_┼│]*")
_ENDS = (
    r"[(\[]?\s*(?:rel(?:evance)?|grade|gain|label|score)?\s*[=:]?\s*"
    r"(?P<mark>[^\s()\[\]=:]+(?:\s(?:rel\w*|pertinente?))?)\s*[)\]]?"
)
_LINE = re.compile(
    rf"\s*(?:rank\s*|#\s*)?(?P<rank>[0-9]{{1,4}})\s*[.):]\s+(?P<title>.*?\S)?\s*(?:(?=[(\[])|[-–:→|]\s|\s|(?=[✓✔✅☑✗✘✕✖❌☒]))\s*{_ENDS}\s*"
)
_GRADED = r"(?i)\b(?:rel(?:evance)?|grade|gain|label|score)\s*[:=]\s*[0-9]+\s*[,;)]*$"
_FEWEST = 2
_NONE = frozenset(
    [
        "-",
        "--",
        "n/a",
        "na",
        "none",
        "null",
        "miss",
        "not-found",
        "no",
        "∞",
        "0",
        "x",
        "✗",
        "❌",
        "never",
        "nie",
        "jamais",
        "nunca",
        "未命中",
        "无",
        "なし",
        "없음",
    ]
)


def of_sheet(text: str) -> Reading | None:
    r"""The ranking of a table with a header, whatever other columns and sentences stand beside the one that counts.

    >>> of_sheet("| k | page | rel? | P@k |\n|--|--|--|--|\n| 1 | a | yes | 1 |\n| 2 | b | no | 0.5 |").grades
    (1, 0)
    """
    cut = _table(text)
    if cut is None:
        return None
    header, rows, around = cut
    settings = settings_around(around, len(rows))
    kinds = [_kind(cell) for cell in header]
    columns = [[row[place] if place < len(row) else "" for row in rows] for place in range(len(header))]
    told = [cell for kind, column in zip(kinds, columns, strict=True) if kind == "result" for cell in column]
    if settings is None or not _in_order(kinds, columns) or any(harms(cell) for cell in told):
        return None
    found = [_graded(column, text) for kind, column in zip(kinds, columns, strict=True) if kind == GRADES]
    graded = [column for column in found if column]
    if not graded or len({tuple(min(grade, 1) for grade in column) for column in graded}) > 1:
        return None
    grades = max(graded, key=max)
    if len({tuple(one) for one in graded if max(one) > 1}) > 1:
        return None
    ideal = [_graded(column, text) for kind, column in zip(kinds, columns, strict=True) if kind == IDEAL]
    if len(ideal) == 1 and ideal[0]:
        lists = [
            Section([name], "[", [Item(str(grade)) for grade in one], said=True)
            for name, one in (("rel", grades), ("ideal", ideal[0]))
        ]
        return of_lists([*lists, *settings], text)
    return None if ideal else with_settings(of_list(grades), settings, text)


def of_titles(text: str) -> Reading | None:
    r"""Numbered lines with a title each, which may be any words, and a mark or a grade at the end.

    >>> of_titles("The results were:\n1. A Tale of 2 Cities (rel=3)\n2. Jaws: Part 2 (rel=0)").grades
    (3, 0)
    """
    lines = [line for line in joined(text).splitlines() if line.strip()]
    found = [_LINE.fullmatch(re.sub(r"^\s*[-*]\s", "", line)) for line in lines]
    places = [place for place, one in enumerate(found) if one]
    if len(places) < _FEWEST or places != list(range(places[0], places[-1] + 1)):
        return None
    rows = [one for one in found if one]
    if any(
        harms(last) or IDEAL in (roles_among(last) or ())
        for last in ((row["title"] or "-").split()[-1] for row in rows)
    ):
        return None
    if any(re.search(rf"{_GRADED}|[\[{{]", row["title"] or "") for row in rows):
        return None  # two numbers, of which one is the grade, or another list
    if [int(row["rank"]) for row in rows] != list(range(1, len(rows) + 1)):
        return None
    grades = _graded([row["mark"] for row in rows], text)
    bracketed = {
        bool(re.search(r"[)\]✓✔✅☑✗✘✕✖❌☒]$|(?i:rel\w*|grade|gain|label)\s*[=:]?\s*[0-9]+$", row[0].rstrip()))
        or mark_of(row["mark"]) is not None
        for row in rows
    }
    settings = settings_around([*lines[: places[0]], *lines[places[-1] + 1 :]], len(rows))
    if grades is None or settings is None or bracketed != {True}:
        return None
    return with_settings(of_list(grades), settings, text)


def first_hits_of_sheet(text: str) -> FirstHits | None:
    r"""The ranks of first hits in a table with a row for each query.

    >>> first_hits_of_sheet("| query | first hit at rank | RR |\n|--|--|--|\n| a | 2 | 0.5 |\n| b | none | 0 |").ranks
    (2, None)
    """
    cut = _table(text)
    if cut is None or settings_around(cut[2], len(cut[1])) != []:
        return None
    header, rows, _ = cut
    letters = [letters_of(tokens_of(cell)) for cell in header]
    place = [at for at, said in enumerate(letters) if "S" in said and ("H" in said or "o" in said)]
    place = place or [at for at, said in enumerate(letters) if "S" in said]
    worth = [
        at for at, cell in enumerate(header) if re.search(r"(?i)\brr\b|reciprocal|puntuaci|score|1/|倒数|逆|역수", cell)
    ]
    place = place or [
        at for at, cell in enumerate(header) if at not in worth and re.search("排名|名次|順位|순위", cell)
    ]
    if (
        len(place) != 1
        or not (worth or "o" in letters[place[0]])
        or "S" in letters[0]
        or any(len(row) <= place[0] for row in rows)
    ):
        return None
    ranks: list[int | None] = []
    for row in rows:
        cell = re.sub(r"^rank\s*=\s*", "", row[place[0]].lower())
        number = re.fullmatch(r"(?:rank\s*|第|#)?\s*([1-9][0-9]{0,5})\s*(?:位|名|º|ª|°|st|nd|rd|th|위|er|e)?", cell)
        if not number and "-".join(cell.split()) not in _NONE:
            return None
        ranks.append(int(number[1]) if number else None)
        said = (
            re.findall(r"(?<![\d/])[01]?\.[0-9]+|(?<![\d./])[01](?![\d./])", row[worth[0]])
            if worth and worth[0] < len(row)
            else []
        )
        if said and abs(float(said[-1]) - (1 / int(number[1]) if number else 0)) > _NEAR:
            return None
    return FirstHits(tuple(ranks)) if len(ranks) >= _FEWEST else None


_NEAR = 0.011  # two digits, cut or rounded


def _table(text: str) -> tuple[list[str], list[list[str]], list[str]] | None:
    """The header of a table, its rows, and the lines around it."""
    lines = [line for line in joined(text).replace("**", "").splitlines() if line.strip()]
    bars = sum("|" in line for line in lines) >= _FEWEST
    ruled = [place for place, line in enumerate(lines) if _RULE.fullmatch(line)]
    if not bars and not ruled:
        return None
    split = (
        (lambda line: line.strip().strip("|").split("|"))
        if bars
        else (lambda line: re.split(r"\s{2,}|\t", line.strip()))
    )
    inside = [
        place
        for place, line in enumerate(lines)
        if ("|" in line if bars else len(split(line)) > 1) and not _RULE.fullmatch(line)
    ]
    if len(inside) <= _FEWEST or set(range(inside[0], inside[-1] + 1)) - {*inside, *ruled}:
        return None
    header, *rows = [[cell.strip() for cell in split(lines[place])] for place in inside]
    rows = [
        row[:1] + [cell for at, cell in enumerate(row[1:], 1) if at < len(header) or re.search(r"\w", cell)]
        for row in rows
    ]
    around = [
        lines[place] for place in range(len(lines)) if not inside[0] <= place <= inside[-1] and place not in ruled
    ]
    if (
        any(unfit(cell) for cell in header)
        or any(len(row) > len(header) for row in rows)
        or (bars and any(len(row) < len(header) for row in rows))
    ):
        return None
    return header, rows, around


def _kind(heading: str) -> str:
    """What a column holds: grades, the ideal grades, ranks, scores, a result; "" for anything else."""
    if re.search(
        r"(?i)@|precis|recall|\bp\s*\(|\bap\b|dcg|\blog|1/|disc|contrib|cumul|gain\s*/|\*|·|\brr\b|\bsum|running",
        heading,
    ):
        return "result"
    roles = roles_among(heading.replace("?", " ").replace("(k)", " ").replace("(i)", " ").replace("_i", " "))
    if roles and IDEAL in roles:
        return IDEAL
    if roles and roles & {RELEVANT, GRADES, LABELS} and SCORES not in roles:
        return GRADES
    if roles and SCORES in roles:
        return SCORES
    return (
        "rank"
        if re.fullmatch(
            r"(?i)\W*(?:rank|pos\w*|k|i|#|no\.?|rang|platz|puesto|hạng|peringkat|posisi|место|позиция|順位|排名|位置|순위)\W*(?:\(?[ki]\)?)?\W*",
            heading,
        )
        else ""
    )


_PLACE = r"(?i)^(?:#|rank|pos\w*|第)\s*|(?:st|nd|rd|th|位|名|위|등|º|ª|°|[. ])+$"


def _in_order(kinds: Sequence[str], columns: Sequence[list[str]]) -> bool:
    """Whether the rows are one list from its first rank down: by their ranks, or by scores that fall."""
    ranks = [column for kind, column in zip(kinds, columns, strict=True) if kind == "rank"]
    scores = [column for kind, column in zip(kinds, columns, strict=True) if kind == SCORES]
    for column in ranks:
        if [re.sub(_PLACE, "", cell) for cell in column] != [str(rank) for rank in range(1, len(column) + 1)]:
            return False
    for column in scores:
        if not all(re.fullmatch(r"-?[0-9]*\.?[0-9]+", cell) for cell in column):
            return False
        if [float(cell) for cell in column] != sorted(map(float, column), reverse=True):
            return False
    return bool(ranks or scores)


_EXPLAINED = re.compile(r"(?P<grade>[0-9])\s*(?:\(\s*(?P<word>[^()]+?)\s*\)|[-–:=]\s*(?P<words>[^\W\d].*))")


def _explained(cell: str) -> str:
    """A grade without the words behind it that say the same, as `2 (relevant)`."""
    one = _EXPLAINED.fullmatch(cell)
    mark = degree_of(one["word"] or one["words"]) if one else None
    return one["grade"] if one and mark is not None and mark == (one["grade"] != "0") else cell


def _graded(column: Sequence[str], text: str) -> list[int] | None:
    column = [_explained(cell) for cell in column]
    marks = [
        mark_of(re.sub(r"(?<=\w)\s*[✓✔✅☑✗✘✕✖❌☒]$|^[✓✔✅☑✗✘✕✖❌☒]\s*(?=\w)", "", cell)) if not cell.isdigit() else None
        for cell in column
    ]
    if None not in marks:
        return [mark for mark in marks if mark is not None]
    if not all(re.fullmatch(r"[0-9]{1,3}(?:\.0)?", cell) for cell in column):
        single = {"r": 1, "n": 0, "nr": 0}
        return [single[cell.lower()] for cell in column] if {cell.lower() for cell in column} <= set(single) else None
    return [grade_of(cell, text) for cell in column]


def settings_around(lines: Sequence[str], length: int) -> list[Section] | None:
    """What the lines around a table say as settings; None where one of them is not understood.

    >>> settings_around(["The results were:"], 3), settings_around(["but the last was removed"], 3)
    ([], None)
    """
    said: dict[str, set[int]] = {"k": set(), "R": set(), "missed": set(), "hits": set()}
    for clause in (part for line in lines for part in re.split(r"[;,()。，；]|[.?](?=\s|$)", without_results(line))):
        one = beside(clause)
        if not one.sound or one.length not in (None, length):
            return None
        said["k"] |= {one.k} - {None, length} if one.k else set()
        said["R"] |= {one.total} if one.total is not None else set()
        said["missed"] |= {one.missed} if one.missed is not None else set()
        said["hits"] |= {one.hits} if one.hits is not None else set()
    if any(len(numbers) > 1 for numbers in said.values()):
        return None
    return [Section([name], "", [Item(str(*numbers))], said=True) for name, numbers in said.items() if numbers]
