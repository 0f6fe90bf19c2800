"""Counts of right and wrong documents, and precision with recall, of which F is worked out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import lcm

from irlearn.errors import InputError, quoted
from irlearn.spelling import MOST_RANKS
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.negatives import with_true_negatives
from irlearn.wordings.prose import Facts, counted
from irlearn.wordings.reading import Reading, hits_among


def of_outcomes(text: str) -> Reading | None:
    """True and false positives and negatives.

    >>> of_outcomes("TP 1, FP 1, FN 2").grades, of_outcomes("2 true positives and 1 false positive").grades
    ((1, 0), (1, 1, 0))
    """
    read = _with_sums(text)
    if read is not None:
        return read
    tokens = [one for one in tokens_of(text) if one.letter not in "&;="]
    said = letters_of(tokens)
    if said in ("HnunMn", "nHnunM"):  # hits, false alarms, misses
        said = said.translate({ord("H"): "t", ord("M"): "v"})
    if not re.fullmatch("(?:[tuvw]n){2,4}|(?:n[tuvw]){2,4}", said):
        return None
    numbers = [one.numbers[0] for one in tokens if one.letter == "n"]
    names = [letter for letter in said if letter != "n"]
    counts = dict(zip(names, numbers, strict=True))
    if len(counts) < len(names) or "t" not in counts:
        return None
    read = counted(Facts(hits=counts["t"], misses=counts.get("u"), missed=counts.get("v")), text)
    return with_true_negatives(read, counts.get("w"))


_NAMES = (
    (r"(?i)\btrue[\s_-]?positives?\b", "TP"), (r"(?i)\bfalse[\s_-]?positives?\b|\bfalse[\s_-]alarms?\b", "FP"),
    (r"(?i)\bfalse[\s_-]?negatives?\b", "FN"), (r"(?i)\btrue[\s_-]?negatives?\b", "TN"),
    (r"\b([TF][PN])s\b", r"\1"), (r"\b([TF][PN])\s*\([^()\d]{0,60}\)(?=\s*[=:])", r"\1"),
    (r"(?i)\(?\b(?:threshold|cut-?off|umbral|schwelle|seuil|soglia|limiar)\s*(?:of|de|=|:)?\s*`?0?\.[0-9]+`?\)?", " "),
    ((r"(?<![\w.,/=])([0-9]{1,6})\s+(?:[^\W\d]+\s+){0,2}?\(?([TF][PN])\b\)?(?!\s*[=:]?\s*[0-9])"), r" \2 = \1 "),
)  # fmt: skip
_OUTCOME = r"(?<![\w.])([TF][PN])\s*[=:]\s*([0-9]{1,6})\b(?!\s*[./%]?[0-9])"


def _with_sums(text: str) -> Reading | None:
    """Outcomes in a sentence whose other numbers, if any, are sums of them."""
    if len(text) > _LONGEST:
        return None
    for pattern, word in _NAMES:
        text = re.sub(pattern, word, text)
    pairs = re.findall(_OUTCOME, text)
    rest = re.sub(_OUTCOME, " ", text)
    many = {name.lower(): int(number) for name, number in pairs}
    sums = {
        sum(many.get(name, 0) for name in names) for names in (("tp", "fp"), ("tp", "fn"), ("tp", "fp", "fn", "tn"))
    }
    if len(pairs) < 2 or len(many) < len(pairs) or harms(rest):
        return None
    if re.search(r"\b[TF][PN]\b|[%{}\[\]?]|[0-9]\s*[.,/*]\s*[0-9]|[0-9]\s*[-+]\s*[0-9]", rest):
        return None
    listed = ", ".join(f"{name} {number}" for name, number in pairs)
    told = re.search(r"[^\W\d_]{2}", rest) or re.search("[0-9]", rest) or text.strip(" #/*-;.:") != listed
    return of_outcomes(listed) if told and {int(number) for number in re.findall("[0-9]+", rest)} <= sums else None


_LONGEST = 600  # signs


def of_quality(text: str) -> Reading | None:
    """Precision and recall, of which F can be worked out.

    >>> read = of_quality("P = 0.5, R = 0.25")
    >>> read.grades, read.relevant
    ((1, 0), 4)
    """
    body = re.sub(r"(?<![\d.,/])([01]),([0-9]{1,6})(?![\d,/])", r"\1.\2", text)
    body = re.sub(
        r"(?i)(?<![\w.])([pr])(?=\s*(?:@\s*[0-9]+\s*)?(?:[:=]|is\b)|\s+(?:of\s+)?(?:[0-9]+(?:\.[0-9]+)?\s?%|[01]?\.[0-9]|[0-9]+/[0-9]))",
        lambda m: {"p": "precision", "r": "recall"}[m[1].lower()],
        body,
    )
    body = re.sub(_TWICE, _exact, re.sub(r"(?m)^\s*(?:#+|//+|--|[-*•])\s+", "", body))
    tokens = [one for one in tokens_of(body) if one.letter not in "&;=O"]
    said = letters_of(tokens)
    cutoffs = {one.numbers for before, one in pairwise(tokens) if before.letter == "@" and one.letter == "n"}
    said = re.sub("@n|(?<=[dn])@|@(?=[YZ])", lambda m: "." * len(m[0]), said)
    kept = [(letter, one) for letter, one in zip(said, tokens, strict=True) if letter != "."]
    row = "".join(letter for letter, _ in kept)
    if len(cutoffs) > 1 or not re.fullmatch("[YZ][dn][YZ][dn]|[dn][YZ][dn][YZ]|YZ[dn]{2}|ZY[dn]{2}", row):
        return None
    names = [letter for letter in row if letter in "YZ"]
    words = [one.text for letter, one in kept if letter in "dn"]
    shares = {name: (_share(word) or Fraction(0), _room(word)) for name, word in zip(names, words, strict=True)}
    if len(shares) < 2:
        return None
    (precision, room), (recall, off) = shares["Y"], shares["Z"]
    if max(precision, recall) > 1 or not precision * recall:
        raise InputError(
            f"the wording {quoted(text.strip())} has a precision and a recall that no list has both; each lies from 0 "
            "to 1, and F is worked out of two above 0, such as 'P = 0.6, R = 0.5'"
        )
    return of_shares([precision, room, recall, off], next(iter(cutoffs))[0] if cutoffs else None, text)


_TWICE = (
    r"(?P<share>(?<![\w./])[0-9]+\s*/\s*[0-9]+)\s*[=≈]\s*(?P<value>[0-9]*\.?[0-9]+%?)(?![\w/])"
    r"|(?<![\w./])(?P<ahead>[0-9]*\.?[0-9]+%?)\s*\(\s*(?P<behind>[0-9]+\s*/\s*[0-9]+)(?:\s+[^\W\d_]+){0,3}\s*\)"
)


def _exact(found: re.Match[str]) -> str:
    """The fraction of a share that is said as a fraction and as a decimal of it; both where they differ."""
    share = re.sub(r"\s", "", found["share"] or found["behind"])
    value = found["value"] or found["ahead"]
    exact, near = _share(share), _share(value)
    return share if None not in (exact, near) and abs(exact - near) <= _room(value) else found[0]  # type: ignore[operator]


def _share(word: str) -> Fraction | None:
    try:
        return Fraction(word.rstrip("%")) / (100 if word.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        return None


def _room(word: str) -> Fraction:
    """How far a share may lie from a decimal, or a percentage, that it was rounded to."""
    places = len(word.rstrip("%").partition(".")[2]) + 2 * word.endswith("%")
    return Fraction(1, 2 * 10**places) if places else Fraction(0)


def of_shares(stated: Sequence[Fraction], cutoff: int | None, text: str) -> Reading:
    """The fewest documents that have a stated precision and recall, each followed by how far it may be rounded.

    Where no list that is read has both, those are taken that round to them; where none that is read down to the cutoff
    does, those of a longer list, and `uncut` keeps the cutoff: what is made of precision and recall alone is the same.

    >>> read = of_shares([Fraction("0.667"), Fraction(1, 2000), Fraction("0.571"), Fraction(1, 2000)], None, "")
    >>> read.grades, read.relevant
    ((1, 1, 1, 1, 0, 0), 7)
    """
    precision, _, recall, _ = stated
    hits = precision * cutoff if cutoff else Fraction(lcm(precision.numerator, recall.numerator))
    length, total = hits / precision, hits / recall
    if hits.denominator > 1 or total.denominator > 1 or max(length, total) > MOST_RANKS:
        found = _rounding_to(stated, cutoff)
        if found is None and cutoff:
            return replace(of_shares(stated, None, text), uncut=cutoff)
        if found is None:
            raise InputError(
                f"the wording {quoted(text.strip())} fits no whole numbers of documents; write the counts, "
                "such as 'TP 3, FP 2, FN 1'"
            )
        hits, length, total = map(Fraction, found)
    read = hits_among(int(hits), int(length), int(total), text)
    if cutoff is None and 2 * max(length, total) <= MOST_RANKS:
        twice = hits_among(2 * int(hits), 2 * int(length), 2 * int(total), text)
        read = replace(read, others=(*read.others, twice, *twice.others), doubt=read.doubt)
    exact = [
        max(length, total) <= _FEW and hits == share * many for share, many in ((precision, length), (recall, total))
    ]
    rooms = [Fraction(0) if sure else room for sure, room in zip(exact, stated[1::2], strict=True)]
    said = tuple(stated) if cutoff is None and all(exact) else (precision, rooms[0], recall, rooms[1])
    return replace(read, cutoff=cutoff, stated=said, rounded=not all(exact))


_FEW = 20  # documents; shares that only longer lists have exactly may have been rounded


def _rounding_to(stated: Sequence[Fraction], cutoff: int | None) -> tuple[int, int, int] | None:
    """The fewest relevant documents found, with those read and those relevant, whose shares round to the stated."""
    precision, far, recall, off = stated
    for hits in [round(precision * cutoff)] if cutoff else range(1, MOST_RANKS):
        length, total = cutoff or round(hits / precision), round(hits / recall)
        if max(length, total) > MOST_RANKS:
            break
        near = 0 < hits <= min(length, total) and abs(Fraction(hits, length) - precision) <= far
        if near and abs(Fraction(hits, total) - recall) <= off:
            return hits, length, total
    return None
