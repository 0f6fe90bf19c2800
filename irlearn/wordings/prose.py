"""Wordings in prose: the ranks of the relevant documents, counts, and the ranks of first hits."""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.spelling import MOST_RANKS
from irlearn.wordings.lexicon import NUMBERS, ORDINALS, joined
from irlearn.wordings.negatives import with_true_negatives
from irlearn.wordings.reading import MOST_OPEN, Reading, hits_among

_N = rf"(?:[0-9]{{1,6}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_ORDINAL = (
    rf"(?:[0-9]{{1,6}}\s*(?:st|nd|rd|th|er|e|º|ª|\.)?(?![\w%/]|\.[0-9])(?!\s+(?:relevant|items?|docs?|documents?|in\s+all))"
    rf"|{'|'.join(ORDINALS)})"
)
_JOIN = r"(?:\s*[,;&]\s*(?:and\s+)?|\s+(?:and|und|et|y|e|и)\s+|\s+)"
_LIST = rf"{_ORDINAL}(?:{_JOIN}{_ORDINAL})*"
_PLACES = (
    r"(?:ranks?|positions?|places?|posiciones|posición|posição|posições|posizioni|posizione|rangs?|ränge|rängen|platz|"
    r"plätzen|plätze|позициях|позиции|местах|順位|순위|位置)"
)
_HITS = r"(?:relevant|relevante|relevantes|relevanten|pertinents?|rilevanti|hits?|correct|gold|релевантные|релевантны)"
_THINGS = (
    r"(?:documents?|docs?|items?|results?|pages?|memories|entries|ones|products?|movies|books|articles|papers|answers?|"
    r"passages?|images?|recommendations?|documentos|dokumente|documenti|suggestions)"
)
_GOT = r"(?:returns?|returned|retrieves?|retrieved|recommends?|recommended|shows?|shown|finds|predicts?|outputs?|lists|gives)"  # noqa: E501
_IN_ALL = r"(?:in\s+all|in\s+total|total|altogether|overall|in\s+the\s+(?:whole\s+)?(?:collection|corpus|catalog(?:ue)?|database)|exist)"  # noqa: E501
_OUT_OF = rf"(?:\s*,?\s*(?:out\s+)?of\s+(?:the\s+)?(?:(?:top|first)[\s-]+)?(?P<n>{_N})(?![\w%])(?:\s+{_THINGS})?)?"
_AT = (
    rf"(?:(?:at|in|on|an|auf|en|in|aux|alle|на)\s+)?(?:the\s+|den\s+|las\s+|los\s+|les\s+|le\s+)?{_PLACES}\s*(?:numbers?\s*|of\s+(?:the\s+)?{_HITS}\s+(?:{_THINGS}\s*)?)?(?:are|is|[:=])?\s*[\[(]?\s*"
    rf"(?P<places>{_LIST})\s*[\])]?(?:\s+{_PLACES})?{_OUT_OF}"
)
_ORDINALS_AT = (
    rf"(?:the\s+)?(?P<places>(?:[0-9]{{1,6}}(?:st|nd|rd|th)|{'|'.join(ORDINALS)})(?:{_JOIN}(?:the\s+)?(?:[0-9]{{1,6}}(?:st|nd|rd|th)|{'|'.join(ORDINALS)}))*)"
    rf"(?=\s+(?:{_THINGS}|{_PLACES}|are|is|of|retrieved|$)|\s*[.,;]|\s*$)(?:\s+{_PLACES}|\s+{_THINGS})?{_OUT_OF}"
)
_BARE_AT = rf"{_HITS}\s+(?:{_THINGS}\s+)?(?:(?:are|is|were)\s+)?(?:at|in|on)\s*:?\s*[\[(]?\s*(?P<places>{_LIST})\s*[\])]?{_OUT_OF}"  # noqa: E501
_LENGTH = (
    rf"(?:out\s+of|of|among|in|from)\s+(?:the\s+|a\s+)?(?:(?:list|ranking)\s+of\s+)?(?:top|first|its\s+top)?[\s-]*(?P<n>{_N})(?![\w%])(?:\s+(?:{_THINGS}|{_GOT}))*",
    rf"\btop[\s-]*(?P<n>{_N})(?![\w%])(?:[\s-]+(?:list|{_THINGS}))?",
    rf"\b{_GOT}\s+(?:exactly\s+)?(?:(?:a\s+)?(?:list|ranking)\s+of\s+)?(?:its\s+)?(?:top\s+)?(?P<n>{_N})(?![\w%])(?:\s+(?:ranked\s+)?{_THINGS})?",
    rf"\b(?:list|ranking)\s+of\s+(?:length\s+)?(?P<n>{_N})(?![\w%])(?:\s+{_THINGS})?",
    rf"\b(?P<n>{_N})\s+(?:{_THINGS}\s+)?(?:(?:are|were|is|was)\s+)?(?:retrieved|returned|recommended|shown)\b",
    rf"\blength\s*(?:of|[:=])?\s*(?P<n>{_N})(?![\w%])",
)
_TOTAL = (
    rf"(?:(?:there\s+are|out\s+of|of|with|has|exactly|only|a\s+total\s+of|in\s+(?:all|total)\s*,?)\s+)*(?P<n>{_N})\s+(?:of\s+them\s+)?(?:(?:are|is)\s+)?(?:{_THINGS}\s+(?:are\s+|is\s+)?)?relevant(?:\s+{_THINGS})?(?:\s+{_IN_ALL})?",
    rf"\brelevant\s+(?:{_THINGS}\s+)?{_IN_ALL}\s*(?:is|are|[:=])?\s*(?P<n>{_N})(?![\w%])",
    rf"\b{_IN_ALL}\s+relevant\s*(?:{_THINGS})?\s*(?:is|are|[:=])?\s*(?P<n>{_N})(?![\w%])",
    rf"\bR\s*=\s*(?P<n>{_N})(?![\w%])",
)
_FILLER = re.compile(
    rf"""(?ix)(?:[\s.,;:()\[\]…]|\b(?:the|a|an|are|is|was|were|at|in|on|and|with|its|system|systems|search|
    engine|we|there|
    have|has|only|which|that|of|list|ranking|model|retriever|recommender|user|query|for|one|single|exactly|found|appear|
    appears|appearing|stand|occur|ranked|retrieved|position|rank|first|this|these|our|los|las|les|el|la|die|der|sont|
    están|sind|son|{_THINGS[3:-1]}|{_HITS[3:-1]}|{_IN_ALL[3:-1]})\b)*"""
)
_NEGATIVE = re.compile(r"(?i)\b(?:not|non|no|never|except|without|un\w+|irr\w+|missed|non-\w+|nicht|but)\b")


def number_of(word: str) -> int:
    """A number written in digits, as a word, or as an ordinal.

    >>> number_of("3rd"), number_of("four"), number_of("second")
    (3, 4, 2)
    """
    digits = re.match("[0-9]+", word)
    low = word.lower().strip(" .")
    return int(digits[0]) if digits else NUMBERS.get(low, ORDINALS.get(low, 0))


def _take(patterns: tuple[str, ...], body: str) -> tuple[int | None, str]:
    """The one number that a pattern finds, and the text without it; None where none does, or two that differ."""
    found: list[int] = []
    for pattern in patterns:
        found += [number_of(match["n"]) for match in re.finditer(pattern, body, re.IGNORECASE)]
        body = re.sub(pattern, " ", body, flags=re.IGNORECASE)
    return (found[0] if len(set(found)) == 1 else None), body if len(set(found)) < 2 else "¦"


def total_behind(text: str) -> tuple[str, int | None]:
    """A wording without the number of relevant documents at its end, and that number.

    >>> total_behind("R N R (4 relevant in all)"), total_behind("[1, 0]; R = 3"), total_behind("1 0 relevant 3")
    (('R N R', 4), ('[1, 0]', 3), ('1 0 relevant 3', None))
    """
    match = re.search(r"^(?P<head>.+?)\s*[,;.(\n]\s*(?P<tail>[^,;.()\[\]{}\n]{3,60})\)?\s*\.?$", text, re.DOTALL)
    for pattern in _TOTAL if match else ():
        told = re.fullmatch(pattern, match["tail"].strip(), re.IGNORECASE) if match else None
        if match and told:
            return match["head"], number_of(told["n"])
    return text, None


def of_places(text: str) -> Reading | None:
    """The ranks of the relevant documents in prose, with or without the list's length and how many are relevant.

    >>> of_places("the 1st, 3rd and 4th of 6 results are relevant").grades
    (1, 0, 1, 1, 0, 0)
    >>> of_places("hits at ranks 1 and 4, 3 relevant items").relevant
    3
    """
    body = joined(" ".join(text.split()))
    if _NEGATIVE.search(body) or not re.search(rf"(?i)\b(?:{_HITS})", body):
        return None
    first = re.search(r"(?i)\bfirst\s+(?:relevant|hit|correct)", body) is not None
    places: list[int] = []
    beside: int | None = None
    bare = False
    rest = body
    for pattern in (_AT, _BARE_AT, _ORDINALS_AT):
        matches = list(re.finditer(pattern, rest, re.IGNORECASE))
        if pattern is _ORDINALS_AT and first:
            continue
        if matches and len(matches) == 1 and not places:
            words = re.findall(rf"[0-9]+|{'|'.join(ORDINALS)}", matches[0]["places"], re.IGNORECASE)
            places = [number_of(word) for word in words]
            beside = number_of(matches[0]["n"]) if matches[0]["n"] else None
            kept = " relevant " if pattern is _BARE_AT else " "
            bare = pattern is _BARE_AT and "[" not in matches[0][0] and "(" not in matches[0][0]
            rest = rest[: matches[0].start()] + kept + rest[matches[0].end() :]
        elif matches:
            return None
    if not places:
        return None
    total, rest = _take(_TOTAL, re.sub(r"(?i)\b(?:(?:a|the)\s+)?(?:single|only one|only)\s+(?=relevant)", "1 ", rest))
    length, rest = _take(_LENGTH, rest)
    if not _FILLER.fullmatch(rest) or (length and beside and length != beside):
        return None
    if bare and not (length or beside):  # "relevant at 1, 3" is asked back in the words of the plain notation
        return None
    return _at(places, length or beside, total, first=first, text=text)


def _at(places: list[int], length: int | None, total: int | None, *, first: bool, text: str) -> Reading:
    named = quoted(text.strip())
    last = length or max(places)
    if last > MOST_RANKS:
        raise InputError(f"the ranking {named} has {last} ranks; the longest that is read is {MOST_RANKS}")
    for place in places:
        if not 1 <= place <= last:
            raise InputError(f"the ranking {named} names rank {place}; ranks go from 1 to {last}")
        if places.count(place) > 1:
            raise InputError(f"the ranking {named} names rank {place} twice")
    if total is not None and total < len(places):
        raise InputError(f"the ranking {named} names {len(places)} ranks, but {total} relevant in all")
    grades = [int(rank in set(places)) for rank in range(1, last + 1)]
    others = []
    if not length:
        others = [Reading((*grades, *[0] * more), relevant=total) for more in (1, MOST_OPEN)]
    if first and total is None:
        rest = last - max(places)
        others.append(Reading((*grades[: max(places)], *[1] * (rest or 1)), relevant=None))
    one = ", ".join(map(str, places))
    doubt = (
        f"the ranking {named} leaves open how long the list is, or what else in it is relevant; "
        f"write 'relevant at {one} of 10; {max(total or 0, len(places))} relevant in all', with your numbers"
    )
    return Reading(tuple(grades), relevant=total, others=tuple(others), doubt=doubt)


# counts

_COUNTED = (
    ("tp", r"tp|true[\s_-]?positives?"),
    ("fp", r"fp|false[\s_-]?positives?"),
    ("fn", r"fn|false[\s_-]?negatives?"),
    ("tn", r"tn|true[\s_-]?negatives?"),
)


def of_counts(text: str) -> Reading | None:
    """Counts alone: TP, FP and FN, or how many are relevant among those retrieved.

    >>> of_counts("TP 1, FP 1, FN 2").grades, of_counts("TP 1, FP 1, FN 2").relevant
    ((1, 0), 3)
    >>> of_counts("8 relevant, 10 nonrelevant, 20 in all").relevant
    20
    """
    body = joined(" ".join(text.split()))
    counts: dict[str, int] = {}
    for name, pattern in _COUNTED:
        ahead = rf"(?i)(?<![\w.])(?P<n>[0-9]{{1,6}})\s+(?:{pattern})\b"
        match = re.search(
            rf"(?i)\b(?:{pattern})\b\s*\)?\s*[:=]?\s*(?P<n>[0-9]{{1,6}})(?![\w.%])(?!\s+(?:true|false))", body
        )
        match = re.search(ahead, body) if re.match(r"\s*[0-9]", text) else match
        match = match or re.search(ahead, body)
        if match:
            counts[name] = int(match["n"])
            body = body[: match.start()] + body[match.end() :]
    if counts:
        if not re.fullmatch(r"(?i)(?:[\s,;.(){}]|\band\b)*", body) or not {"tp", "fp"} <= set(counts):
            return None
        read = hits_among(
            counts["tp"], counts["tp"] + counts["fp"], counts["tp"] + counts["fn"] if "fn" in counts else None, text
        )
        return with_true_negatives(read, counts.get("tn"))
    return _retrieved(body, text)


_NOT_HITS = r"(?:nonrelevant|non-relevant|not-relevant|irrelevant)"
_RETRIEVED = (
    rf"(?P<hits>{_N})\s+relevant(?:\s+{_THINGS})?\s*(?:,|and|;)\s*(?:and\s+)?(?P<misses>{_N})\s+{_NOT_HITS}(?:\s+{_THINGS})?",
    rf"(?P<hits>{_N})\s+relevant\s+(?:{_THINGS}\s+)?(?:(?:are|were|is|was)\s+)?(?:retrieved|found|returned)(?!\s+(?:in|among))",
    rf"(?P<hits>{_N})\s+relevant\s+(?:{_THINGS}\s+)?(?:out\s+of|among)\s+(?:the\s+)?(?:(?:first|top)\s+)?(?P<again>{_N})(?:\s+(?:{_THINGS}|retrieved))*",
    rf"(?P<hits>{_N})\s+out\s+of\s+(?:the\s+)?(?:(?:first|top)\s+)?(?P<again>{_N})\s+(?:{_THINGS}\s+)?(?:(?:are|is|were)\s+)?relevant",
    rf"(?P<hits>{_N})\s+(?:of\s+(?:the|these|those|them|its)(?:\s+(?:first|top))?\s*(?P<again>{_N})?\s*(?:{_THINGS}\s+)?(?:retrieved\s+)?)(?:(?:are|is|were)\s+)?{_HITS}",
    rf"(?P<hits>{_N})\s+(?:(?:are|of\s+them)\s+)?(?:relevant\s+(?:{_THINGS}\s+)?)?(?:(?:were|are|was|is)\s+)?(?:appears?|found|retrieved)\s+(?:in|among)\s+(?:the\s+)?top[\s-]*(?P<again>{_N})(?![\w%])",
)
_HITS_BEHIND = rf"(?P<hits>{_N})\s+(?:of\s+them\s+)?(?:are|were|is|was)\s+relevant(?!\s+(?:{_IN_ALL}|in\b|to\b))"


def _retrieved(body: str, text: str) -> Reading | None:
    behind = [re.search(pattern, body, re.IGNORECASE) for pattern in _LENGTH]
    told = [match.end() for match in behind if match]
    for pattern in (*_RETRIEVED, _HITS_BEHIND):
        if pattern == _HITS_BEHIND and (not told or len(re.findall(r"(?i)\brelevant", body)) > 2):
            continue
        match = re.search(pattern, body, re.IGNORECASE)
        if not match or (pattern == _HITS_BEHIND and match.start() < min(told)):
            continue
        rest = body[: match.start()] + " " + body[match.end() :]
        hits, groups = number_of(match["hits"]), match.groupdict()
        if groups.get("misses"):
            length: int | None = hits + number_of(match["misses"])
            all_of, rest = _take((*_TOTAL, rf"(?P<n>{_N})\s+{_IN_ALL}"), rest)
            if all_of == length and not re.search(r"(?i)relevant", body[match.end() :]):
                raise InputError(
                    f"the wording {quoted(text.strip())} leaves open whether {length} is the length of the list or "
                    f"the number of relevant documents; write '{length} retrieved' or '{length} relevant in all' at the end"  # noqa: E501
                )
        else:
            total, rest = _take(_TOTAL, rest)
            all_of = total
            length, rest = _take(_LENGTH, rest)
            again = number_of(match["again"]) if groups.get("again") else None
            if length and again and length != again:
                return None
            length = length or again
        if length is None or not _FILLER.fullmatch(re.sub(r"(?i)\b(?:them|by|what|retrieves|memory)\b", " ", rest)):
            return None
        return hits_among(hits, length, all_of, text)
    return None


_QUALITY = r"(?i)\b{name}(?:\s*@\s*(?P<k>[0-9]{{1,4}}))?\s*(?:is|of|[:=])?\s*(?P<n>[0-9]{{1,5}}/[0-9]{{1,5}}|[0-9]{{0,3}}\.?[0-9]{{1,6}}%?)(?![\w/%])(?!\.[0-9])"  # noqa: E501


def of_quality(text: str) -> Reading | None:
    """Precision and recall, of which F can be worked out.

    >>> read = of_quality("P = 0.5, R = 0.25")
    >>> read.grades, read.relevant
    ((1, 0), 4)
    """
    body = " ".join(text.split())
    found = []
    cutoffs = set()
    for name in (r"(?:precision|prec|p)", r"(?:recall|rec|r)"):
        match = re.search(_QUALITY.format(name=name), body)
        if not match or match["n"].endswith("/0"):
            return None
        share = match["n"].endswith("%")
        found.append(Fraction(match["n"].rstrip("%")) / (100 if share else 1))
        cutoffs.add(match["k"])
        body = body[: match.start()] + body[match.end() :]
    if not re.fullmatch(r"(?i)(?:[\s,;.]|\b(?:and|the|a|system|has|with)\b)*", body) or len(cutoffs) > 1:
        return None
    precision, recall = found
    cutoff = cutoffs.pop()
    if not (0 < precision <= 1 and 0 < recall <= 1):
        return None
    hits = precision * int(cutoff) if cutoff else Fraction(lcm(precision.numerator, recall.numerator))
    length, total = hits / precision, hits / recall
    if hits.denominator > 1 or total.denominator > 1 or max(length, total) > MOST_RANKS:
        raise InputError(
            f"the wording {quoted(text.strip())} fits no whole numbers of documents; write the counts, "
            "such as 'TP 3, FP 2, FN 1'"
        )
    read = hits_among(int(hits), int(length), int(total), text)
    return Reading(
        read.grades, relevant=read.relevant, others=read.others, doubt=read.doubt, cutoff=int(cutoff or 0) or None
    )


# first hits


class FirstHits(NamedTuple):
    """The rank of the first relevant document of each query; None where none was found."""

    ranks: tuple[int | None, ...]


_MISS = frozenset(("none", "miss", "missing", "null", "nan", "-", "–", "inf", "∞", "✗", "nil", "n/a", "na"))
_MISSED = r"(?i)\b(?:not\s+found|not\s+retrieved|no\s+hit|no\s+relevant(?:\s+(?:document|result|answer))?(?:\s+(?:found|retrieved))?)\b"  # noqa: E501
_AROUND = re.compile(
    r"""(?ix)(?:\b(?:first|the|relevant|correct|hit|hits|answer|answers|document|documents|result|results|
    item|items|of|is|are|
    was|were|at|in|on|ranks?|positions?|places?|for|found|and|its|query|queries|q|user|users|topic|topics|
    each|three|two|
    four|five|appears?|with|ranked)\b|[\[\](){}:=,;|.\n]|\#)"""
)


def first_hits(text: str) -> FirstHits | None:
    """The ranks of the first relevant documents of several queries.

    >>> first_hits("first relevant at ranks 1, 3, None"), first_hits("rank 2 for q1, rank 5 for q2").ranks
    (FirstHits(ranks=(1, 3, None)), (2, 5))
    """
    body = re.sub(_MISSED, " none ", text)
    said = re.search(
        r"(?i)\b(?:ranks?|positions?|places?|first)\b|(?:^|[\s,;\[(:])(?:none|miss|nan|null|∞)(?:$|[\s,;\])])", body
    )
    if not said or re.search(r"(?i)\b(?:[0-9]+\s+(?:relevant|results|documents)|grades?|scores?|top|out of)\b", body):
        return None
    asked = re.search(
        r"(?i)\b(?:for|over|of)\s+(?:the\s+)?([0-9]{1,4}|two|three|four|five|six)\s+(?:queries|users|topics|questions)\b",
        body,
    )
    if asked:
        body = body[: asked.start()] + " " + body[asked.end() :]
    body = re.sub(r"(?i)\b(?:query|user|topic|q|u)[\s#_]*[0-9]{1,4}\b", " ", body)
    words = _AROUND.sub(" ", body).split()
    ranks: list[int | None] = []
    for word in words:
        word = re.sub(r"(?<=[0-9])(?:st|nd|rd|th)$", "", word)
        if word.lower() in _MISS:
            ranks.append(None)
        elif re.fullmatch("[0-9]{1,9}", word) and int(word) > 0:
            ranks.append(int(word))
        else:
            return None
    if len(ranks) < 2 or (asked and number_of(asked[1]) != len(ranks)):
        return None
    return FirstHits(tuple(ranks))
