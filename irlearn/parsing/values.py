"""Lists, sets and maps as they are typed, and the headings that tell their roles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from irlearn.parsing.grade_notation import read_grades
from irlearn.parsing.parsed_ranking import ParsedRanking, ask, whole_grades
from irlearn.parsing.tokens import Scanner, Token, number_of
from irlearn.parsing.vocabulary import RESERVED, is_id, is_spoiled, mark_of, role_of, words_of

_CLOSING = {"[": "]", "{": "}", "(": ")"}
_WRAPPERS = words_of("np.array numpy.array np.asarray numpy.asarray array torch.tensor tensor set list tuple frozenset")
_LONGEST_HEADING = 6  # Words.
_DEEPEST = 4  # Levels of nested brackets.
_QUOTE = "which may be a part of a longer name; put quotes around each name"


@dataclass
class Value:
    """A list, a set or a map as typed: its entries, with a value for each entry of a map; or a list of lists."""

    bracket: str = ""
    entries: list[Token] = field(default_factory=list)
    worths: list[Token] = field(default_factory=list)  # The value of each entry of a map.
    lists: list[Value] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """The entries as text."""
        return [token.text for token in self.entries]

    @property
    def numbers(self) -> list[float]:
        """The entries as numbers; empty if an entry is not a number."""
        numbers = [number_of(token.text) for token in self.entries if token.kind == "word"]
        known = [number for number in numbers if number is not None]
        return known if len(known) == len(self.entries) else []

    @property
    def grades(self) -> list[float]:
        """The entries as grades; empty if an entry is neither a grade nor a mark."""
        return grades_of(self.entries)


def read_mark(scan: Scanner) -> int | None:
    """Accept a mark of one or two words, such as "yes" or "not relevant"."""
    if scan.token.low == "not" and scan.ahead().low in ("relevant", "rel", "judged"):
        scan.next()
        return -1 if scan.next().low == "judged" else 0
    mark = mark_of(scan.token.text) if scan.token.kind in ("word", "quoted") else None
    if mark is not None:
        scan.next()
    return mark


def grade_of(word: str) -> float | None:
    """Return the grade that a number or a mark denotes; None for any other word."""
    number = number_of(word)
    return number if number is not None else mark_of(word)


def grades_of(tokens: Sequence[Token]) -> list[float]:
    """Return the grades of tokens; an empty list if a token is neither a number nor a mark."""
    grades = [grade for token in tokens if (grade := grade_of(token.text)) is not None]
    return grades if len(grades) == len(tokens) else []


def read_value(scan: Scanner, depth: int = 0) -> Value:
    """Read a list, a set or a map, in brackets, in a call such as `np.array([...])`, or bare up to the next clause."""
    if scan.token.low in _WRAPPERS and scan.ahead().text == "(":
        scan.next()
        scan.next()
        value = read_value(scan, depth + 1)
        scan.expect(scan.sign(")"))
        return value
    if bracket := scan.sign(("[", "{", "(") if depth else ("[", "{")):
        scan.expect(depth < _DEEPEST, "which lies too deep")
        return _read_entries(scan, Value(bracket), _CLOSING[bracket], depth)
    return _read_entries(scan, Value(), "", depth)


def read_list(scan: Scanner) -> Value:
    """Read a list, a set or a map; from a list that holds a single list, as in `[[1, 0]]`, return the inner list."""
    value = read_value(scan)
    value = value.lists[0] if len(value.lists) == 1 else value
    scan.expect(value.entries and not value.lists, "which holds several lists, or nothing")
    return value


def read_marks(listed: Value, scan: Scanner, *, surely: bool = False) -> ParsedRanking:
    """Return a list of marks, or of grades such as 3 or 3.0; if `surely`, numbers are not taken for ids."""
    grades = listed.grades
    if surely and grades:
        single = len(grades) == 1 and not listed.bracket
        for token in listed.entries:
            if token.text.isdecimal() and len(token.text) > 1 and (single or token.text[0] == "0"):
                scan.fail("which may be one grade or several", token)
        return ParsedRanking(whole_grades(grades, scan.text))
    scan.expect(grades or (len(listed.entries) == 1 and listed.words[0].isalpha()))
    whole = listed.numbers and not any(number % 1 for number in grades)
    words = " ".join([f"{number:g}" for number in grades] if whole else listed.words)
    written = read_grades(f"[{words}]" if listed.bracket or "." in scan.text else words)
    return ParsedRanking(tuple(written.grades))


def _read_entries(scan: Scanner, value: Value, closing: str, depth: int) -> Value:
    """Read entries up to the closing bracket, or up to the end of a bare list."""
    separators: set[str] = set()
    while not _ends(scan, closing):
        if closing and scan.token.text in ("[", "{"):
            value.lists.append(read_value(scan, depth + 1))
        else:
            _read_entry(scan, value)
        sign, word = scan.sign((",", ";") if closing else ","), scan.word(("and", "&"))
        scan.expect(not sign or scan.token.text not in (",", ";"), "which is beside an empty place")
        scan.expect(not word or not _ends(scan, closing))
        if sign or not _ends(scan, closing):
            separators.add("," if sign else word or " ")
    if closing:
        scan.next()
    scan.expect(not (value.lists and value.entries) and (closing or value.entries))
    unsure = [token for token in value.entries if not _is_sure(token)]
    if " " in separators and len(separators) > 1:
        scan.fail(_QUOTE, value.entries[-1] if value.entries else None)
    if unsure and not separators <= {","} and not value.worths:  # Both words may be one name, as in War and Peace.
        scan.fail(_QUOTE, unsure[0])
    return value


def _ends(scan: Scanner, closing: str) -> bool:
    """Return whether a list ends here; a bare list ends at the end of its line or at a sign."""
    while closing and scan.line():
        pass
    token = scan.token
    if closing:
        scan.expect(token.kind != "end", "which is not closed")
        return token.kind == "sign" and token.text == closing
    return token.kind in ("line", "end") or (token.kind == "sign" and token.text not in (":", "=", "..."))


def _read_entry(scan: Scanner, value: Value) -> None:
    """Read a name, a number or a mark and, in a map, its value."""
    token = scan.token
    scan.expect(
        token.kind in ("word", "quoted"), "which leaves out a part of the list" if token.text in ("...", "…") else ""
    )
    may_be_name = token.low not in RESERVED - {"r", "n", "no", "relevant"} or value.bracket
    scan.expect(token.kind == "quoted" or (may_be_name and not is_spoiled(token.text)))
    scan.next()
    if scan.sign((":", "=")):
        scan.expect(scan.token.kind in ("word", "quoted") and len(value.worths) == len(value.entries))
        value.worths.append(scan.next())
    else:
        scan.expect(not value.worths, "which has nothing beside it")
    value.entries.append(token)


def _is_sure(token: Token) -> bool:
    """Return whether a token is a quoted name, an id, a number or a mark, which is no part of a longer name."""
    return token.kind == "quoted" or is_id(token.text) or grade_of(token.text) is not None


def read_heading(scan: Scanner, roles: Collection[str]) -> str:
    """Read the heading of a list and return its role; return "" without moving if the role is not among `roles`."""
    start, best, end = scan.place, "", scan.place
    words: list[str] = []
    while len(words) < _LONGEST_HEADING and scan.token.kind in ("word", "quoted"):
        words.append(scan.next().text)
        role = role_of(" ".join(words)) or ""
        if role in roles:
            best, end = role, scan.place
    scan.place = end if best else start
    if best and not scan.sign((":", "=")) and scan.token.text not in ("[", "{"):
        scan.word(("is", "are"))
        if best == "judged" or not (scan.token.kind in ("word", "quoted") and _is_sure(scan.token)):
            scan.place, best = start, ""
    if best:
        while scan.token.kind == "line" and scan.ahead().text in ("[", "{"):
            scan.next()
    return best


def read_fields(scan: Scanner, roles: Collection[str]) -> dict[str, Value]:
    """Read lists with headings, such as `ranking: [d1, d4]; relevant: {d4}`; fail if there is no known heading."""
    fields: dict[str, Value] = {}
    place = scan.place
    while (role := read_heading(scan, roles)) and role not in fields:
        fields[role] = read_list(scan)
        place = scan.place
        if not scan.sign((";", ",", ".")):
            scan.word(("and", "with", "against"))
        while scan.line():
            pass
    scan.place = place  # What follows the last list may be a remark.
    scan.expect(fields)
    return fields


def refuse_likeness(names: Sequence[Token], scan: Scanner, *, twice: bool = False) -> None:
    """Raise `InputError` for names that differ only in case and, unless `twice` is true, for a repeated name."""
    known: dict[str, str] = {}
    for token in names:
        other = known.setdefault(token.low, token.text)
        if other != token.text:
            raise ask(scan.text, f"has {token.text!r}, which may be {other!r} or another document; write both alike")
    counted = Counter(token.text for token in names)
    if not twice and len(counted) < len(names):
        name = counted.most_common(1)[0][0]
        raise ask(scan.text, f"has {name!r} twice in one list; a document is ranked once: write each name once")
