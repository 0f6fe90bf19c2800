"""Ranks told in turn with what each of them holds: grades, or the ranks of the first and second relevant document."""

from __future__ import annotations

import re

from irlearn.errors import quoted
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import Token, letters_of, tokens_of
from irlearn.wordings.lexicon import GRADES, roles_of
from irlearn.wordings.prose import of_prose
from irlearn.wordings.reading import MOST_OPEN, Reading

_ITEM = r"[DWO]*@?[DW]*(?:o[DWS]*|Sn)[=@]*g?[=O@]*(?P<{}>n)"
_GRADES = r"n(?:[&;]*n)+"
_EACH = rf"g?[O=@]*{_ITEM.format('first')}(?:[&;]+{_ITEM.format('next')})+[&;]*"
_TOGETHER = (
    rf"[WDL]*O?An[DWL]*O?g[=@]*(?P<list>{_GRADES})[&;]*",
    rf"g[O@]*An[DWL]*[=]?(?P<list>{_GRADES})[&;]*",
    rf"g[OD@]*Sr=?(?P<list>{_GRADES})[&;]*",
    rf"O?[DW]*@?SrO?g=?(?P<list>{_GRADES})[&;]*",
)
_HIGHEST = 10
_FEWEST = 2


def of_turned_grades(text: str) -> Reading | None:
    """Grades told of the ranks in turn, or of the top k together.

    >>> of_turned_grades("the first result has grade 3, the second 0, the third 2").grades
    (3, 0, 2)
    >>> of_turned_grades("the top two have relevance 3 and 0").grades, of_turned_grades("the first 3, the second 0")
    ((3, 0), None)
    """
    if (
        len(text) > _LONGEST
        or harms(text)
        or re.search(r"(?i)\b(?:ideal\w*|unordered|order|quer\w+|users?|topics?|questions?|systems?|engines?)\b", text)
    ):
        return None
    tokens = [_graded(one) for one in tokens_of(text)]
    said = letters_of(tokens)
    if said.count("g") < 1 or set(said) - set("gonrSDWOAL=@&;"):
        return None
    for pattern in _TOGETHER:
        whole = re.fullmatch(pattern, said)
        if whole:
            grades = [number for one in tokens[slice(*whole.span("list"))] for number in one.numbers]
            ahead = [one.numbers for one in tokens[: whole.start("list")] if one.numbers]
            ranks = ahead[0] if "r" in said else tuple(range(1, ahead[0][0] + 1)) if ahead[0][0] <= MOST_OPEN else ()
            return _in_order(list(ranks), grades, text)
    if not re.fullmatch(_EACH, said):
        return None
    numbers = [one.numbers[0] for one in tokens if one.letter in "no"]
    return _in_order(numbers[::2], numbers[1::2], text)


_LONGEST = 300  # signs


def _graded(one: Token) -> Token:
    return one._replace(letter="g") if one.letter in "xN" and roles_of([one.text]) == frozenset({GRADES}) else one


def _in_order(ranks: list[int], grades: list[int], text: str) -> Reading | None:
    if ranks != [*range(1, len(grades) + 1)] or max(grades) > _HIGHEST:
        return None
    others = tuple(Reading((*grades, *[0] * more)) for more in (1, MOST_OPEN))
    doubt = f"the wording {quoted(text.strip())} leaves open how long the list is; write its grades, such as '3 0 2'"
    return Reading(tuple(grades), others=others, doubt=doubt)


_NTH = re.compile(
    r"(?i)(?:第\s*(?P<han>[0-9]+|[一二三四五六七八九十])\s*(?:个|個|篇|条)?|(?:the\s+|la\s+|le\s+|el\s+|das\s+)?(?P<nth>[0-9]{1,2}(?:st|nd|rd|th|er|e|º|ª|°)?|[^\W\d_]+))\s*"
    r"(?P<what>[^\d:：=,，;；.。@#]{2,40}?)\s*(?:[:：=@#]|(?<!\w)(?:is|at|on|in|rank|position|appears|found|排在|位于|出现在|在)(?!\w)|排在第?|位于第?|在第?|\s)*\s*"
    r"(?P<rank>[0-9]{1,5})\s*(?:位|名)?\s*(?:[,，;；.。]|\band\b|\s|$)+"
)
_HAN = "一二三四五六七八九十"


def of_nth_relevant(text: str) -> Reading | None:
    """The ranks of the first, the second ... relevant document of one list.

    >>> of_nth_relevant("1st relevant: 2, 2nd relevant: 5").grades
    (0, 1, 0, 0, 1)
    >>> of_nth_relevant("1st document: 2, 2nd document: 5") is None
    True
    """
    body, place, found = text.strip(), 0, list[tuple[int, int]]()
    while place < len(body):
        one = _NTH.match(body, place)
        rank = one and _ordinal(one["han"] or one["nth"])
        letters = letters_of(tokens_of(one["what"])) if one else ""
        if not one or not rank or not re.fullmatch("H[DWG@S=]*", letters) or harms(one["what"]):
            return None
        found.append((rank, int(one["rank"])))
        place = one.end()
    ranks = [rank for _, rank in found]
    if [nth for nth, _ in found] != [*range(1, len(found) + 1)] or len(found) < _FEWEST or ranks != sorted({*ranks}):
        return None
    return of_prose("relevant documents at ranks " + " and ".join(map(str, ranks)))


def _ordinal(word: str) -> int | None:
    if word in _HAN:
        return _HAN.index(word) + 1
    tokens = tokens_of(word)
    return tokens[0].numbers[0] if letters_of(tokens) in ("o", "n") else None
