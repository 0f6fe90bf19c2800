"""Ranks told in turn with what each of them holds: grades, or the ranks of the first and second relevant document."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    rf"g[=O@]*(?P<list>{_GRADES})[@DW]*S(?P<ranks>r|{_GRADES})[&;]*",
    rf"[DL]*O?W+O?g[=O@]*(?P<list>{_GRADES})[&;]*",
    rf"g@?S(?P<ranks>r|{_GRADES})[=@]*(?P<list>{_GRADES})[&;]*",
)
_BACKWARD = r"g?(?P<{}>n)[@DW]*(?:o[DWS]*|Sn)"
_GRADE_FIRST = rf"g{_BACKWARD.format('first')[2:]}(?:[&;]+{_BACKWARD.format('next')})+[&;]*"
_BARE = "(?:Sn[;=]n;?[&;]*){2,}"
_BARE_BACKWARD = "(?:n[;@]Sn;?[&;]*){2,}"
_HIGHEST = 10
_FEWEST = 2


_SAYS_POINTS = r"関連度|相关度|相關度|评分|等级|관련도|점수|등급|[0-9]\s*(?:分|点|點|점|级|級)"
_POINTS = (
    r"(?:第\s*|rank\s*)?([0-9]{1,3})\s*(?:位|名|위|个|個|번째|番目|등)?\s*(?:の|的|의)?\s*(?:文書|文档|문서|结果|結果|결과)?\s*(?:の|的|의)?\s*"
    r"(?:関連度|相关度|相關度|评分|等级|관련도|점수|등급)?\s*(?:は|が|为|是|는|은|이|가|:|：|=)?\s*(?<![0-9])([0-9]{1,2})\s*(?:分|点|點|점|级|級)?"
    r"(?=\s*(?:[,，、;；。.]|$))"
)
"""Ranks with a grade each, as languages without blanks write them."""


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
    text = re.sub(r"(?i),?\s*\b(?:respectively|in\s+this\s+order|in\s+that\s+order)\b", "", text)
    plain = re.sub(_POINTS, r" rank \1 grade \2", text) if re.search(_SAYS_POINTS, text) else text
    tokens = [_graded(one) for one in tokens_of(plain)]
    said = letters_of(tokens)
    if set(said) - set("gonrSDWOAL=@&;"):
        return None
    if "g" not in said:
        return _of_bare(said, tokens, text)
    for pattern in _TOGETHER:
        whole = re.fullmatch(pattern, said)
        if whole:
            grades = [number for one in tokens[slice(*whole.span("list"))] for number in one.numbers]
            ahead = [one.numbers for one in tokens[: whole.start("list")] if one.numbers]
            if "ranks" in whole.groupdict():
                ahead = [tuple(number for one in tokens[slice(*whole.span("ranks"))] for number in one.numbers)]
            ahead = ahead or [(len(grades),)]
            ranks = (
                ahead[0]
                if set(said) & set("rS")
                else tuple(range(1, ahead[0][0] + 1))
                if ahead[0][0] <= MOST_OPEN
                else ()
            )
            return _in_order(list(ranks), grades, text)
    numbers = [one.numbers[0] for one in tokens if one.letter in "no"]
    if re.fullmatch(_EACH, said):
        return _in_order(numbers[::2], numbers[1::2], text)
    if re.fullmatch(_GRADE_FIRST, said):
        return _in_order(numbers[1::2], numbers[::2], text)
    return None


def _of_bare(said: str, tokens: Sequence[Token], text: str) -> Reading | None:
    """Ranks with a number each that no word names: grades, where they cannot be the numbers of documents."""
    numbers = [one.numbers[0] for one in tokens if one.letter == "n"]
    if re.fullmatch(_BARE, said):
        ranks, grades = numbers[::2], numbers[1::2]
    elif re.fullmatch(_BARE_BACKWARD, said):
        ranks, grades = numbers[1::2], numbers[::2]
    else:
        return None
    numbered = any(sorted(grades) == [*range(start, start + len(grades))] for start in (0, 1))
    sure = len({*grades}) < len(grades) or 0 in grades
    return _in_order(ranks, grades, text) if sure and not numbered else None


_LONGEST = 300  # signs


def _graded(one: Token) -> Token:
    return (
        one._replace(letter="g")
        if one.text == "rel" or (one.letter in "xN" and roles_of([one.text]) == frozenset({GRADES}))
        else one
    )


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
