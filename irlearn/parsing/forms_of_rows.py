"""Forms of documents or ranks with their marks, in a row or line by line."""

from __future__ import annotations

import re
from typing import NamedTuple

from irlearn.parsing.clauses import add_remarks, read_remarks
from irlearn.parsing.form import form
from irlearn.parsing.parsed_ranking import ParsedRanking, ask, ask_which, whole_grades
from irlearn.parsing.tokens import Scanner, Token, number_of
from irlearn.parsing.values import read_heading, read_mark, refuse_likeness
from irlearn.parsing.vocabulary import RESERVED, is_id, is_spoiled, mark_of, words_of

_NO_NAME = re.compile(  # The name of a query, several marks, or a fraction.
    r"(?i)(?:q|query|topic|user)[_#]?[0-9]{1,4}|[RNU]{2,9}|[\d./]+[./][\d./]*"
)
_ENDINGS = frozenset("+-✓✔✅☑✗✘✕✖❌☒×")
_COUNTED = words_of("relevant rel documents docs")


class Entry(NamedTuple):
    """A document and its grade, if any.

    `is_number` is False for a mark. `joined` is True if a sign joins document and grade, as in `d1: 3` and `d1+`.
    """

    name: Token
    grade: float | None = None
    is_number: bool = False
    joined: bool = False


@form("d1 yes, d2 no, d3 yes", "d1: 3, d2: 0, d3: 1", "ranks grades sets queries")
def documents_with_marks(scan: Scanner) -> ParsedRanking:
    r"""Read documents in their order, each with a mark or a grade: `d1+ d4-`, `d1 (R), d2 (N)`, lines of `d3 ✗`.

    Where only relevant documents have a mark, the others are not relevant.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("d1 yes, d2 no")
    ParsedRanking(grades=(1, 0), documents=('d1', 'd2'))
    >>> parse_ranking("d3 ✗\nd9 ✓").grades
    (0, 1)
    """
    read_heading(scan, ("ranking",))
    bracket = scan.sign(("[", "{"))
    entries = [_read_entry(scan)]
    while _read_separator(scan, entries[-1]):
        entries.append(_read_entry(scan))
    scan.expect(not bracket or scan.sign("]" if bracket == "[" else "}"))
    scan.expect(len(entries) > 1)
    remarks = read_remarks(scan)
    return add_remarks(_of_entries(entries, bracket, scan), remarks)


def _read_separator(scan: Scanner, last: Entry) -> bool:
    """Read a separator of two documents; return False without moving if there is no separator or a remark follows."""
    place = scan.place
    parted = bool(scan.sign((",", ";")))
    while scan.line():
        parted = True
    ahead = scan.ahead()
    setting = ahead.text == "=" and scan.token.low in ("r", "k", "n") and len(last.name.text) > 1
    remark = setting or scan.token.low == "missed" or (scan.token.text.isdecimal() and ahead.low in _COUNTED)
    blank = last.joined and is_id(last.name.text) and scan.token.kind in ("word", "quoted")
    if remark or scan.at_end() or not (parted or blank):
        scan.place = place
        return False
    return True


def _read_entry(scan: Scanner) -> Entry:
    """Read a document and its mark or grade, if any."""
    token = scan.token
    scan.expect(token.kind in ("word", "quoted"))
    scan.next()
    ending = token.text[-1:] if token.kind == "word" and scan.token.text not in (":", "=") else ""
    if ending in _ENDINGS and len(token.text) > 1:
        name = token._replace(text=token.text[:-1], low=token.low[:-1])
        return Entry(_checked(name, scan), mark_of(ending), joined=True)
    _checked(token, scan)
    opening = scan.sign((":", "=")) or (_is_grade(scan, 1) and scan.sign("("))
    if not opening and not _is_grade(scan):
        return Entry(token)
    grade, is_number = read_grade(scan)
    scan.expect(opening != "(" or scan.sign(")"))
    scan.expect(opening or (number_of(token.text) is None and (not is_number or is_id(token.text))))
    return Entry(token, grade, is_number, joined=bool(opening))


def _checked(token: Token, scan: Scanner) -> Token:
    """Return a token that may be a document. Fail for a reserved word, a mark, or the name of a query."""
    letters = token.kind == "quoted" or number_of(token.text) is not None or any(map(str.isalpha, token.text))
    reserved = token.low.partition("@")[0] in RESERVED or mark_of(token.text) is not None
    scan.expect(letters and token.text.isprintable() and not is_spoiled(token.text))
    scan.expect(token.kind == "quoted" or not (reserved or _NO_NAME.fullmatch(token.text)))
    return token


def read_grade(scan: Scanner) -> tuple[float, bool]:
    """Read a grade or a mark; return it, and whether it is a number."""
    scan.skip(("grade", "relevance", "gain"))
    scan.sign((":", "="))
    number = number_of(scan.token.text) if scan.token.kind in ("word", "quoted") else None
    if number is not None:
        scan.next()
        return number, True
    mark = read_mark(scan)
    if mark is None:
        scan.fail("which is no grade and no mark")
    return float(mark), False


def _is_grade(scan: Scanner, ahead: int = 0) -> bool:
    """Return whether the next token is a mark or a grade, and not the name of another document."""
    token, after = scan.ahead(ahead), scan.ahead(ahead + 1)
    if token.low == "not":
        return after.low in ("relevant", "rel", "judged")
    known = token.kind == "word" and (mark_of(token.text) is not None or number_of(token.text) is not None)
    return token.low in ("grade", "relevance", "gain") or (known and after.text not in (":", "="))


def _of_entries(entries: list[Entry], bracket: str, scan: Scanner) -> ParsedRanking:
    """Return the ranking of documents with their marks or grades."""
    names = tuple(entry.name.text for entry in entries)
    graded = [entry for entry in entries if entry.grade is not None]
    grades = whole_grades([entry.grade or 0 for entry in entries], scan.text)
    numbers = [entry.is_number for entry in graded]
    refuse_likeness([entry.name for entry in entries], scan)
    if len(graded) < len(entries):  # Only relevant documents are marked.
        sure = all(entry.grade == 1 and (entry.joined or is_id(entry.name.text)) for entry in graded)
        scan.expect(graded and sure and not any(numbers) and bracket != "{")
        return ParsedRanking(grades, documents=names)
    ids = any(entry.name.kind == "word" and number_of(entry.name.text) is not None for entry in entries)
    scan.expect(not (ids and any(numbers)), "which may be an id or a grade")
    scan.expect(len({*numbers}) == 1 or max(grades) < 2, "which mixes marks and grades")
    if all(numbers) and grades == (*range(1, len(grades) + 1),):
        listed = " ".join(map(str, grades))
        raise ask_which(
            scan.text,
            f"may tell the grades of {len(grades)} documents or their ranks; write 'grades {listed}' for grades, or "
            "which of the documents are relevant, as in 'ranking: a b c; relevant: b'",
        )
    return ParsedRanking(grades, documents=names, named=all(numbers))


@form("rank 1: R; rank 2: N; rank 3: R", "rank 1: grade 3; rank 2: grade 0", "ranks grades sets queries")
def ranks_with_marks(scan: Scanner) -> ParsedRanking:
    """Read the mark or the grade of each rank, in any order: `Position 1: relevance 3, Position 2: relevance 0`.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("Position 2: relevance 0, Position 1: relevance 3")
    ParsedRanking(grades=(3, 0))
    """
    grades: dict[int, float] = {}
    while not scan.at_end():
        start = scan.token
        scan.expect(scan.word(("rank", "position", "pos", "place")))
        rank = scan.whole()
        opening = scan.sign((":", "=", ")", "("))
        scan.skip(("is",))
        grade, _ = read_grade(scan)
        scan.expect(rank and (opening != "(" or scan.sign(")")))
        if rank in grades:
            scan.fail("which names a rank twice", start)
        grades[rank or 0] = grade
        while scan.sign((",", ";", ".", "...", "…")) or scan.line():
            pass
    scan.expect(len(grades) > 1)
    if sorted(grades) != [*range(1, len(grades) + 1)]:
        raise ask(scan.text, "does not name the ranks from 1 on, each once; write a mark for each rank")
    return ParsedRanking(whole_grades([grades[rank] for rank in sorted(grades)], scan.text))
