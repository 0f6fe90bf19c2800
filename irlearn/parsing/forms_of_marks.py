"""Forms of marks and grades, one for each rank."""

from __future__ import annotations

from dataclasses import replace

from irlearn.parsing.clauses import Remarks, add_remarks, read_remarks
from irlearn.parsing.form import ANY, form
from irlearn.parsing.grade_notation import is_named_grades, read_grades
from irlearn.parsing.parsed_ranking import ParsedRanking, ask
from irlearn.parsing.tokens import MismatchError, Scanner, Token
from irlearn.parsing.values import read_list, read_mark, read_marks
from irlearn.parsing.vocabulary import role_of

_MOST_REMARKS = 40  # Tokens at the end of a text among which remarks are searched.


@form("1 0 1 0", asked=f"{ANY} levels")
def marks(scan: Scanner) -> ParsedRanking:
    """Read a mark for each rank: 1 and 0, R and N, + and -, ✓ and ✗, yes and no; U is unjudged.

    Tied documents are in parentheses, as in `1 (0 1) 0`.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("R N R")
    ParsedRanking(grades=(1, 0, 1), plain=True)
    """
    parsed = written_as_marks(scan.text)
    scan.expect(max(parsed.grades, default=0) < 2 and not is_named_grades(scan.text))
    scan.finish()
    return parsed


@form("grades 3 0 1", asked="grades levels")
def grades(scan: Scanner) -> ParsedRanking:
    """Read a grade for each rank; the word "grades" before them says that they are no positions and no ids.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("3 2 0")
    ParsedRanking(grades=(3, 2, 0), plain=True)
    """
    if "." in scan.text:
        return _whole_decimals(scan)
    parsed = written_as_marks(scan.text)
    scan.expect(max(parsed.grades, default=0) > 1 or is_named_grades(scan.text))
    scan.finish()
    return parsed


def _whole_decimals(scan: Scanner) -> ParsedRanking:
    """Read grades that a program wrote as 3.0."""
    listed = read_list(scan)
    scan.expect(len(listed.numbers) > 1 and not any(number % 1 for number in listed.numbers))
    return read_marks(listed, scan)


def written_as_marks(text: str) -> ParsedRanking:
    """Return the ranking of a text that consists only of marks or grades."""
    read = read_grades(text)
    return ParsedRanking(tuple(read.grades), ties=tuple(read.ties) if max(read.ties, default=1) > 1 else (), plain=True)


@form("1 0 1 0; 4 relevant in all", "3 2 0, missed 3 1", asked=f"{ANY} levels")
def marks_with_remarks(scan: Scanner) -> ParsedRanking:
    """Read marks or grades and, after them, how many documents are relevant in all or which grades are missed.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("1 0 1 0; 4 relevant in all")
    ParsedRanking(grades=(1, 0, 1, 0), relevant=4)
    >>> parse_ranking("3 2 0, missed 3 1")
    ParsedRanking(grades=(3, 2, 0), missed=(3, 1))
    """
    first = scan.place
    for place in range(max(first + 1, len(scan.tokens) - _MOST_REMARKS), len(scan.tokens) - 1):
        scan.place = place
        listed, sign = scan.text[: scan.token.start], scan.token.text
        if (remarks := _remarks_at(scan)) and not (sign == "," and listed.strip().isdecimal() and len(listed) < 3):
            return add_remarks(replace(written_as_marks(listed), plain=False), remarks)
    raise MismatchError(scan.tokens[first])


def _remarks_at(scan: Scanner) -> Remarks | None:
    """Return the remarks from the scanner's place to the end of the text; None if that part is not remarks."""
    parted = scan.token.text in (";", ",", ".", "(", "[") or scan.token.kind == "line"
    if not (parted or scan.token.low in ("missed", "--missed", "--relevant") or scan.ahead().text == "="):
        return None
    try:
        remarks = read_remarks(scan)
    except MismatchError:
        return None
    return remarks if remarks != Remarks() else None


@form("1 2 1 1 (1 = relevant, 2 = not relevant)")
def marks_with_a_legend(scan: Scanner) -> ParsedRanking:
    """Read marks of any kind and, after them, what each mark means.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("labels 1 2 1 1 (1 = relevant, 2 = not relevant)")
    ParsedRanking(grades=(1, 0, 1, 1))
    """
    first = scan.token
    if role_of(first.text) == "grades":
        scan.next()
        scan.sign((":", "="))
    listed: list[Token] = []
    while scan.token.kind == "word" and scan.token.low not in ("where", "with"):
        listed.append(scan.next())
        scan.sign(",")
    opening = scan.sign(("(", ";")) or scan.line()
    scan.skip(("where", "with"))
    if not listed or scan.ahead().text not in ("=", ":", "means", "is"):
        scan.fail(token=first)  # The text has no legend.
    legend: dict[str, int] = {}
    while scan.token.kind in ("word", "quoted"):
        mark = scan.next()
        scan.expect((scan.sign(("=", ":")) or scan.word(("means", "is", "for"))) and mark.text not in legend)
        meaning = read_mark(scan)
        if meaning is None:
            scan.fail("which is no mark")
        legend[mark.text] = meaning
        scan.sign((",", ";"))
        scan.skip(("and",))
    scan.expect(legend and (opening != "(" or scan.sign(")")))
    if unknown := [token for token in listed if token.text not in legend]:
        raise ask(scan.text, f"has {unknown[0].text!r}, which its legend does not explain; write what each mark means")
    return ParsedRanking(tuple(legend[token.text] for token in listed))
