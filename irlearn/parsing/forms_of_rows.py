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

_QUERY = re.compile(r"(?i)(?:q|query|topic|user)[_#]?[0-9]{1,4}")
_NO_NAME = re.compile(r"[RNUrnu]{2,9}|[\d./]+[./][\d./]*")  # Several marks, or a fraction.
_ENDING = "+-✓✔✅☑✗✘✕✖❌☒×"
_COUNTED = words_of("relevant rel documents docs")
_LONGEST_TITLE = 12  # Words.


class Entry(NamedTuple):
    """A document and its grade.

    `kind` is "number" or "mark", or empty without a grade. `joined` is True if a sign joins both, as in `d1: 3`, or if
    the document ends with its mark, as in `d1+`.
    """

    name: Token
    grade: float | None = None
    kind: str = ""
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
    entries = [_read_entry(scan, 1)]
    while _read_separator(scan, entries[-1]):
        entries.append(_read_entry(scan, len(entries) + 1))
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


def _read_entry(scan: Scanner, number: int) -> Entry:
    """Read a document and its mark or grade, if any; its line may begin with `number`."""
    if scan.sign("("):  # A pair, as in ("d1", 1).
        name = _named(scan, scan.next().text)
        scan.expect(scan.sign(","))
        return _with_grade(scan, name, ")")
    listed = _skip_number(scan, number)
    token = scan.token
    scan.expect(token.kind in ("word", "quoted"))
    scan.next()
    if token.kind == "word" and len(token.text) > 1 and token.text[-1] in _ENDING and scan.token.text not in (":", "="):
        return Entry(_named(scan, token.text[:-1]), float(mark_of(token.text[-1]) or 0), "mark", joined=True)
    words = [token.text]
    while listed and scan.token.kind == "word" and len(words) < _LONGEST_TITLE and not _is_grade(scan):
        words.append(scan.next().text)
    name = _named(scan, " ".join(words), titled=listed)
    if scan.sign((":", "=")):
        return _with_grade(scan, name)
    if scan.token.text == "(" and _is_grade(scan, 1):
        scan.next()
        return _with_grade(scan, name, ")")
    if not _is_grade(scan):
        return Entry(name)
    entry = _with_grade(scan, name)
    scan.expect(number_of(name.text) is None and (listed or entry.kind == "mark" or is_id(name.text)))
    return entry._replace(joined=listed)


def _with_grade(scan: Scanner, name: Token, closing: str = "") -> Entry:
    """Read the mark or the grade of a document, up to a closing sign."""
    grade, kind = read_grade(scan)
    scan.expect(not closing or scan.sign(closing))
    return Entry(name, grade, kind, joined=True)


def read_grade(scan: Scanner) -> tuple[float, str]:
    """Read a grade, which is written as a number or as a mark such as `+`; return the grade, and "number" or "mark"."""
    scan.skip(("grade", "relevance", "gain"))
    scan.sign((":", "="))
    number = number_of(scan.token.text) if scan.token.kind in ("word", "quoted") else None
    if number is not None:
        scan.next()
        return number, "number"
    mark = read_mark(scan)
    if mark is None:
        scan.fail("which is no grade and no mark")
    return float(mark), "mark"


def _is_grade(scan: Scanner, ahead: int = 0) -> bool:
    """Return whether the next token is a mark or a grade, and not the name of another document."""
    token, after = scan.ahead(ahead), scan.ahead(ahead + 1)
    if token.low in ("not", "non"):
        return after.low in ("relevant", "rel", "judged")
    known = token.kind == "word" and (mark_of(token.text) is not None or number_of(token.text) is not None)
    return token.low in ("grade", "relevance", "gain") or (known and after.text not in (":", "="))


def _skip_number(scan: Scanner, number: int) -> bool:
    """Skip the number or the bullet of a line, such as `1.` or `-`; return whether the line has a number or bullet."""
    bullet = scan.token.text in ("-", "*", "•") and scan.ahead().kind in ("word", "quoted")
    numbered = scan.token.text == str(number) and scan.ahead().text in (".", ")")
    for _ in range(bullet + 2 * numbered):
        scan.next()
    return bullet or numbered


def _named(scan: Scanner, name: str, *, titled: bool = False) -> Token:
    """Return the last token as a document of this name. Fail for a reserved word, a mark, or the name of a query."""
    token = scan.tokens[scan.place - 1]
    if _QUERY.fullmatch(name):
        scan.fail("which names a query", token)
    said = name.lower().partition("@")[0] in RESERVED or mark_of(name) is not None or _NO_NAME.fullmatch(name)
    letters = token.kind == "quoted" or number_of(name) is not None or any(map(str.isalpha, name))
    scan.expect(
        name.isprintable() and letters and not is_spoiled(name) and (titled or token.kind == "quoted" or not said)
    )
    return token._replace(text=name, low=name.lower())


def _of_entries(entries: list[Entry], bracket: str, scan: Scanner) -> ParsedRanking:
    """Return the ranking of documents with their marks or grades."""
    kinds, names = {entry.kind for entry in entries}, tuple(entry.name.text for entry in entries)
    listed = whole_grades([entry.grade or 0 for entry in entries], scan.text)
    if "" in kinds:  # Only relevant documents are marked.
        marked = [entry for entry in entries if entry.kind]
        sure = all(entry.joined or is_id(entry.name.text) for entry in marked)
        scan.expect(marked and kinds == {"", "mark"} and bracket != "{" and sure)
        scan.expect(all(entry.grade == 1 for entry in marked))
        refuse_likeness([entry.name for entry in entries], scan)
        return ParsedRanking(listed, documents=names)
    numeric = any(entry.name.kind == "word" and number_of(entry.name.text) is not None for entry in entries)
    scan.expect(not (numeric and "number" in kinds), "which may be an id or a grade")
    refuse_likeness([entry.name for entry in entries], scan)
    scan.expect(kinds != {"mark", "number"} or max(listed) < 2, "which mixes marks and grades")
    if kinds == {"number"} and listed == (*range(1, len(listed) + 1),):
        grades = " ".join(map(str, listed))
        raise ask_which(
            scan.text,
            f"may tell the grades of {len(listed)} documents or their ranks; write 'grades {grades}' for grades, or "
            "which of the documents are relevant, as in 'ranking: a b c; relevant: b'",
        )
    return ParsedRanking(listed, documents=names, named=kinds == {"number"})


@form("rank 1: R; rank 2: N; rank 3: R", "rank 1: grade 3; rank 2: grade 0", "ranks grades sets queries")
def ranks_with_marks(scan: Scanner) -> ParsedRanking:
    """Read the mark or the grade of each rank, in any order: `Position 1: relevance 3, Position 2: relevance 0`.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("Position 2: relevance 0, Position 1: relevance 3")
    ParsedRanking(grades=(3, 0))
    """
    grades: dict[int, float] = {}
    names: dict[int, str] = {}
    while not scan.at_end():
        start = scan.token
        if not scan.word(("rank", "position", "pos", "place")):
            break
        rank = scan.whole()
        scan.sign((":", "=", ")"))
        scan.skip(("is",))
        if not _is_grade(scan) and scan.token.kind in ("word", "quoted"):
            names[rank or 0] = scan.next().text
        opening = scan.sign("(")
        grade, _ = read_grade(scan)
        scan.expect(rank and (not opening or scan.sign(")")))
        if rank in grades:
            scan.fail("which names a rank twice", start)
        grades[rank or 0] = grade
        while scan.sign((",", ";", ".", "...", "…")) or scan.line():
            pass
    scan.expect(len(grades) > 1 and scan.at_end())
    if sorted(grades) != [*range(1, len(grades) + 1)]:
        raise ask(scan.text, "does not name the ranks from 1 on, each once; write a mark for each rank")
    listed = whole_grades([grades[rank] for rank in sorted(grades)], scan.text)
    return ParsedRanking(
        listed, documents=tuple(names[rank] for rank in sorted(names)) if len(names) == len(listed) else ()
    )
