"""Words for grades with their order said: `HR N R (HR=2, R=1, N=0)`, `N < PR < R: R PR N`."""

from __future__ import annotations

import re
from collections import Counter

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


_LETTERS = (
    r"(?i)\(?\b(?:where\s+|with\s+)?R\s*(?:=|:|is|means|stands\s+for)\s*rel(?:evant)?\b"
    r"(?:\s*(?:,|;|and|/)+\s*N(?:R)?\s*(?:=|:|is|means|stands\s+for)\s*(?:not|non|irr)[\s-]*(?:rel\w*)?)?\s*\)?"
)


def unlegended(text: str) -> str:
    """A wording without the words that say of R, or of R and N, what they always mean here.

    >>> unlegended("R N R (R = relevant, N = not relevant)")
    'R N R'
    """
    return re.sub(_LETTERS, " ", text).strip() if len(re.findall(_LETTERS, text)) == 1 else text


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
