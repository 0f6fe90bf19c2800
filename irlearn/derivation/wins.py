"""Wins, losses and ties, as papers state what a sign test is about."""

from __future__ import annotations

import re

from irlearn.derivation.significance import Pair, Significance
from irlearn.errors import InputError

_MOST_SIGNS = 300
_WORDS = {
    "w": """wins win won better successes success positives positive plus plusses improved higher outperforms beats beat
        ahead siege sieg besser victoires victorias vittorie vitórias gagne w + >""",
    "l": """losses loss loses lost lose worse failures failure negatives negative minus hurt lower behind l -
        niederlagen
        schlechter défaites derrotas sconfitte""",
    "t": "ties tied tie draws draw equal zero same unchanged t = unentschieden gleich égalités empates pareggi",
    "o": "of out in",
    "A": "a",
    "B": "b",
    "": """and the on is are system systems queries query topics topic for with times trials pairs differences than
        method run runs cases und auf over test sign p signs both were was has at""",
}
_MEANS = {word: letter for letter, words in _WORDS.items() for word in words.split()}
_FORMS = {
    "wins losses ties": (
        r"nwnl(?:nt)?", r"ntnwnl", r"nwntnl", r"wnln(?:tn)?", r"tnwnln", r"wntnln", r"nw(?:nt)?nl", r"AwBnln(?:tn)?",
        r"Awn(?:B?)ln(?:tn)?", r"AwnBwn(?:nt|tn)?", r"AnwBnw(?:nt)?", r"nAw?nBw?", r"wAnwBn(?:tn)?", r"AwBnBwAn(?:nt)?",
        r"AwBnnl(?:nt)?", r"nwl?n(?:l)",
    ),
    "wins all": (r"nw?o+n", r"no+nw", r"AwBno+n", r"Awno+n", r"wno+n", r"Ano+n"),
}  # fmt: skip


def won_and_lost(asked: Significance, text: str) -> Pair:
    """What `asked` is about, typed as it takes it; or as wins, losses and ties, for the sign and the binomial test.

    >>> from irlearn.derivation import SignTest
    >>> won_and_lost(SignTest(), "2 wins, 1 loss")
    ((Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)))
    >>> won_and_lost(SignTest(), "+ + -") == won_and_lost(SignTest(), "A beats B on 2 of 3 topics")
    True
    """
    try:
        return asked.typed(text)
    except InputError:
        counts = _counts(text) if asked.name in ("sign", "binomial") else None
        if counts is None:
            raise
    wins, losses, ties = counts
    if asked.name == "binomial":
        return asked.read((wins, wins + losses))
    return asked.read(([1] * wins + [0] * (losses + ties), [0] * wins + [1] * losses + [0] * ties))


def _counts(text: str) -> tuple[int, int, int] | None:
    if len(text) > _MOST_SIGNS:
        return None
    body = re.sub(r"[−–]", "-", text.strip().lower())
    signs = re.sub(r"[\s,;]", "", body)
    if re.fullmatch(r"[+\-=0]{2,}", signs) and "+" in signs + "-":
        ties = signs.count("=") + signs.count("0")
        return signs.count("+"), signs.count("-"), ties
    call = re.fullmatch(
        r"(?:p\s*=\s*)?(?:scipy\.stats\.)?(?:binom_?test|binomtest|sign_test\w*)\(\s*(?:k\s*=\s*)?([0-9]{1,4})\s*,\s*(?:n\s*=\s*)?([0-9]{1,4})\s*(?:,\s*(?:p\s*=\s*)?0?\.5\s*)?\)",
        body,
    )
    if call and call[0].lstrip("p= ").startswith(("binom", "scipy")):
        return _of(int(call[1]), int(call[2]))
    ratio = re.fullmatch(r"([0-9]{1,4})\s*(?::|to|vs\.?|against)\s*([0-9]{1,4})", body)
    if ratio:
        return int(ratio[1]), int(ratio[2]), 0
    row, numbers = "", []
    for token in re.finditer(
        r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+)|(?P<sign>[+\->])|(?P<filler>[\s,;:.=()'/])|.", body
    ):
        if token["number"]:
            numbers.append(int(token["number"]))
            row += "n"
        elif token["word"] or token["sign"]:
            letter = _MEANS.get(token[0])
            if letter is None:
                return None
            row += letter
        elif not token["filler"]:
            return None
    return _matched(row, numbers)


def _matched(row: str, numbers: list[int]) -> tuple[int, int, int] | None:
    if any(re.fullmatch(form, row) for form in _FORMS["wins all"]) and len(numbers) == 2:
        return _of(*numbers)
    if not any(re.fullmatch(form, row) for form in _FORMS["wins losses ties"]) or not 2 <= len(numbers) <= 3:
        return None
    marks = [one for one in re.sub("[AB]", "", row) if one in "wlt"]
    named = dict(zip(marks, numbers, strict=False)) if len(marks) == len(numbers) == len(set(marks)) else {}
    if "w" in named and "l" in named:
        return named["w"], named["l"], named.get("t", 0)
    return numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0


def _of(wins: int, trials: int) -> tuple[int, int, int] | None:
    return (wins, trials - wins, 0) if wins <= trials else None
