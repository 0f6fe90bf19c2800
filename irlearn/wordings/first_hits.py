"""The ranks of the first relevant documents of several queries."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from irlearn.wordings.aside import harms
from irlearn.wordings.coded_ranks import in_words
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.explained import apart


class FirstHits(NamedTuple):
    """The rank of the first relevant document of each query; None where none was found."""

    ranks: tuple[int | None, ...]


_BESIDE = (
    r"\b(?:respectively|beziehungsweise|bzw|respectivement|respectivamente|rispettivamente)\b|\bder\s+reihe\s+nach\b"
    r"|\b(?:bei|for|für|pour|para|per|voor)\s+(?:the\s+|les\s+|las\s+|os\s+|le\s+|de\s+)?(?=(?:[0-9]+"
    r"|\w+)\s+(?:queries|anfragen|requêtes|consultas|richieste|zoekvragen)\b)"
)


def first_hits(text: str) -> FirstHits | None:
    """The ranks of the first relevant documents of several queries.

    >>> first_hits("first relevant at ranks 1, 3, None"), first_hits("rank 2 for q1, rank 5 for q2").ranks
    (FirstHits(ranks=(1, 3, None)), (2, 5))
    """
    if len(re.findall(r"第\s*[0-9]+\s*(?:个|個|篇|条)?\s*(?:相关|相關|正确|正確)", text)) > 1:
        return None  # the first and the second relevant document of one list
    text = re.sub(r"(?i)\b(rank|position|place)[\s_-]?(?=[0-9])", r"\1 ", re.sub(r"\s+/\s+", ", ", in_words(text)))
    text = re.sub(rf"(?i){_BESIDE}", " ", text)
    text = re.sub(
        r"(?i)\b(?:for|in|of)\s+(?:the\s+)?(?:first|second|third|fourth|fifth|last|[0-9]+(?:st|nd|rd"
        r"|th))(?:\s+(?:query|user|topic|question)|(?<=.)(?=\s*(?:[,;.]|$)))",
        " ",
        text,
    )
    text = re.sub(
        r"(?i)\b(?:no|kein(?:e|en)?|aucun\w*|ning[uú]n\w*|nessun\w*|nenhum\w*|geen)\s+(?:hits?|treffer"
        r"|resultado|résultat|relevant\w*(?: [a-z ]{1,30})?)\b"
        r"|\b(?:(?:is|was)\s+)?(?:not|nicht|niet|non|no|não|nao)\s+(?:at\s+all|found|retrieved|gefunden|gevonden|trovato"
        r"|trouvée?|encontrad[oa])\b",
        "none",
        text,
    )
    tokens = tokens_of(text)
    said = letters_of(tokens)
    if "oH" not in said and "oDH" not in said and "oW" not in said and not set(said) & set("SmM"):
        of_queries = re.fullmatch(
            "[HDW]*@?(?:qn[=@][no][&;]*){2,}|nq[=;&]*o(?:[&;]*[om])+[&;]*|[HDW]*@?(?:qn[HDW]*=?o[&;]*){2,}", said
        )
        if not of_queries:
            return None
    bare = re.sub("qn[HDW]+", "qn", said)
    if set(said) - set("oHDW@S=&;qnmM") or re.search("n[HDW]|(?<!qn)(?<!nq)=H|(?<!q)n=", bare):
        return None
    for chain in re.finditer("(?<![S@=])[nm](?:[&;]*[nm])*", re.sub("nq(?!n)", "..", said)):
        if any(one.letter == "n" and one.text.isalpha() for one in tokens[slice(*chain.span())]):
            return None  # one of them at rank 2
    if any(one.text in ("-", "–") and after.letter in "no" for one, after in pairwise(tokens)):
        return None  # -1 is no rank
    if any(tokens[one.start()].numbers != (1,) for one in re.finditer("o(?=[DW]?H)", said)):
        return None  # the second relevant document
    asked = re.search("nq(?!n)", said)
    queries = tokens[asked.start()].numbers[0] if asked else None
    labels = len(re.findall("qn", said)) if not asked else 0
    said = re.sub("qn|nq(?!n)|o(?=[DWH])|oS", lambda match: "." * len(match[0]), said)
    ranks: list[int | None] = []
    for letter, one in zip(said, tokens, strict=True):
        if letter in "no":
            ranks.append(one.numbers[0])
        elif letter in "mM":
            ranks.append(None)
    mixed = {"n", "o"} <= set(said)  # "first relevant at 3, second at 5"
    if len(ranks) < 2 or 0 in ranks or mixed or queries not in (None, len(ranks)) or labels not in (0, 1, len(ranks)):
        return None
    return FirstHits(tuple(ranks))


def hits_remarked(text: str) -> FirstHits | None:
    """A list of ranks in code whose remark says that they are those of first hits, and names the same.

    >>> hits_remarked("mrr([2, 1])  # first relevant at positions 2, 1"), hits_remarked("mrr([2, 1])  # a remark")
    (FirstHits(ranks=(2, 1)), None)
    """
    code, remarks = apart(text)
    lists = re.findall(r"[\[{]\s*((?:[0-9]{1,6}|None|null)(?:\s*,\s*(?:[0-9]{1,6}|None|null))*)\s*,?\s*[\]}]", code)
    if len(lists) != 1 or len(remarks) != 1 or len(re.findall("[0-9]+", code)) > len(re.findall("[0-9]+", lists[0])):
        return None
    if harms(code):
        return None
    said = first_hits(remarks[0])
    ranks = tuple(int(one) if one.isdigit() else None for one in re.findall(r"\w+", lists[0]))
    return said if said and said.ranks == ranks else None


_LABEL = (
    r"(?ix)\s*(?:[-*•]\s+|\#+\s*|//+\s*)?(?:(?:query|queries|user|topic|question|search|case|run|race|group|группа|sample|q|u|consulta"
    r"|requête|anfrage|"
    r"richiesta|запрос|truy\s+vấn|查询|問い合わせ|クエリ|쿼리|질의|검색어|사용자|用户|ユーザー?)\s*\#?\s*(?P<number>[0-9]{1,4})(?![0-9])"
    r"|(?P<item>[0-9]{1,3})[.)]\s*(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”|[^\W\d_]\w{0,20}(?=\s*[:→=-]))"
    r"|第\s*(?:[0-9]+|[一二三四五六七八九十])\s*(?:个|個)?(?:查询|用户|クエリ|の?クエリ)"
    r"|(?:(?:첫|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s*번째)(?=\s)"
    r"|(?:the\s+)?(?:first|second|third|fourth|fifth)\s+(?:query|user|question|topic))"
)
_STATED = (
    r"(?i)\s*(?:→|->|=>|⇒|=|:|≈|,|;|\()\s*(?:(?:rr|reciprocal\s+rank|1/rank|倒数排名|倒数|逆順位|역순위)\w*\s*(?:[=:≈]|is)?\s*)?"
    r"(?P<value>1\s*/\s*[0-9]{1,4}|[01]?\.[0-9]+"
    r"|[01](?:/[0-9]+)?)(?P<more>(?:\s*[=≈]\s*[01]?\.?[0-9]+)*)\s*\)?\s*[.;,。]?\s*"
)
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
    "첫": 1, "두": 2, "세": 3, "네": 4, "다섯": 5,
}  # fmt: skip
_RANK_SAID = (
    r"(?i)(?<![0-9A-Za-z.])(?:[0-9]{1,6}(?=\s*(?:st|nd|rd|th|位|番|번|위|名|등|º|ª|°|个|個|條|条|篇)|(?![\w.]))"
    r"|(?:first|second|third|fourth|fifth)(?=\s+(?:rank|place|position|result|spot))|(?:첫|두|세|네|다섯)(?=\s*번째))"
)
_LISTED = r"\[\s*([01](?:\s*,\s*[01])*)\s*\]"
_NEAR = Fraction(11, 1000)  # two digits, cut or rounded
_FEWEST = 2


def hits_by_line(text: str) -> FirstHits | None:
    r"""The rank of the first hit in a line for each query, whose reciprocal the line states: the two must agree.

    A rank 0 is a rank counted from 0 where all reciprocals say so.

    >>> hits_by_line("Query 1: [0, 1] → first relevant at rank 2 → 1/2\nQuery 2: [1, 0] → rank 1 → 1/1").ranks
    (2, 1)
    >>> hits_by_line("# Query 1: first relevant at rank 0 -> RR = 1.0\n# Query 2: at rank 1 -> RR = 0.5").ranks
    (1, 2)
    """
    lines = [line for line in text.replace("**", "").splitlines() if line.strip()]
    rows = [_line(line) for line in lines]
    found = [row for row in rows if row is not None]
    if len(found) < _FEWEST or len(found) < len(rows):
        return None
    for shift in (0, 1):
        ranks = [row.rank(shift) for row in found]
        if None not in ranks and len({row.number for row in found}) == len(found):
            return FirstHits(tuple(rank or None for rank in ranks))
    return None


class _Line(NamedTuple):
    """One line of a query: its number, the ranks that it names, the list in it, and the reciprocal that it states."""

    number: str
    named: frozenset[int]
    hits: tuple[int, ...] | None
    value: Fraction

    def rank(self, shift: int) -> int | None:
        """The rank where all that the line says agrees, 0 where there is none; None where it does not agree."""
        if self.value == 0:
            listed = not self.hits or 1 not in self.hits
            return 0 if listed and not self.named and not shift else None
        if len(self.named) > 1 or not (self.named or self.hits):
            return None
        first = self.hits.index(1) + 1 if self.hits and 1 in self.hits else 0
        rank = next(iter(self.named)) + shift if self.named else first
        if rank < 1 or abs(Fraction(1, rank) - self.value) > (_NEAR if self.value.denominator > 1 else 0):
            return None
        nearest = min((max(rank - 1, 1), rank, rank + 1), key=lambda one: abs(Fraction(1, one) - self.value))
        return rank if nearest == rank and (self.hits is None or first == rank) else None


def _line(line: str) -> _Line | None:
    label = re.match(_LABEL, line)
    rest = line[label.end() :] if label else ""
    stated = [one for one in re.finditer(_STATED, rest) if one.end() == len(rest)]
    if label is None or not stated:
        return None
    body, value = rest[: stated[0].start()], re.sub(r"\s", "", stated[0]["value"])
    listed = re.findall(_LISTED, body)
    body = re.sub(_LISTED, " ", body)
    body = re.sub(r"(?i)\b(?:order|ranking|ranked)\s*[:=]?\s*\[[^\[\]]*\]", " ", body)
    named = {_ORDINALS.get(word.lower()) or int(word) for word in re.findall(_RANK_SAID, body)}
    words = set(re.findall(r"[0-9]+", body)) - {str(one) for one in named}
    unfit = (
        len(listed) > 1
        or words
        or re.search(r"(?i)\b(?:last|before|after|second\s+relevant|not\s+at)\b|[\[\]{}]", body)
    )
    if unfit or re.search(r"\b0\s*/|/\s*0\b", value):
        return None
    hits = tuple(int(one) for one in re.findall("[01]", listed[0])) if listed else None
    return _Line(label["number"] or label["item"] or label[0].strip(), frozenset(named), hits, Fraction(value))
