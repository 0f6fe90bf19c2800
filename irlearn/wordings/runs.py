"""Ranks told in turn, as `the first two are relevant, the third is not`, and sentences that a clause makes plain."""

from __future__ import annotations

import re

from irlearn.errors import quoted
from irlearn.wordings.aside import harms, without_results
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.prose import of_prose
from irlearn.wordings.reading import MOST_OPEN, Reading

_PHRASES = (
    ((r"(?i)\b(?:первы[ей]|die\s+ersten|les|los|as|os|i)?\s*\b([0-9]+|zwei|drei|deux|trois|dos|tres|due|tre|dois|três)\s+"
     r"(?:premiers|premières|primeros|primeras|primi|primeiros)\b"), r" first \1 "),
    ((r"(?i)\b(?:первы[ей]|(?:die|den)\s+ersten|(?:les|los|las|os)\s+(?:premiers|premières|primeros|primeras|primeiros)|i\s+primi)\b"
     r"(?=\s+(?:[0-9]|zwei|drei|vier|deux|trois|dos|tres|due|tre|dois|três|два|две|три))"), " first "),
    ((r"(?i)\b(?:and\s+)?(?:the\s+)?(?:last|bottom|remaining|rest\s+of\s+the|other)\s+(?=(?:[0-9]|two|three|four|"
     r"five|six)\b)"), " following "),
    (r"(?i)\bdo(?:es)?\s+not\s+hit\b|\b(?:is\s+a\s+|is\s+)?miss(?:es|ed)?\b", " nonrelevant "),
    (r"(?i)\bдв[ае]\b", " two "), (r"(?i)\bтри\b", " three "),
    (r"(?i)\bперв(?:ый|ая|ое)\b", " 1st "), (r"(?i)\bвтор(?:ой|ая|ое)\b", " 2nd "),
    (r"(?i)\bтрет(?:ий|ья|ье)\b", " 3rd "), (r"(?i)\bчетв[её]рт(?:ый|ая|ое)\b", " 4th "),
    (r"(?i)\bпят(?:ый|ая|ое)\b", " 5th "),
    (r"(?i)\b(?:не|не\s)\s*релевант\w*", " nonrelevant "), (r"(?i)\bрелевант\w+", " relevant "),
    (r"(?i)\bчанк\w*", " documents "),
    (r"第\s*([0-9]+)\s*(?:个|個|篇|条|件|位)?|([0-9]+)\s*(?:番目|번째)", lambda found: f" {found[1] or found[2]}th "),
    (r"(?:前|最初の|처음|상위)\s*([0-9]+)\s*(?:个|個|篇|条|件|개)?", r" first \1 "),
    (r"不相关|不相關|无关|関連しない|不適合|무관|관련\s*없\w*", " nonrelevant "),
    (r"相关|相關|関連|適合|관련(?:\s*있\w*)?", " relevant "),
    ((r"(?i)\b(?:is|are|was|were)(?:n't|\s+not)(?=\s*(?:[.,;]|$|and\b|but\b))|\bne?\s+l'est\s+pas\b|\bno\s+lo\s+es\b|\bnão\s+é\b|\bnon\s+lo\s+è\b|"
     r"(?<=[0-9](?:st|nd|rd|th))\s+not?(?=\s*(?:[.,;]|$))|(?<=[0-9])\s+not(?=\s*(?:[.,;]|$))|\bist\s+es\s+nicht\b|\bist\s+nicht\b|"
     r"\bnicht(?=\s*(?:[.,;]|$))"), " nonrelevant "),
    (r"(?i)\b(?:is|are|was|were)(?=\s*(?:[.,;]|$))", " relevant "),
)  # fmt: skip
_SUBJECT = r"(?:An|Fn|E|o(?:&*o)*|S[nr](?:&*S?[nr])*|[nr](?:&*[nr])*)"
_CLAUSE = rf"({_SUBJECT})[DWGS]*=?([HNM])[DW]*"
_DEGREE = r"(?i)\b(?:highly|very|somewhat|partial\w*|partly|marginal\w*|fairly|teilweise|sehr|partiellement|muy)\b"
_LENGTH = r"(?i)\(?\b(?:k\s*=\s*|top[\s-])([0-9]{1,4})\b\)?:?"
_FEWEST = 2


def of_turns(text: str) -> Reading | None:
    """Ranks told in turn, from the first down, each relevant or not.

    >>> of_turns("the first two chunks are relevant, the third is not").grades
    (1, 1, 0)
    """
    body = re.sub(r"(?m)^\s*[-*•]\s+", "", text.replace("**", ""))
    lengths = {int(number) for number in re.findall(_LENGTH, body)}
    if len(lengths) > 1 or re.search(_DEGREE, body):
        return None
    length = next(iter(lengths), None)
    body = re.sub(_LENGTH, " ", body)
    for pattern, word in _PHRASES:
        body = re.sub(pattern, word, body)
    if re.search("[不没無无非]|ない|なし|없|않", body):
        return None
    kept = []
    for one in tokens_of(body):
        if one.letter == "x" or one.letter in "E!":
            following = one.text in ("following", "next", "folgenden", "suivants", "siguientes")
            if one.letter == "E" and not following:
                kept.append(one)
                continue
            if not following and (one.letter != "x" or harms(one.text) or not one.text.isalpha()):
                return None
            kept += [one._replace(letter="F")] if following else []
        else:
            kept.append(one)
    said = letters_of(kept)
    if set(said) - set("AFEnorDWGS=HN&;") or not re.fullmatch(rf"[DWG&;=]*{_CLAUSE}(?:[&;]+{_CLAUSE})+[&;]*", said):
        return None
    if re.match(r"[DWG&;=]*[nr]", said):
        return None  # of which no word says that they are ranks
    told: dict[int, int] = {}
    for turn in re.finditer(_CLAUSE, said):
        who = [number for one in kept[slice(*turn.span(1))] for number in one.numbers]
        if turn[1] == "E":
            who = [rank for rank in range(1, (length or 0) + 1) if rank not in told]
        elif turn[1][0] in "AF":
            if (turn[1][0] == "A") == bool(told) or not 0 < who[0] <= MOST_OPEN:
                return None
            who = [*range(max(told, default=0) + 1, max(told, default=0) + who[0] + 1)]
        if not who or set(who) & set(told):
            return None
        told |= dict.fromkeys(who, int(turn[2] == "H"))
    grades = [told[rank] for rank in sorted(told)]
    if sorted(told) != [*range(1, len(told) + 1)] or length not in (None, len(told)) or len(set(grades)) < _FEWEST:
        return None
    if length is not None:
        return Reading(tuple(grades))
    others = tuple(Reading((*grades, *[0] * more)) for more in (1, MOST_OPEN))
    doubt = f"the wording {quoted(text.strip())} leaves open how long the list is; write it, such as '3 results: 1 1 0'"
    return Reading(tuple(grades), others=others, doubt=doubt)


def of_stated(text: str) -> Reading | None:
    """A sentence of ranks that reads plainly without its comment signs, results and other words for relevant.

    >>> of_stated("# Total relevant = 2, correct at ranks: 1 (P@1=1.0), 4 (P@4=2/4)").grades
    (1, 0, 0, 1)
    >>> of_stated("Two relevant documents appear at ranks 1 and 3 out of R = 2").relevant
    2
    """
    body = re.sub(r"(?m)^\s*(?:#+|//+|--|[-*•>])\s+", "", text.replace("**", "")).strip()
    body = re.sub(r"(?i)\(\s*(?:p|prec|precision)\s*@\s*[0-9]+\s*[=:≈][^()]*\)", "", without_results(body))
    body = re.sub(r"(?i)\s*,?\s*(?:out\s+of|with|of)\s+(?:a\s+total\s+of\s+)?R\s*=\s*(?=[0-9])", "; R = ", body)
    body = re.sub(
        r"(?i)^(?:(?:system|engine|run|method)?\s*[A-Z]|it|(?:the|our)\s+(?:system|engine|run|retriever))\s+(?:retrieves|finds|hits|has\s+hits)"
        r"\s+(?=at\s+(?:the\s+)?(?:ranks?|positions?)\s+[0-9])",
        "relevant documents ",
        body,
    )
    body = re.sub(
        r"(?<!\w)(?:\|?R\|?|[Rr]elevant(?:\s+(?:documents|docs|items|set))?)\s*[=:]\s*\{([^{}:=]+)\}\s*[.,;]?",
        lambda found: f"{len({*found[1].replace(' ', '').split(',')})} relevant in all; ",
        body,
    )
    chosen = re.fullmatch(
        r"(?i)(?:the\s+)?(?:user|customer|reader)?\s*[A-Z0-9]*\s*(?:은|는|이|가)?\s*(?:(?:clicked|clicks|chose|liked|likes|bought|selected|picked)"
        r"(?:\s+on)?\s+(?:only\s+)?(?:the\s+)?)?"
        r"(?P<ranks>[0-9]+(?:st|nd|rd|th)?(?:\s*(?:,\s*and|,|and|과|와)\s*[0-9]+(?:st|nd|rd|th)?)*)\s*(?P<th>번째)?\s*"
        r"(?P<rest>(?:items?|results?|documents?|contents?|links?|(?:컨텐츠|콘텐츠|문서|아이템|상품|영화|결과)(?:를|을)?\s*"
        r"(?:선택|클릭|구매|좋아)[가-힣]*)?)(?P<of>\s+of\s+(?:the\s+)?[0-9]+(?:\s+\w+)?)?\.?",
        body,
    )
    if chosen and chosen["rest"]:
        ranks = re.findall(r"[0-9]+", chosen["ranks"])
        english = re.search(r"(?i)\b(?:clicked|clicks|chose|liked|likes|bought|selected|picked)\b", body)
        ordinal = chosen["th"] or len(re.findall(r"[0-9](?:st|nd|rd|th)", chosen["ranks"])) == len(ranks)
        korean = re.search("선택|클릭|구매|좋아", chosen["rest"])
        if ordinal and (english or korean) and not re.search("않|안 ", body):
            body = f"relevant documents at ranks {', '.join(ranks)}{chosen['of'] or ''}"
    return of_prose(body) if body != text.strip() else None
