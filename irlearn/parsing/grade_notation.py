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

MOST_SIGNS = 1_000_000
HIGHEST_OF_A_SCALE = 5  # Distinct numbers above it look like ids.

_UNKNOWN = frozenset(("-1", "U", "u", "?"))  # Notations of an unjudged document among numbers.
_BINARY = {**LETTERS, "1": 1, "0": 0, "-1": UNJUDGED}
_FAMILIES = (  # Marks that have a meaning only together: at least one of the first set, and any of the second set.
    (frozenset({"y", "yes", "no"}), frozenset({"n", "u", "?", "unjudged"})),
    (frozenset({"t", "true", "false"}), frozenset({"f", "u", "?", "unjudged"})),
    (frozenset({"+"}), frozenset({"-", "u", "?", "unjudged"})),
    (frozenset(SIGNS) - {*"+-?"}, frozenset({"u", "?", "unjudged"})),
)
_GRADES = re.compile(r"(?i:(?:the\s)?grades?(?![^\W\d_])\s?[:=]?)")
_SIGN = r"[^\s,;()]"
_WORD, _GROUP = re.compile(rf"{_SIGN}+"), re.compile(rf"\((?P<tied>[^()]*)\)|{_SIGN}+")
_BETWEEN = re.compile(rf"[,;]|(?<={_SIGN})\s(?={_SIGN})")
_LINES = frozenset("\n\r\v\f\x85\u2028\u2029")
_NOT_REL = r"(?i:\bnot[ \t]+(rel(?:evant)?|judged)\b)"
_NON_REL = r"(?i:\bnon[ \t]+(rel(?:evant)?)\b(?=[ \t]*(?:[,;\n\r]|$)))"
_HIGHEST_BESIDE_ZERO = 10  # Ids are seldom 0.
_LAST_POSITION = 3  # "1" and "1 2" give the same hits, whether they are positions or grades.
_FEW = 3
_SHORT = 40  # Characters of a list that an error message quotes.
_SEPARATORS = {",": "commas", ";": "semicolons", "\n": "line ends", " ": "blanks"}
_WORDS_IN_CAPITALS = {"RUN", "URN", "NUN"}
_REFUSALS = {
    "empty": "is empty; write a grade (0, 1, 2, ...), R, N or U (unjudged) for each rank, such as '1 1 0 1'",
    "pairs": "may be {many} ranks or {half} documents, each with its grade; write 'grades {grades}' for the grades of "
    "documents",
    "nothing": "has nothing at rank {rank}, beside a '{sign}'; write U for a document that nobody judged, 0 for one "
    "that is not relevant, or leave the '{sign}' out",
    "stray": "has a stray '{sign}'; tied documents stand in (one pair of parentheses)",
    "unclosed": "opens a parenthesis and does not close it",
    "signs": "parts its ranks by {signs}; put the same sign between all ranks of one list, and | between the lists "
    "of several queries",
    "tied": "may be a list or {many} tied documents; write [1, 0, 1] for a list, or (1 0 1) for documents that are "
    "tied",
    "one grade": "may be one grade or {many}; write 'grades [{grades}]' for one, or put a blank between the grades",
    "high": "has {word} at rank {rank}; a grade is {highest} or less",
    "packed": "has {word} at rank {rank}, which could be one grade or {many} ranks; put a space between all ranks, or "
    "none at all",
    "groups": "may be {many} grades or {ranks} ranks in groups; write 'grades {grades}' for grades, or a blank between "
    "all ranks",
    "positions": "may be {many} grades or the positions of the relevant documents; write {write} or 'relevant at "
    "{places} of {length}'",
    "position": "may be a grade or the position of a relevant document; write {write} or 'relevant at {places} of "
    "{length}'",
    "ids": "may be {many} grades or the ids of documents; write {write} for grades, or for ids R or N for each rank, "
    "such as 'R N N R'",
    "NR": "holds {word}, which may be one rank (not relevant) or two (N, R); write R and N with a blank between all "
    "ranks, such as 'N R R N', or R and NR alone, such as 'NR R R NR'",
    "one word": "is one word; for a list of one document write R or N, and a blank between ranks",
    "XO": "has X and O, and X marks relevant documents in one place and the others in another; write R for relevant "
    "and N for not relevant",
    "relevant alone": "is not understood; write R or N for each rank, as in 'R N N R'",
    "non": "may mean two things by 'non'; put a comma between all ranks",
    "name": "may be a word or a name, or the ranks {grades}; write {spelled} for ranks, in capitals",
    "none": "has {word} at rank {rank}; {hint}write a grade (0, 1, 2, ...), R, N or U (unjudged)",
}
_HINTS = (  # Patterns of words that are no marks, with advice on how to write them.
    (r"^(?i:of)$", "positions are written as in 'relevant at 1, 3 of 10'; "),
    (r"^/+$", "the lists of several queries have | between them; "),
    (r"[{}]", "braces hold a set, which has no order; "),
    (
        r"^(?=.*[\[\]])\[*(?:-?[0-9]+|[RNUrnu])\]*$",
        (
            "brackets stand around the whole list, and parentheses around tied documents; put | between the lists of "
            "several queries; "
        ),
    ),
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
    read = reader.read()
    if len(read.grades) > MOST_RANKS:
        raise reader.too_long(len(read.grades))
    return read


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
        self.text, self.what, self.named = text, what, f"{what} {quoted(text.strip())}"
        body = text.translate(FOLDED).strip()
        prefix = _GRADES.match(body)
        self.only_grades = prefix is not None
        body = body[prefix.end() :].strip() if prefix else body
        self.bracketed = body.startswith("[") and body.endswith("]") and len(body) > 1
        body = body[1:-1] if self.bracketed else body
        if not self.only_grades:  # "not relevant" and, between commas, "non rel" are single marks.
            body = re.sub(_NOT_REL, r"not-\1", body)
            body = re.sub(_NON_REL, r"non-\1", body) if re.search(r"[,;\n\r]", body) else body
        self.body = body
        self.sizes: list[int] = []  # Number of words in each group of ties; 0 for a word outside groups.
        self.separators, self.inside = set[str](), set[str]()  # Separators outside and inside groups of ties.

    def refusal(self, why: str, read: int | None = None, **details: object) -> GradesError:
        """Return the error for a text that is no list, or that may be either of two lists."""
        if len(grades := str(details.get("grades", ""))) > _SHORT:
            details["grades"] = f"{grades[:_SHORT]}…"
        sentence = f"{self.named} {_REFUSALS[why].format(**details)}"
        return GradesError(sentence, len(self.text) if read is None else read)

    def too_long(self, many: int) -> GradesError:
        """Return the error for a list of too many ranks."""
        sentence = f"{self.what} has {many:,} ranks; the longest that is read has {MOST_RANKS:,}"
        return GradesError(sentence, len(self.text))

    def read(self) -> Written:
        words = self._words()
        if not words:
            if self.what == "the ranking" and not self.bracketed:
                raise GradesError(f"{self.what} {_REFUSALS['empty']}", len(self.text))
            return Written([], [])
        if len(words) > MOST_RANKS:
            raise self.too_long(len(words))
        in_pairs = [2] * (len(words) // 2) if len(words) > 2 and "," in self.inside else []
        if self.sizes in ([0, 1] * (len(words) // 2), in_pairs) and all(map(_is_number, words)):
            raise self.refusal("pairs", many=len(words), half=len(words) // 2, grades=" ".join(words[1::2]))
        each = self._each(words)
        for separators in (self.separators, self.inside):
            if len(separators) > 1:
                named = [_SEPARATORS[sign] for sign in ",;\n " if sign in separators]
                raise self.refusal("signs", signs=" and ".join(named))
        if len(self.sizes) == 1 and self.sizes[0] and self.inside & set(",;"):
            raise self.refusal("tied", many=len(words))
        rest, ties = iter(each), []
        for size in self.sizes:
            ranks = sum(len(word) for word in islice(rest, size or 1))
            ties += [ranks] if size else [1] * ranks
        return Written([grade for word in each for grade in word], ties)

    def _words(self) -> list[str]:
        """Return the words in order; store group sizes in `sizes`, and separators in `separators` and `inside`."""
        body = re.sub(r"\s+", lambda run: " " if _LINES.isdisjoint(run[0]) else "\n", self.body)
        body = re.sub(r"\s?([,;])\s?", r"\1", body)
        if nothing := re.search(r"(?:^|(?<=[,;(]))[,;]|[,;](?=\)|$)", body):
            raise self.refusal("nothing", rank=len(_WORD.findall(body[: nothing.start()])) + 1, sign=nothing[0])
        if stray := re.search(r"\([^()]*\(|(?:^|\))[^()]*\)|\(\s?\)", body):
            raise self.refusal("stray", sign=stray[0][-1])
        if body.count("(") > body.count(")"):
            raise self.refusal("unclosed")
        groups = [*_GROUP.finditer(body)]
        self.sizes = [0 if group["tied"] is None else len(_WORD.findall(group["tied"])) for group in groups]
        self.separators = {*_BETWEEN.findall(re.sub(r"\([^()]*\)", "()", body))}
        self.inside = {*_BETWEEN.findall("()".join(group["tied"] for group in groups if group["tied"]))}
        return _WORD.findall(body)

    def _each(self, words: list[str]) -> list[list[int]]:
        """Return the grades of each word; a word such as RRN or 110 holds several grades."""
        first, alone = words[0], len(words) == 1 and not self.bracketed
        if self.only_grades and alone and len(first) > 1 and _is_number(first):
            raise self.refusal("one grade", many=len(first), grades=first)
        if self.only_grades:
            return [[self._grade(word, rank)] for rank, word in enumerate(words, start=1)]
        alone = alone and not self.sizes[0]
        if alone and not _is_number(first):
            return [self._packed(first)]
        if all(_is_number(word) or word in _UNKNOWN for word in words):
            return self._numbers(words, alone=alone)
        if any(_is_number(word) or word == "-1" for word in words):
            if all(word.lower() in _BINARY for word in words):
                return [[_BINARY[word.lower()]] for word in words]
            odd = next(place for place, word in enumerate(words) if not re.fullmatch(r"[0-9]+|-1|[Uu?]", word))
            raise self._not_a_rank(words[odd], odd + 1)
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
        binary = all(set(word) <= set("01") for word in words if word not in _UNKNOWN)
        longest = max(map(len, words))
        each: list[list[int]] = []
        for rank, word in enumerate(words, start=1):
            packed = word[0] == "0" or binary or re.fullmatch(r"[01]{3,}", word) or longest > len(str(HIGHEST_GRADE))
            if packed and len(word) > 1 and word != "-1" and not alone:
                raise self.refusal("packed", word=quoted(word), rank=rank, many=len(word))
            each.append([int(digit) for digit in word] if alone else [self._grade(word, rank)])
        grades = [grade for word in each for grade in word]
        if meaning := _other_meaning(grades, self.sizes, self.what == "the ranking", packed=alone and len(grades) > 1):
            listed = " ".join(map(str, grades))
            write = f"'grades [{listed}]'" if len(listed) > 1 == len(grades) else f"'grades {listed}'"
            places, length = ", ".join(map(str, grades)), max(10, *grades)
            if len(listed) > _SHORT:
                write, places, length = "'grades' before them", "1, 3, 5", 10
            raise self.refusal(meaning, many=len(grades), write=write, places=places, length=length)
        if len(words) > 1 and not binary and all(len(word) > 1 and _is_number(word) for word in words):
            raise self.refusal("groups", many=len(words), ranks=sum(map(len, words)), grades=" ".join(words))
        return each

    def _packed(self, word: str) -> list[int]:
        if re.fullmatch(r"[RNUrnu?]+", word):
            self._refuse_a_name(word)
            if word.upper() == "NR":
                raise self.refusal("NR", word=word)
            return [LETTERS[letter] for letter in word.lower()]
        if all(sign in SIGNS for sign in word) and _family(set(word)):
            return [SIGNS[sign] for sign in word]
        if word.lower() in WORDS and len(word) > 1:
            raise self.refusal("one word")
        if word == "-1" or re.fullmatch(r"[0-9Uu?]+", word):
            return [UNJUDGED if sign in _UNKNOWN else int(sign) for sign in re.findall("-1|.", word)]
        place = len(word) - len(word.lstrip("0123456789RNUrnu?"))
        whole = place in (0, len(word))  # The text is a word or a name, not a list.
        raise self._not_a_rank(word if whole else word[place], 1 if whole else place + 1)

    def _letters(self, words: list[str]) -> list[list[int]]:
        low = [word.lower() for word in words]
        if len(low) > 1 and ({*low} <= {*"xo"} or {*low} == {"relevant"}):
            raise self.refusal("relevant alone" if "relevant" in low else "XO")
        if _family(set(low)):
            return [[MARKS[word]] for word in low]
        groups = [word for word in words if re.fullmatch(r"[RNUrnu]{2,}", word)]
        for word in groups:
            self._refuse_a_name(word)
        others = {*low} - {*LETTERS}
        if "nr" in others:
            if not (others <= set(WORDS) and "n" not in low and ("r" in low or 1 in map(WORDS.get, others))):
                raise self.refusal("NR", word="NR")
        elif others <= {word.lower() for word in groups}:
            return [[LETTERS[letter] for letter in word] for word in low]
        for rank, word in enumerate(low, start=1):
            if (word not in WORDS and word not in LETTERS) or word in ("t", "f", "y"):
                raise self._not_a_rank(words[rank - 1], rank)
        if self.separators <= {" "} and any(pair[0] == "non" and pair[1].startswith("rel") for pair in pairwise(low)):
            raise self.refusal("non")
        return [[MARKS[word]] for word in low]

    def _refuse_a_name(self, word: str) -> None:
        as_letters = word not in _WORDS_IN_CAPITALS if word.isupper() else word.islower() and "u" not in word
        if len(word) > 1 and not as_letters:
            spelled = " ".join(word.upper())
            raise self.refusal("name", grades=spelled, spelled=quoted(spelled))

    def _not_a_rank(self, word: str, rank: int) -> GradesError:
        hint = next((hint for pattern, hint in _HINTS if re.search(pattern, word)), "")
        read = 0 if rank == 1 else max(0, self.text.find(word))
        return self.refusal("none", read, word=quoted(word), rank=rank, hint=hint)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _family(words: set[str]) -> bool:
    return any(words & first and words <= first | others for first, others in _FAMILIES)


def _other_meaning(grades: Sequence[int], ties: Sequence[int], in_order: bool, *, packed: bool) -> str:
    """Return another possible meaning of numbers: "positions", "position" or "ids"; empty if they are surely grades."""
    highest, lowest = max(grades, default=0), min(grades, default=0)
    if lowest < 0 or any(size > 1 for size in ties) or len(set(grades)) < len(grades):
        return ""
    rising = all(grade < after for grade, after in pairwise(grades))
    falling = all(grade > after for grade, after in pairwise(grades))
    if in_order and rising and lowest > 0 and highest >= _LAST_POSITION:
        return "positions" if len(grades) > 1 else "position"
    if packed and highest > HIGHEST_OF_A_SCALE and not falling:
        return "ids"
    if len(grades) < _FEW or (falling and (highest <= _HIGHEST_BESIDE_ZERO or not in_order)):
        return ""
    return "ids" if highest > (HIGHEST_OF_A_SCALE if lowest > 0 else _HIGHEST_BESIDE_ZERO) else ""
