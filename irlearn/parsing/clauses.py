"""English clauses with numbers, such as "3 of them relevant", and the remarks that may follow a list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from irlearn.errors import InputError
from irlearn.parsing.grade_notation import read_grades
from irlearn.parsing.parsed_ranking import ParsedRanking
from irlearn.parsing.tokens import Scanner
from irlearn.parsing.vocabulary import NOISE, OVERALL, words_of

_SAME = {  # Synonyms, and the word that replaces them in the shape of a clause.
    **dict.fromkeys(words_of("returned retrieves returns retrieve return"), "retrieved"),
    **dict.fromkeys(words_of("these which"), "them"),
    **dict.fromkeys(words_of("misses missing"), "missed"),
    **dict.fromkeys(OVERALL, "all"),
    "rel": "relevant",
    "#": "sign",  # In a shape, # is a number.
}
_UNSAID = NOISE | {"in", "at", "for"}
_BEGINNINGS = words_of("missed --missed --relevant")
_LONGEST_CLAUSE = 14  # Words.
_MOST_MISSED_GRADE = 9  # A higher number may be a number of documents instead of a grade.
TOTALS = frozenset(  # Shapes of clauses that say how many documents are relevant in all.
    (
        "# relevant", "# relevant all", "all # relevant", "all of # relevant", "of # relevant", "# all relevant", "r #",
        "num_rel #", "all relevant #", "relevant # all", "relevant #", "out of # relevant", "--relevant #",
    )
)  # fmt: skip


@dataclass
class Remarks:
    """The remarks after a list: the number of all relevant documents, a cutoff, and missed grades."""

    total: int | None = None
    cutoff: int | None = None
    missed: tuple[int, ...] = ()
    named: bool = False  # Whether the text calls the missed numbers grades.


def read_clause(scan: Scanner) -> tuple[str, list[int]]:
    """Read a clause with numbers; return its shape, such as "# relevant all", and the numbers.

    >>> read_clause(Scanner("7 documents are relevant in total"))
    ('# relevant all', [7])
    """
    shape: list[str] = []
    numbers: list[int] = []
    while len(shape) < _LONGEST_CLAUSE and (
        scan.token.kind == "word" or scan.token.text in (":", "=") or (shape == ["all"] and scan.token.text == ",")
    ):
        token = scan.token
        if token.kind == "sign":
            scan.next()
        elif (number := scan.whole()) is not None:
            shape.append("#")
            numbers.append(number)
        elif token.low == "and":
            break
        else:
            word = _SAME.get(scan.next().low, token.low)
            if word not in _UNSAID and (word != "all" or shape[-1:] != ["all"]):
                shape.append(word)
    return " ".join(shape), numbers


def read_separators(scan: Scanner) -> bool:
    """Skip the signs and words that separate clauses; return whether there were any."""
    start = scan.place
    while scan.sign((";", ",", ".")) or scan.line() or scan.word(("and", "with", "where", "but")):
        pass
    return scan.place > start


def read_remarks(scan: Scanner, closing: str = "") -> Remarks:
    """Read remarks up to the end of the text or a closing sign, such as `; 4 relevant in all` or `(R = 3)`."""
    remarks = Remarks()
    while not (scan.at_end() or (closing and scan.sign(closing))):
        begins = scan.token.text in ("(", "[") or scan.token.low in _BEGINNINGS or scan.ahead().text == "="
        scan.expect(read_separators(scan) or begins)
        if scan.at_end():
            break
        opening = scan.sign(("(", "["))
        if scan.word(("missed", "misses", "--missed")):
            _read_missed(scan, remarks)
        else:
            _read_number(scan, remarks)
        scan.expect(not opening or scan.sign((")", "]")))
    return remarks


def _read_number(scan: Scanner, remarks: Remarks) -> None:
    """Read the number of all relevant documents, or a cutoff."""
    start = scan.token
    shape, numbers = read_clause(scan)
    if shape in TOTALS:
        scan.expect(remarks.total in (None, numbers[0]), "which contradicts the number before it")
        remarks.total = numbers[0]
    elif shape in ("k #", "cutoff #"):
        remarks.cutoff = numbers[0]
    else:
        scan.fail(token=start)


def _read_missed(scan: Scanner, remarks: Remarks) -> None:
    """Read the grades of the relevant documents that a list misses."""
    named = scan.word(("grade", "grades"))
    scan.sign((":",))
    bracket = scan.sign(("[",))
    grades: list[str] = []
    while scan.token.text.isdecimal() and scan.ahead().low != "relevant":
        grades.append(scan.next().text)
        scan.sign((",",))
    scan.expect(grades and (not bracket or scan.sign(("]",))))
    remarks.named = bool(named)
    remarks.missed = tuple(read_grades(f"grades [{' '.join(grades)}]", "missed").grades)


def add_remarks(parsed: ParsedRanking, remarks: Remarks) -> ParsedRanking:
    """Return a ranking completed by the remarks after it. Raises `InputError` if the remarks contradict the ranking."""
    if len(remarks.missed) == 1 and not remarks.named:
        (grade,) = remarks.missed
        if grade > (1 if max(parsed.grades, default=0) < 2 else _MOST_MISSED_GRADE):
            raise InputError(
                f"the list may miss {grade} relevant documents or one of grade {grade}; write how many are relevant in "
                f"all, or 'missed grades {grade}'"
            )
    total = parsed.relevant if remarks.total is None else remarks.total
    named = (
        parsed.relevant
        if parsed.relevant is not None
        else len(parsed.missed) and (len(parsed.missed) + sum(grade > 0 for grade in parsed.grades))
    )
    if named and total not in (None, named):
        raise InputError(f"{total} documents are said to be relevant in all, and {named} are named; write one number")
    total = None if parsed.missed else total
    return replace(parsed, relevant=total, missed=(*parsed.missed, *remarks.missed), cutoff=remarks.cutoff)
