"""Marks and grades, one for each rank: reading and writing of their notation.

A text with two possible meanings raises an error that explains how to write each meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.limits import HIGHEST_GRADE as HIGHEST_GRADE, MOST_RANKS as MOST_RANKS, UNJUDGED as UNJUDGED
from irlearn.parsing.tokens import FOLDED
from irlearn.parsing.vocabulary import LETTERS, MARKS, SIGNS, WORDS
from irlearn.text.english import count_noun

MOST_SIGNS = 1_000_000
HIGHEST_OF_A_SCALE = 5  # Distinct numbers above it look like ids.

_UNKNOWN = frozenset(("-1", "U", "u", "?"))  # Notations of an unjudged document among numbers.
_FAMILIES = (  # Marks that have a meaning only together: at least one of the first set, and any of the second set.
    (frozenset({"y", "yes", "no"}), frozenset({"n", "u", "?", "unjudged"})),
    (frozenset({"t", "true", "false"}), frozenset({"f", "u", "?", "unjudged"})),
    (frozenset({"+"}), frozenset({"-", "u", "?", "unjudged"})),
    (frozenset(SIGNS) - {*"+-?"}, frozenset({"u", "?", "unjudged"})),
)
_GRADES = re.compile(r"(?i:(?:the\s)?grades?(?![^\W\d_])\s?[:=]?)")
_WORD = re.compile(r"[^\s,;()]+")
_BEFORE_WORD = re.compile(r"[,;]?\(?")  # What may be before a word that is in no group of ties, except for blanks.
_INSIDE = re.compile(r"(?:\)[,;]?\(?)?")  # What may be between a word in a group of ties and the next word.
_NOT_REL = re.compile(r"(?i:\bnot[ \t]+(rel(?:evant)?|judged)\b)")
_HIGHEST_BESIDE_ZERO = 10  # Ids are seldom 0.
_LAST_POSITION = 3  # "1" and "1 2" give the same hits, whether they are positions or grades.
_FEW = 3
_SHORT = 40  # Characters of a list that an error message repeats.
_SEPARATORS = {",": "commas", ";": "semicolons", "\n": "line ends", " ": "blanks"}
_WORDS_IN_CAPITALS = {"RUN", "URN", "NUN"}
_REFUSALS = {
    "empty": "is empty; write a grade (0, 1, 2, ...), R, N or U (unjudged) for each rank, such as '1 1 0 1'",
    "nothing": "has nothing at rank {rank}, beside a '{sign}'; write U for a document that nobody judged, 0 for one "
    "that is not relevant, or leave the '{sign}' out",
    "stray": "has a stray '{sign}'; tied documents stand in (one pair of parentheses)",
    "signs": "parts its ranks by {signs}; put the same sign between all ranks of one list, and | between the lists "
    "of several queries",
    "tied": "has commas in parentheses, which may be a list or tied documents; write [1, 0, 1] for a list, or (1 0 1) "
    "for documents that are tied",
    "one grade": "may be one grade or {many}; write 'grades [{grades}]' for one, or put a blank between the grades",
    "high": "has {word} at rank {rank}; a grade is {highest} or less",
    "packed": "has {word} at rank {rank}, which could be one grade or {many} ranks; put a space between all ranks, or "
    "none at all",
    "positions": "may be {many} or the positions of the relevant documents; write {write} or 'relevant at "
    "{places} of {length}'",
    "ids": "may be {many} or the ids of documents; write {write} for grades, or for ids R or N for each rank, "
    "such as 'R N N R'",
    "NR": "holds NR, which may be one rank (not relevant) or two (N, R); write R and N with a blank between all "
    "ranks, such as 'N R R N', or R and NR alone, such as 'NR R R NR'",
    "name": "may be a word or a name, or the ranks {grades}; write '{grades}' for ranks, in capitals",
    "none": "has {word} at rank {rank}; {hint}write a grade (0, 1, 2, ...), R, N or U (unjudged)",
}
_HINTS = (  # Patterns of words that are no marks, with advice on how to write them.
    (r"^(?i:of)$", "positions are written as in 'relevant at 1, 3 of 10'; "),
    (r"[{}]", "braces hold a set, which has no order; "),
    (r"[\[\]]", "brackets stand around the whole list, and | between the lists of several queries; "),
    (r"[\u200b-\u200f\u2060\ufeff]", "a sign that is not seen stands there; "),
)


class GradesError(InputError):
    """A text that is no list of grades.

    `read` is the number of characters that may begin a list. It is the length of the text if the notation is right but
    the list cannot be used.
    """

    def __init__(self, sentence: str, read: int) -> None:
        super().__init__(sentence)
        self.read = read

    def __reduce__(self) -> tuple[type[InputError], tuple[str]]:
        return InputError, (str(self),)


class Written(NamedTuple):
    """A list as it was typed: the grade at each rank, and the sizes of the groups of tied documents."""

    grades: list[int]
    ties: list[int]


def spell(grades: Iterable[int], ties: Sequence[int] = (), what: str = "the ranking") -> str:
    """Return a text that `read_grades` parses as these grades for the same `what`; tied documents are in parentheses.

    >>> spell([1, 0, 1]), spell([1, 3, 5]), spell([10]), spell([0, 1, 0], (2, 1))
    ('1 0 1', 'grades 1 3 5', 'grades [10]', '(0 1) 0')
    """
    listed = list(grades)
    if not listed and what == "the ranking":
        return "[]"
    rest = map(str, listed)
    sizes = ties or (1,) * len(listed)
    plain = " ".join(f"({' '.join(islice(rest, size))})" if size > 1 else next(rest) for size in sizes)
    try:
        alike = not listed or read_grades(plain, what).grades == listed
    except InputError:
        alike = False
    return plain if alike else f"grades [{plain}]" if len(plain) > 1 and len(listed) == 1 else f"grades {plain}"


def is_named_grades(text: str) -> bool:
    """Return whether a text begins with the word "grades", so that its numbers are surely grades."""
    return _GRADES.match(text.translate(FOLDED).strip()) is not None


def read_grades(text: str, what: str = "the ranking") -> Written:
    """Read a mark or a grade for each rank: a number, a letter or a word.

    `what` is "the ranking" or, for grades whose order does not matter, their name in errors. Raises `GradesError` for a
    text that is no list of grades, or whose numbers may have another meaning.

    >>> read_grades("1 (0 1) 0"), read_grades("R NR NR R").grades
    (Written(grades=[1, 0, 1, 0], ties=[1, 2, 1]), [1, 0, 0, 1])
    """
    if len(text) > MOST_SIGNS:
        raise GradesError(f"{what} has {len(text):,} signs; the longest that is read has {MOST_SIGNS:,}", len(text))
    reader = _Reader(text, what)
    words, sizes = reader.split_words()
    ranks = reader.read_words(words, alone=len(words) == 1 and not reader.bracketed) if words else []
    if len(words) > MOST_RANKS or sum(map(len, ranks)) > MOST_RANKS:
        many = max(len(words), sum(map(len, ranks)))
        raise GradesError(f"{what} has {many:,} ranks; the longest that is read has {MOST_RANKS:,}", len(text))
    if reader.fault:
        raise reader.fault
    rest, ties = iter(ranks), list[int]()
    for size in sizes:
        tied = sum(len(grades) for grades in islice(rest, size))
        ties += [tied] if size > 1 else [1] * tied
    return Written([grade for grades in ranks for grade in grades], ties)


def untied(text: str) -> list[int]:
    """Return the grades of a text without ties; an empty list for any other text."""
    try:
        grades, ties = read_grades(text)
    except InputError:
        return []
    return grades if max(ties, default=1) == 1 else []


class _Reader:
    """A reader of one text, which also creates the errors about the text."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        body = text.translate(FOLDED).strip()
        prefix = _GRADES.match(body)
        self.only_grades = prefix is not None
        body = body[prefix.end() :].strip() if prefix else _NOT_REL.sub(r"not-\1", body)
        self.bracketed = body.startswith("[") and body.endswith("]") and len(body) > 1
        self.body = body[1:-1] if self.bracketed else body
        self.fault: GradesError | None = None  # The error that is raised if all words are marks.

    def refusal(self, why: str, read: int | None = None, **details: object) -> GradesError:
        """Return the error for a text that is no list, or that may be either of two lists."""
        sentence = f"{self.what} {quoted(self.text.strip())} {_REFUSALS[why].format(**details)}"
        return GradesError(sentence, len(self.text) if read is None else read)

    def split_words(self) -> tuple[list[str], list[int]]:
        """Return the words in order, and the number of words in each group of ties; 1 for a word outside groups."""
        words: list[str] = []
        sizes: list[int] = []
        separators: set[str] = set()
        inside, end = False, 0
        for word in _WORD.finditer(self.body):
            gap = self.body[end : word.start()]
            shape = "" if gap == " " else "".join(gap.split())
            if not (_INSIDE if inside else _BEFORE_WORD).fullmatch(shape) or (shape[:1] in (",", ";") and not words):
                raise self._stray(shape, inside, len(words))
            closed = not inside or shape[:1] == ")"
            if words and closed:
                separators.add(shape.strip("()") or (" " if gap.splitlines() == [gap] else "\n"))
            if inside and closed and sizes[-1] == 1:
                self.fault = self.refusal("stray", sign="(")
            inside = not closed or shape[-1:] == "("
            sizes[len(sizes) :] = [1] if closed else []
            sizes[-1] += not closed
            words.append(word[0])
            end = word.end()
        rest = "".join(self.body[end:].split())
        if rest != ")" * inside:
            raise self._stray(rest or "(", inside, len(words))
        if inside and sizes[-1] == 1:
            self.fault = self.refusal("stray", sign="(")
        if not words and self.what == "the ranking" and not self.bracketed:
            raise GradesError(f"{self.what} {_REFUSALS['empty']}", len(self.text))
        if len(separators) > 1:
            signs = " and ".join(_SEPARATORS[sign] for sign in ",;\n " if sign in separators)
            self.fault = self.refusal("signs", signs=signs)
        return words, sizes

    def _stray(self, shape: str, inside: bool, rank: int) -> GradesError:
        """Return the error for signs between two words, or after the last word, that no list has there."""
        signs = shape.strip("()")
        if inside and len(signs) == 1 and shape == signs:
            return self.refusal("tied")
        return self.refusal("nothing", rank=rank + 1, sign=signs[0]) if signs else self.refusal("stray", sign=shape[-1])

    def read_words(self, words: list[str], *, alone: bool) -> list[list[int]]:
        """Return the grades of each word; a word such as RRN or 110 holds several grades."""
        first = words[0]
        if self.only_grades and alone and len(first) > 1 and _is_number(first):
            raise self.refusal("one grade", many=len(first), grades=first[:_SHORT])
        if self.only_grades:
            return [[self._grade(word, rank)] for rank, word in enumerate(words, start=1)]
        if alone and not _is_number(first):
            return [self._packed(first)]
        numbers = [_is_number(word) or word in _UNKNOWN for word in words]
        if all(numbers):
            return self._numbers(words, alone=alone)
        if any(_is_number(word) or word == "-1" for word in words):
            place = numbers.index(False)
            raise self._not_a_rank(words[place], place + 1)
        return self._letters(words)

    def _grade(self, word: str, rank: int) -> int:
        if word in _UNKNOWN:
            return UNJUDGED
        if not _is_number(word):
            raise self._not_a_rank(word, rank)
        if len(word) > len(str(HIGHEST_GRADE)) or int(word) > HIGHEST_GRADE:
            raise self.refusal("high", word=quoted(word), rank=rank, highest=HIGHEST_GRADE)
        return int(word)

    def _numbers(self, words: list[str], *, alone: bool) -> list[list[int]]:
        """Return the grades of numbers; refuse numbers that may be several ranks, positions or ids."""
        if alone:
            ranks = [[int(digit) for digit in words[0]]]
        else:
            known = [word for word in words if word not in _UNKNOWN]
            packed = "[01]{2,}" if all(set(word) <= {*"01"} for word in known) else "[01]{3,}|0.+"
            packed = ".{2,}" if len(words) > 1 and all(len(word) > 1 for word in words) else packed
            for rank, word in enumerate(words, start=1):
                if word != "-1" and re.fullmatch(packed, word):
                    raise self.refusal("packed", word=quoted(word), rank=rank, many=len(word))
            ranks = [[self._grade(word, rank)] for rank, word in enumerate(words, start=1)]
        grades = [grade for word in ranks for grade in word]
        if meaning := _other_meaning(grades, self.what == "the ranking", packed=alone and len(grades) > 1):
            listed = " ".join(map(str, grades))
            write = f"'grades [{listed}]'" if len(listed) > 1 == len(grades) else f"'grades {listed}'"
            places, length = ", ".join(map(str, grades)), max(10, *grades)
            if len(listed) > _SHORT:
                write, places, length = "'grades' before them", "1, 3, 5", 10
            many = count_noun(len(grades), "grade")
            raise self.refusal(meaning, many=many, write=write, places=places, length=length)
        return ranks

    def _packed(self, word: str) -> list[int]:
        """Return the grades of a word of several letters or signs, without blanks between them."""
        if re.fullmatch(r"[RNUrnu?]+", word):
            self._refuse_names([word])
            if word.upper() == "NR":
                raise self.refusal("NR")
            return [LETTERS[letter] for letter in word.lower()]
        if word == "-1":
            return [UNJUDGED]
        if all(sign in SIGNS for sign in word) and _family(set(word)):
            return [SIGNS[sign] for sign in word]
        place = len(word) - len(word.lstrip("0123456789RNUrnu?"))
        whole = place in (0, len(word)) or word.lower() in WORDS  # The text is a word or a name, not a list.
        raise self._not_a_rank(word if whole else word[place], 1 if whole else place + 1)

    def _letters(self, words: list[str]) -> list[list[int]]:
        """Return the grades of marks, one or, as in `NRR RNN`, several letters in each word."""
        low = [word.lower() for word in words]
        marks = {*low}
        if _family(marks):
            return [[MARKS[word]] for word in low]
        groups = [word for word in words if re.fullmatch(r"[RNUrnu]{2,}", word)]
        self._refuse_names(groups)
        if "nr" in marks and not (marks <= {*WORDS, *LETTERS} - {"n"} and any(MARKS[word] == 1 for word in marks)):
            raise self.refusal("NR")
        if "nr" not in marks and marks <= {*LETTERS, *map(str.lower, groups)}:
            return [[LETTERS[letter] for letter in word] for word in low]
        for rank, word in enumerate(low, start=1):
            if (word not in WORDS and word not in LETTERS) or word in ("t", "f", "y") or marks == {"relevant"}:
                raise self._not_a_rank(words[rank - 1], rank)
        return [[MARKS[word]] for word in low]

    def _refuse_names(self, words: Sequence[str]) -> None:
        """Raise `GradesError` for letters that may be a word or a name, such as Run or NUN."""
        for word in words:
            as_letters = word not in _WORDS_IN_CAPITALS if word.isupper() else word.islower() and "u" not in word
            if len(word) > 1 and not as_letters:
                raise self.refusal("name", grades=" ".join(word.upper())[:_SHORT])

    def _not_a_rank(self, word: str, rank: int) -> GradesError:
        hint = next((hint for pattern, hint in _HINTS if re.search(pattern, word)), "")
        read = 0 if rank == 1 else max(0, self.text.find(word))
        return self.refusal("none", read, word=quoted(word), rank=rank, hint=hint)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _family(words: set[str]) -> bool:
    return any(words & first and words <= first | others for first, others in _FAMILIES)


def _other_meaning(grades: Sequence[int], in_order: bool, *, packed: bool) -> str:
    """Return another possible meaning of numbers: "positions" or "ids"; empty if they are surely grades."""
    highest, lowest = max(grades, default=0), min(grades, default=0)
    if lowest < 0 or len(set(grades)) < len(grades):
        return ""
    rising = all(grade < after for grade, after in pairwise(grades))
    falling = all(grade > after for grade, after in pairwise(grades))
    if in_order and rising and lowest > 0 and highest >= _LAST_POSITION:
        return "positions"
    if packed and highest > HIGHEST_OF_A_SCALE and not falling:
        return "ids"
    if len(grades) < _FEW or (falling and (highest <= _HIGHEST_BESIDE_ZERO or not in_order)):
        return ""
    return "ids" if highest > (HIGHEST_OF_A_SCALE if lowest > 0 else _HIGHEST_BESIDE_ZERO) else ""
