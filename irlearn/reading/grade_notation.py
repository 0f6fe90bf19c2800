"""How the ranks of a list are written, and how what somebody wrote is read: grades, letters, words and signs.

What may be two things is never guessed: it is asked back in one sentence that tells both ways to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.limits import HIGHEST_GRADE as HIGHEST_GRADE, MOST_RANKS as MOST_RANKS, UNJUDGED as UNJUDGED
from irlearn.reading.lexicon import data

MOST_SIGNS = 1_000_000

_LETTERS = {"r": 1, "n": 0, "u": UNJUDGED, "?": UNJUDGED}
_WORDS = {  # that are one rank each, in lower case
    **dict.fromkeys(["rel", "relevant", "yes", "y", "true", "t", "hit"], 1),
    **dict.fromkeys(["nr", "nonrel", "non-rel", "notrel", "not-rel", "nonrelevant", "non-relevant", "notrelevant"], 0),
    **dict.fromkeys(["not-relevant", "irrelevant", "irrel", "non", "no", "false", "f", "miss"], 0),
    **dict.fromkeys(["unjudged", "unj", "not-judged", "notjudged"], UNJUDGED),
}

_UNKNOWN = frozenset(("-1", "U", "u", "?"))  # a document that nobody judged, among numbers
_BINARY = {**_LETTERS, "1": 1, "0": 0, "-1": UNJUDGED}
_SIGNS = {**dict.fromkeys("+✓✔✅☑", 1), **dict.fromkeys("-✗✘✕✖❌☒×", 0), "?": UNJUDGED}
_MARKS = {**_SIGNS, **_LETTERS, **_WORDS}
_FAMILIES = (  # words that mean something only beside one another: one of the first is there, and of the others any
    (frozenset({"y", "yes", "no"}), frozenset({"n", "u", "?", "unjudged"})),
    (frozenset({"t", "true", "false"}), frozenset({"f", "u", "?", "unjudged"})),
    (frozenset({"+"}), frozenset({"-", "u", "?", "unjudged"})),
    (frozenset(_SIGNS) - {*"+-?"}, frozenset({"u", "?", "unjudged"})),
)
FOLDED = {  # what plain sign stands for the wide ones, for long hyphens, and for the commas of other scripts
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},  # the wide signs of East Asian keyboards
    **dict.fromkeys(map(ord, "−–‐‑"), "-"),
    **dict.fromkeys(map(ord, "、،"), ","),
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f"), None),  # how a tick is drawn
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " "),
}
_GRADES = r"(?i:(?:the\s)?grades?(?![^\W\d_])\s?[:=]?)"
_SIGN = r"[^\s,;()]"
_WORD, _GROUP = re.compile(rf"{_SIGN}+"), re.compile(rf"\((?P<tied>[^()]*)\)|{_SIGN}+")
_BETWEEN = re.compile(rf"[,;]|(?<={_SIGN})\s(?={_SIGN})")
_LINES = frozenset("\n\r\v\f\x85\u2028\u2029")
_NOT_REL = r"(?i:\bnot[ \t]+(rel(?:evant)?|judged)\b)"
_NON_REL = r"(?i:\bnon[ \t]+(rel(?:evant)?)\b(?=[ \t]*(?:[,;\n\r]|$)))"
HIGHEST_OF_A_SCALE = 5  # above it, numbers that are all different look like ids
_HIGHEST_BESIDE_ZERO = 10  # ids seldom have a 0 among them
_LAST_POSITION = 3  # 1 and "1 2" are the same hits, read as positions or as grades
_FEW = 3
_SHORT = 40  # signs of a list that a sentence says again
_NAMES = {",": "commas", ";": "semicolons", "\n": "line ends", " ": "blanks"}
_NAMES_IN_CAPITALS = {"RUN", "URN", "NUN"}


class Written(NamedTuple):
    """What was written of a list: the grade at each rank, and the sizes of the groups of tied documents."""

    grades: list[int]
    ties: list[int]


def spell(grades: Iterable[int], ties: Sequence[int] = (), what: str = "the ranking") -> str:
    """What to write to get these grades again, with tied documents in parentheses; `what` is as for `read_grades`."""
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


def read_grades(text: str, what: str = "the ranking") -> Written:
    """The grades that `text` writes, rank by rank: numbers, letters, or words that are one rank each.

    `what` is "the ranking" or the name of a set of grades, in which no order is looked for. Raises `InputError` for
    what is no list of grades, or may be another one.
    """
    if len(text) > MOST_SIGNS:
        raise InputError(f"{what} has {len(text):,} signs; the longest that is read has {MOST_SIGNS:,}")
    read = _Reader(text, what).read()
    if len(read.grades) > MOST_RANKS:
        raise InputError(f"{what} has {len(read.grades):,} ranks; the longest that is read has {MOST_RANKS:,}")
    return read


def untied(text: str) -> list[int]:
    """The grades of a text in the plain notation, without ties; none where it is no such list."""
    try:
        grades, ties = read_grades(text)
    except InputError:
        return []
    return grades if max(ties, default=1) == 1 else []


class _Reader:
    """One text on its way to grades, with the sentences that say why it is none."""

    def __init__(self, text: str, what: str) -> None:
        self.what, self.named = what, f"{what} {quoted(text.strip())}"
        body = text.translate(FOLDED).strip()
        said = re.match(_GRADES, body)
        self.only_grades = said is not None
        body = body[said.end() :].strip() if said else body
        self.bracketed = body.startswith("[") and body.endswith("]") and len(body) > 1
        body = body[1:-1] if self.bracketed else body
        if not self.only_grades:  # the two words of "not relevant" are one; of "non rel", where signs part the ranks
            body = re.sub(_NOT_REL, r"not-\1", body)
            body = re.sub(_NON_REL, r"non-\1", body) if re.search(r"[,;\n\r]", body) else body
        self.body = body
        self.sizes: list[int] = []  # how many words each group of ties holds; 0 for a word outside of groups
        self.separators, self.inside = set[str](), set[str]()  # between words outside of groups of ties, and inside

    def no(self, why: str, **told: object) -> InputError:
        """The sentence that says why the text is none, or asks which of two it is."""
        if len(grades := str(told.get("grades", ""))) > _SHORT:
            told["grades"] = f"{grades[:_SHORT]}…"
        return InputError(f"{self.named} {data()['ranks'][why].format(**told)}")

    def read(self) -> Written:
        words = self._words()
        if not words:
            if self.what == "the ranking" and not self.bracketed:
                raise InputError(f"{self.what} {data()['ranks']['empty']}")
            return Written([], [])
        in_pairs = [2] * (len(words) // 2) if len(words) > 2 and "," in self.inside else []
        if self.sizes in ([0, 1] * (len(words) // 2), in_pairs) and all(map(_is_number, words)):
            raise self.no("pairs", many=len(words), half=len(words) // 2, grades=" ".join(words[1::2]))
        each = self._each(words)
        for found in (self.separators, self.inside):
            if len(found) > 1:
                raise self.no("signs", signs=" and ".join(_NAMES[one] for one in ",;\n " if one in found))
        if len(self.sizes) == 1 and self.sizes[0] and self.inside & set(",;"):
            raise self.no("tied", many=len(words))
        rest, ties = iter(each), []
        for size in self.sizes:
            ranks = sum(len(word) for word in islice(rest, size or 1))
            ties += [ranks] if size else [1] * ranks
        return Written([grade for word in each for grade in word], ties)

    def _words(self) -> list[str]:
        """The words, one behind the other; `sizes` and `separators` say how they stand."""
        body = re.sub(r"\s+", lambda run: " " if _LINES.isdisjoint(run[0]) else "\n", self.body)
        body = re.sub(r"\s?([,;])\s?", r"\1", body)
        if nothing := re.search(r"(?:^|(?<=[,;(]))[,;]|[,;](?=\)|$)", body):
            raise self.no("nothing", rank=len(_WORD.findall(body[: nothing.start()])) + 1, sign=nothing[0])
        if stray := re.search(r"\([^()]*\(|(?:^|\))[^()]*\)|\(\s?\)", body):
            raise self.no("stray", sign=stray[0][-1])
        if body.count("(") > body.count(")"):
            raise self.no("unclosed")
        groups = [*_GROUP.finditer(body)]
        self.sizes = [0 if one["tied"] is None else len(_WORD.findall(one["tied"])) for one in groups]
        self.separators = {*_BETWEEN.findall(re.sub(r"\([^()]*\)", "()", body))}
        self.inside = {*_BETWEEN.findall("()".join(one["tied"] for one in groups if one["tied"]))}
        return _WORD.findall(body)

    def _each(self, words: list[str]) -> list[list[int]]:
        """The grades that each word says: one, or of a word of letters several."""
        one, alone = words[0], len(words) == 1 and not self.bracketed
        if self.only_grades and alone and len(one) > 1 and _is_number(one):
            raise self.no("one grade", many=len(one), grades=one)
        if self.only_grades:
            return [[self._grade(word, rank)] for rank, word in enumerate(words, start=1)]
        alone = alone and not self.sizes[0]
        if alone and not _is_number(words[0]):
            return [self._packed(words[0])]
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
            raise self.no("high", word=quoted(word), rank=rank, highest=HIGHEST_GRADE)
        return int(word)

    def _numbers(self, words: list[str], *, alone: bool) -> list[list[int]]:
        binary = all(set(word) <= set("01") for word in words if word not in _UNKNOWN)
        longest = max(map(len, words))
        each: list[list[int]] = []
        for rank, word in enumerate(words, start=1):
            packed = word[0] == "0" or binary or re.fullmatch(r"[01]{3,}", word) or longest > len(str(HIGHEST_GRADE))
            if packed and len(word) > 1 and word != "-1" and not alone:
                raise self.no("packed", word=quoted(word), rank=rank, many=len(word))
            each.append([int(sign) for sign in word] if alone else [self._grade(word, rank)])
        grades = [grade for word in each for grade in word]
        if meaning := _other_meaning(grades, self.sizes, self.what == "the ranking", packed=alone and len(grades) > 1):
            listed = " ".join(map(str, grades))
            write = f"'grades [{listed}]'" if len(listed) > 1 == len(grades) else f"'grades {listed}'"
            places, length = ", ".join(map(str, grades)), max(10, *grades)
            if len(listed) > _SHORT:
                write, places, length = "'grades' before them", "1, 3, 5", 10
            raise self.no(meaning, many=len(grades), write=write, places=places, length=length)
        if len(words) > 1 and not binary and all(len(word) > 1 and _is_number(word) for word in words):
            raise self.no("groups", many=len(words), ranks=sum(map(len, words)), grades=" ".join(words))
        return each

    def _packed(self, word: str) -> list[int]:
        if re.fullmatch(r"[RNUrnu?]+", word):
            self._refuse_a_name(word)
            if word.upper() == "NR":
                raise self.no("NR", word=word)
            return [_LETTERS[letter] for letter in word.lower()]
        if all(sign in _SIGNS for sign in word) and _family(set(word)):
            return [_SIGNS[sign] for sign in word]
        if word.lower() in _WORDS and len(word) > 1:
            raise self.no("one word")
        if word == "-1" or re.fullmatch(r"[0-9Uu?]+", word):
            return [UNJUDGED if sign in _UNKNOWN else int(sign) for sign in re.findall("-1|.", word)]
        place = len(word) - len(word.lstrip("0123456789RNUrnu?"))
        whole = place in (0, len(word))  # no rank of a list, but a word or a name
        raise self._not_a_rank(word if whole else word[place], 1 if whole else place + 1)

    def _letters(self, words: list[str]) -> list[list[int]]:
        low = [word.lower() for word in words]
        if len(low) > 1 and ({*low} <= {*"xo"} or {*low} == {"relevant"}):
            raise self.no("relevant alone" if "relevant" in low else "XO")
        if _family(set(low)):
            return [[_MARKS[word]] for word in low]
        groups = [word for word in words if re.fullmatch(r"[RNUrnu]{2,}", word)]
        for word in groups:
            self._refuse_a_name(word)
        others = {*low} - {*_LETTERS}
        if "nr" in others:
            if not (others <= set(_WORDS) and "n" not in low and ("r" in low or 1 in map(_WORDS.get, others))):
                raise self.no("NR", word="NR")
        elif others <= {word.lower() for word in groups}:
            return [[_LETTERS[letter] for letter in word] for word in low]
        for rank, word in enumerate(low, start=1):
            if (word not in _WORDS and word not in _LETTERS) or word in ("t", "f", "y"):
                raise self._not_a_rank(words[rank - 1], rank)
        if self.separators <= {" "} and any(pair[0] == "non" and pair[1].startswith("rel") for pair in pairwise(low)):
            raise self.no("non")
        return [[_MARKS[word]] for word in low]

    def _refuse_a_name(self, word: str) -> None:
        as_letters = word not in _NAMES_IN_CAPITALS if word.isupper() else word.islower() and "u" not in word
        if len(word) > 1 and not as_letters:
            spelled = " ".join(word.upper())
            raise self.no("name", grades=spelled, spelled=quoted(spelled))

    def _not_a_rank(self, word: str, rank: int) -> InputError:
        hint = next((hint for pattern, hint in data()["ranks"]["hints"] if re.search(pattern, word)), "")
        return self.no("none", word=quoted(word), rank=rank, hint=hint)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _family(words: set[str]) -> bool:
    return any(words & first and words <= first | others for first, others in _FAMILIES)


def _other_meaning(grades: Sequence[int], ties: Sequence[int], in_order: bool, *, packed: bool) -> str:
    """What else these numbers may be: "positions", "position", "ids", or "" where they surely are grades."""
    highest, lowest = max(grades, default=0), min(grades, default=0)
    if lowest < 0 or any(size > 1 for size in ties) or len(set(grades)) < len(grades):
        return ""
    rising = all(one < other for one, other in pairwise(grades))
    falling = all(one > other for one, other in pairwise(grades))
    if in_order and rising and lowest > 0 and highest >= _LAST_POSITION:
        return "positions" if len(grades) > 1 else "position"
    if packed and highest > HIGHEST_OF_A_SCALE and not falling:
        return "ids"
    if len(grades) < _FEW or (falling and (highest <= _HIGHEST_BESIDE_ZERO or not in_order)):
        return ""
    return "ids" if highest > (HIGHEST_OF_A_SCALE if lowest > 0 else _HIGHEST_BESIDE_ZERO) else ""
