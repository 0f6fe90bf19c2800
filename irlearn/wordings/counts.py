"""Counts of right and wrong documents, and precision with recall, of which F is worked out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import lcm

from irlearn.errors import InputError, quoted
from irlearn.spelling import MOST_RANKS
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.negatives import with_true_negatives
from irlearn.wordings.prose import Facts, counted
from irlearn.wordings.reading import Reading, hits_among


def of_outcomes(text: str) -> Reading | None:
    """True and false positives and negatives.

    >>> of_outcomes("TP 1, FP 1, FN 2").grades, of_outcomes("2 true positives and 1 false positive").grades
    ((1, 0), (1, 1, 0))
    """
    tokens = [one for one in tokens_of(text) if one.letter not in "&;="]
    said = letters_of(tokens)
    if re.fullmatch("HnunMn", said):  # hits, false alarms, misses
        said = "tnunvn"
    if not re.fullmatch("(?:[tuvw]n){2,4}|(?:n[tuvw]){2,4}", said):
        return None
    numbers = [one.numbers[0] for one in tokens if one.letter == "n"]
    names = [letter for letter in said if letter != "n"]
    counts = dict(zip(names, numbers, strict=True))
    if len(counts) < len(names) or "t" not in counts:
        return None
    read = counted(Facts(hits=counts["t"], misses=counts.get("u"), missed=counts.get("v")), text)
    return with_true_negatives(read, counts.get("w"))


def of_quality(text: str) -> Reading | None:
    """Precision and recall, of which F can be worked out.

    >>> read = of_quality("P = 0.5, R = 0.25")
    >>> read.grades, read.relevant
    ((1, 0), 4)
    """
    body = re.sub(r"(?<![\d.,/])([01]),([0-9]{1,6})(?![\d,/])", r"\1.\2", text)
    body = re.sub(
        r"(?i)(?<![\w.])([pr])(?=\s*(?:@\s*[0-9]+\s*)?(?:[:=]|is\b))",
        lambda m: {"p": "precision", "r": "recall"}[m[1].lower()],
        body,
    )
    tokens = [one for one in tokens_of(body) if one.letter not in "&;=O"]
    said = letters_of(tokens)
    cutoffs = {one.numbers for before, one in pairwise(tokens) if before.letter == "@" and one.letter == "n"}
    said = re.sub("@n|(?<=[dn])@|@(?=[YZ])", lambda m: "." * len(m[0]), said)
    kept = [(letter, one) for letter, one in zip(said, tokens, strict=True) if letter != "."]
    row = "".join(letter for letter, _ in kept)
    if len(cutoffs) > 1 or not re.fullmatch("[YZ][dn][YZ][dn]|[dn][YZ][dn][YZ]|YZ[dn]{2}|ZY[dn]{2}", row):
        return None
    names = [letter for letter in row if letter in "YZ"]
    numbers = [_share(one.text) for letter, one in kept if letter in "dn"]
    shares = dict(zip(names, numbers, strict=True))
    if len(shares) < 2 or not all(share and 0 < share <= 1 for share in shares.values()):
        return None
    return _of_shares(shares["Y"] or 0, shares["Z"] or 0, next(iter(cutoffs))[0] if cutoffs else None, text)


def _share(word: str) -> Fraction | None:
    try:
        return Fraction(word.rstrip("%")) / (100 if word.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        return None


def _of_shares(precision: Fraction | int, recall: Fraction | int, cutoff: int | None, text: str) -> Reading:
    precision, recall = Fraction(precision), Fraction(recall)
    hits = precision * cutoff if cutoff else Fraction(lcm(precision.numerator, recall.numerator))
    length, total = hits / precision, hits / recall
    if hits.denominator > 1 or total.denominator > 1 or max(length, total) > MOST_RANKS:
        raise InputError(
            f"the wording {quoted(text.strip())} fits no whole numbers of documents; write the counts, "
            "such as 'TP 3, FP 2, FN 1'"
        )
    read = hits_among(int(hits), int(length), int(total), text)
    return Reading(read.grades, relevant=read.relevant, others=read.others, doubt=read.doubt, cutoff=cutoff)
