"""Words for grades with their order said: `HR N R (HR=2, R=1, N=0)`, `N < PR < R: R PR N`."""

from __future__ import annotations

import re
from collections import Counter

from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.lexicon import LOW, mark_of
from irlearn.wordings.reading import Reading, grade_of, of_list

_WORD = r"[^\W\d_][^\W\d_]*(?:[\s-][^\W\d_]+){0,2}"
_PAIR = rf"(?P<word>{_WORD})\s*(?:=|:|→|->|\bis\b|\bmeans\b|\()\s*(?P<grade>[0-9]{{1,4}}(?![\w.]))\)?"
_BEFORE = rf"(?P<grade>(?<![\w.])[0-9]{{1,4}})\s*(?:=|:|→|->|\bis\b|\bmeans\b)\s*(?P<word>{_WORD})"
_CHAIN = rf"(?P<chain>{_WORD}(?:\s*(?P<sign>[<>])\s*{_WORD})(?:\s*(?P=sign)\s*{_WORD})*)"
_WITH = r"(?i)\b(?:with|where|and|for)\b"
_AROUND = (
    r"(?i)\b(?:with|where|and|the|grades?|gains?|scale|order|in|of|relevance|legend|levels?|for|labels?|are|ranking|"
    r"results?|list)\b"
)
_KNOWN = frozenset(
    [
        "perfect",
        "excellent",
        "good",
        "fair",
        "bad",
        "poor",
        "highly",
        "relevant",
        "partially",
        "marginally",
        "somewhat",
        "very",
        "not",
        "irrelevant",
        "vital",
        "useful",
        "nonrelevant",
        "hr",
        "vr",
        "sr",
        "pr",
        "mr",
        "nr",
        "h",
        "r",
        "n",
        "p",
        "m",
        "e",
        "g",
        "f",
        "b",
        "x",
        "s",
        "a",
        "exact",
        "substitute",
        "complement",
        "key",
        "nav",
        "hrel",
        "rel",
        "non",
        "junk",
    ]
)
_LOWEST = frozenset(
    [
        "n",
        "nr",
        "nonrelevant",
        "non",
        "irrelevant",
        "bad",
        "junk",
        "none",
        "no",
        "not-relevant",
        "non-relevant",
        "poor",
        "i",
    ]
)


def of_legend(text: str) -> Reading | None:
    """A list of words whose grades, or whose order from not relevant up, the wording says.

    >>> of_legend("HR, N, R, HR; HR = 2, R = 1, N = 0").grades, of_legend("N < PR < R: R PR N").grades
    ((2, 0, 1, 2), (2, 1, 0))
    """
    grades, rest = _said(re.sub(_WITH, " ; ", text))
    if len(grades) < 2:
        return None
    body = re.sub(_AROUND, " ", rest) if not grades.keys() & {"relevance"} else rest
    parts = [" ".join(part.split()).lower() for part in re.split(r"[,;:\n()\[\].]", body)]
    words = [part for part in parts if part]
    if not all(word in grades for word in words):
        words = " ".join(words).split()
    if len(words) < 2 or not all(word in grades for word in words):
        return None
    known = all(part in _KNOWN for word in grades for part in re.split(r"[\s-]", word))
    if not known and max(Counter(words).values()) < 2:
        return None
    return of_list([grades[word] for word in words])


_MEANS = (
    r"(?:[=:→]|->|\b(?:means?|marks?|denotes?|indicates?|represents?|stands\s+for|indica(?:\s+che)?|significa|bedeutet|"
    r"heißt|steht\s+für|signifie|désigne|означает)\b|は|表示|代表)"
)
_ONE_MEANING = re.compile(
    rf"(?P<sign>(?<![\w.])(?:[^\W_]|NR)(?![\w.])|[✓✗✅❌+*○×■□●◆◇▲△](?!\w))(?:\s*{_MEANS}|(?<=[■□●◆◇▲△○×])\s+(?=[^\W\d_])"
    r"|(?:(?<=[A-Za-z])|(?<=where [01])|(?<=and [01]))\s+(?:is|are)\b"
    r"|(?<=\band .)(?=\s(?:not|non|irr)))\s*"
    r"(?P<words>[^\d,;()\[\]{}。，；、=:\n/]{1,40}?)\s*(?=[,;()\[\]。，；、.:\n/]|$|\b(?:and|und|et|e|y|i|и)\s)"
)
_PLAIN = {**dict.fromkeys(("R", "1", "✓", "✅", "+", "○"), 1), **dict.fromkeys(("N", "NR", "0", "✗", "❌", "×"), 0)}
_BESIDE = r"[\s,;:.()/|。，；、]*(?:\b(?:and|und|et|e|y|where|with|dove|wobei|où)\b\s*)?"


def without_meanings(text: str) -> str:
    r"""A wording without the words that say what its signs mean, in any language; signs of its own as R and N.

    >>> without_meanings("1 0 1 (1 = relevante, 0 = irrelevante)"), without_meanings("O X O (O = relevant)")
    ('1 0 1', 'R N R')
    >>> without_meanings("# 2: very relevant, 1: relevant, 0: not relevant\nrel = [2, 0]")
    'rel = [2, 0]'
    >>> without_meanings("1 0 1 (1 = not relevant)")
    '1 0 1 (1 = not relevant)'
    """
    every = [one for one in _ONE_MEANING.finditer(text) if not _is_number(one, text)]
    found = [(one, _mark(one["words"], letter=one["sign"].isalpha())) for one in every]
    known = {one["sign"]: mark for one, mark in found if mark is not None}
    digits = sorted({int(one["sign"]) for one, _ in found if one["sign"].isdigit()})
    graded = len(digits) > 2 and digits == [*range(digits[-1] + 1)] and known.get("0") == 0
    if not known or len({one["sign"] for one, _ in found if one["sign"] in known or graded}) < len(known):
        return text
    spans = [one.span() for one, mark in found if mark is not None or (graded and one["sign"].isdigit())]
    wrong = any(_PLAIN.get(sign, mark) != mark for sign, mark in known.items() if not (graded and sign.isdigit()))
    if wrong or any(mark == (sign == "0") for sign, mark in known.items() if sign.isdigit()):
        return text
    rest = text
    for start, end in reversed(spans):
        rest = rest[:start] + "\0" + rest[end:]
    rest = re.sub(
        rf"[ \t]*(?:#|//|--)?[ \t]*[(\[（]?(?:{_BESIDE}\0)+[\s)\]）.;]*",
        lambda one: "\n" if "\n" in one[0] else " ",
        rest,
    )
    rest = re.sub(r"\s+(?=[:;,])", "", rest).strip()
    own = {sign: mark for sign, mark in known.items() if sign not in _PLAIN.keys() - {*"○×"} and not sign.isdigit()}
    plain = _plain_signs(rest, own) if own else rest
    if re.search(r"[RH]\s+-\s+[RH]", rest) and "N" not in known and "NR" not in known:
        return text  # a dash that parts the ranks, or one that is a rank
    listed = re.search(r"[0-9A-Za-z✓✗✅❌+○×-](?:[\s,;]*[0-9A-Za-z✓✗✅❌+○×-]){1,}", plain or "")
    in_words = len(digits) == len(known) and not re.search("[0-9]", rest)  # the list has the words, and not the digits
    return plain if plain and listed and not in_words else text


def _is_number(one: re.Match[str], text: str) -> bool:
    """Whether a digit numbers something, as in `query 1: R`, and is no sign."""
    before = re.search(r"([^\W\d_]+)\s*$", text[: one.start()])
    return one["sign"].isdigit() and (
        len(one["words"]) < 2 or (before is not None and before[1].lower() not in _JOINS and "(" not in before[0])
    )


_JOINS = frozenset(["where", "and", "with", "und", "et", "y", "e", "i", "donde", "wobei", "grades", "grade", "scale"])


def _mark(words: str, *, letter: bool = False) -> int | None:
    """Whether words say relevant or not; None where they say neither, or say more."""
    if re.fullmatch(r"(?i)negativ\w{0,2}", words):
        return 0
    if not letter and re.search(r"(?i)\b(?:miss|hit|found|none|nothing)\b", words):
        return None  # of a list of ranks
    for word in (words, "-".join(words.split())):
        if mark_of(word) is not None:
            return mark_of(word)
    said = letters_of(tokens_of(words))
    if "N" in said or ("H" in said and "!" in said) or re.search(LOW, words):
        return 0
    return 1 if re.fullmatch("[DWOi]*H[DWOi]*", re.sub("x", "", said)) and said.count("x") <= 1 else None


_OWN = "A-Za-z○×*■□●◆◇▲△"


def _plain_signs(text: str, own: dict[str, int]) -> str | None:
    """A list of signs that were explained as one of R and N; None where another sign is in it."""
    run = re.search(rf"(?<![\w])(?:[{_OWN}](?:[\s,;|]+|(?=[{_OWN}]))){{1,}}[{_OWN}](?!\w)", text)
    signs = set(re.findall(f"[{_OWN}]", run[0])) if run else set()
    left = signs - own.keys()
    if run is None or not signs & own.keys() or len(signs) != 2 or len(left) > 1:
        return None
    marks = {**dict.fromkeys(left, 1 - own[next(iter(signs & own.keys()))]), **own}
    plain = re.sub(f"[{_OWN}]", lambda one: "NR"[marks[one[0]]], run[0])
    return text[: run.start()] + plain + text[run.end() :]


def _said(text: str) -> tuple[dict[str, int], str]:
    """The grade of each word, and the wording without them."""
    chains = list(re.finditer(_CHAIN, text))
    if len(chains) == 1:
        words = [" ".join(word.split()).lower() for word in re.split("[<>]", chains[0]["chain"])]
        words = words if chains[0]["sign"] == "<" else words[::-1]
        if words[0].replace(" ", "-") not in _LOWEST or len(set(words)) < len(words):
            return {}, text
        return {word: grade for grade, word in enumerate(words)}, text.replace(chains[0]["chain"], " ; ")
    for pattern in (_PAIR, _BEFORE):
        pairs = list(re.finditer(pattern, text))
        named = {
            re.sub(rf"{_AROUND}\s", "", " ".join(one["word"].split()) + " ").strip().lower(): grade_of(
                one["grade"], text
            )
            for one in pairs
        }
        if len(pairs) > 1 and len(named) == len(pairs) and len(set(named.values())) > 1 and "" not in named:
            return named, re.sub(pattern, " ; ", text)
    return {}, text
