"""Wins, losses and ties, as papers state what a sign test is about."""

from __future__ import annotations

import re

from irlearn.derivation.significance import Pair, Significance
from irlearn.errors import InputError
from irlearn.wordings.aside import harms

_MOST_SIGNS = 300
_WORDS = {
    "w": """wins win won better successes success positives positive plus plusses improved higher outperforms
        outperformed beats beat
        ahead siege sieg besser victoires victorias vittorie vitórias vitorias victorii kazanç zwycięstw zwycięstwa
        galibiyet thắng gagne gana ganan vence победа победы побед
        胜 勝 승 승리 right favoured favored increased helped up preferred w + >""",
    "l": """losses loss loses lost lose worse degraded worsened deteriorated decreased declined dropped
        down failures failure negatives negative minus hurt lower behind l -
        niederlagen înfrângeri kayıp < porażek porażki mağlubiyet yenilgi thua
        schlechter défaites derrotas sconfitte pierde pierden perd поражение поражения поражений 负 败 敗 패 패배""",
    "t": """ties tied tie draws draw equal zero same unchanged unaffected t = unentschieden gleich égalités empates
        beraberlik hòa remisów egaluri
        pareggi""",
    "o": "of out in",
    "A": "a",
    "B": "b",
    "": """and the on is are system systems queries query topics topic for with times trials pairs differences than
        method run runs cases und auf over test sign p signs both were was has at got
        were while comparisons
        number ones the they it there veces fois mal mals bei et y e volte vezes
        раз и și ve i paired pairwise record score total""",
}
_MEANS = {word: letter for letter, words in _WORDS.items() for word in words.split()}
_FORMS = {
    "wins losses ties": (
        r"nwnl(?:nt)?", r"ntnwnl", r"nwntnl", r"wnln(?:tn)?", r"tnwnln", r"wntnln", r"nw(?:nt)?nl", r"AwBnln(?:tn)?",
        r"Awn(?:B?)ln(?:tn)?", r"AwnBwn(?:nt|tn)?", r"AnwBnw(?:nt)?", r"AwnBn(?:nt|tn)?",
        r"nAw?nBw?", r"wAnwBn(?:tn)?", r"AwBnBwAn(?:nt)?",
        r"AwBnnl(?:nt)?", r"BwAnln(?:tn)?", r"AwBnAlBn(?:tn)?", r"nwl?n(?:l)", r"(?:wl|lw)nn", r"wltnnn",
    ),
    "wins all": (r"nw?o+n", r"no+nw", r"[AB]wno+n", r"BwAno+n", r"AwBno+n", r"Awno+n", r"wno+n", r"Ano+n"),
    "all wins": (r"o+nnw", r"wo+nn", r"o+nAwB?n", r"nAwB?n"),
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
        counts = _counts(text, asked.name) if asked.name in ("sign", "binomial") else None
        if counts is None:
            raise
    wins, losses, ties = counts
    if asked.name == "binomial":
        return asked.read((wins, wins + losses))
    return asked.read(([1] * wins + [0] * (losses + ties), [0] * wins + [1] * losses + [0] * ties))


def _counts(text: str, test: str) -> tuple[int, int, int] | None:
    if len(text) > _MOST_SIGNS:
        return None
    body = re.sub(r"[−–]", "-", text.strip().lower())
    body = re.sub(r"(?m)\*\*|`|^\s*\|[\s|:-]*-{3,}[\s|:-]*$", "", body)
    body = re.sub(r"(?m)^\s*\|([^|\n]*)\|\s*$", r"\1", body).strip()  # a table of one column
    body = re.sub(r"(?<![\w./])([0-9]{1,4})\s*/\s*([0-9]{1,4})(?![\w./])", r"\1 of \2", body)
    body = re.sub(
        r"\b(?:non-?tied|untied|decisive)\b|\b(?:where|on\s+which)\s+(?:they|both)\s+(?:differ|disagree)\b", " ", body
    )
    for pattern, word in _PHRASES:
        body = re.sub(pattern, word, body)
    outcome = _outcome(body)
    if outcome:
        return outcome
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
    called = re.fullmatch(r"(?:\w+_)?sign_test\w*\(\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)", body)
    if called:  # wins and losses, or successes and trials: only with 0 before are they the same
        return None if int(called[1]) else (0, int(called[2]), 0)
    ratio = re.fullmatch(r"([0-9]{1,4})\s*(?::|to|vs\.?|against)\s*([0-9]{1,4})", body)
    if ratio:
        return int(ratio[1]), int(ratio[2]), 0
    row, numbers = "", []
    for token in re.finditer(
        r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+)|(?P<sign>[+\-<>])|(?P<filler>[\s,;:.=()'/])|.", body
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
    found = _matched(row, numbers)
    return (found[1], found[0], found[2]) if found and row.startswith("Bw") and test == "sign" else found  # those of A


_PHRASES = (
    (r"\b[ns]_?\s*([+-])(?=\s*[=:])", r" \1 "),
    (r"\b(?:in|on)\s+(?=[0-9]+\s+(?:out\s+)?of\b)", " "),
    (r"^([0-9]{1,4})\s+(?:topics|queries|trials|users|pairs|cases|games)\s*[,;:]\s*(?=[0-9])", r" of \1 "),
    (r"(?:个|個)?(?:查询|主题|用户)?(?:上|中)?更好|更优", " better "),
    (r"(?:个|個)?(?:查询|主题|用户)?(?:上|中)?更差|更劣", " worse "),
    (r"在(?=[0-9])|(?<=[0-9])\s*(?:个|個)?(?:查询|主题|用户)", " "),
    (r"(?<=[0-9])\s*[次场]", " "),
    (r"，", ", "),
)  # fmt: skip
_TRIALS = (
    r"(?<![\w.])([0-9]{1,4})\s+(?:independent\s+|coin\s+)?(?:trials|tosses|flips)\b|\bn\s*=\s*([0-9]{1,4})(?![\w.])"
)


def _outcome(body: str) -> tuple[int, int, int] | None:
    """A count that is called x or k, and the trials: `x = 3 in 10 trials`."""
    trials = {one or other for one, other in re.findall(_TRIALS, body)}
    found = set(re.findall(r"\b[xk]\s*=\s*([0-9]{1,4})(?![\w.])", body))
    if len(trials) != 1 or len(found) != 1 or {*re.findall("[0-9]+", body)} > trials | found or harms(body):
        return None
    return None if re.search("[<>≤≥]|[0-9][.,/][0-9]", body) else _of(int(found.pop()), int(trials.pop()))


def _matched(row: str, numbers: list[int]) -> tuple[int, int, int] | None:
    if any(re.fullmatch(form, row) for form in _FORMS["wins all"]) and len(numbers) == 2:
        return _of(*numbers)
    if any(re.fullmatch(form, row) for form in _FORMS["all wins"]) and len(numbers) == 2:
        return _of(*numbers[::-1])
    if not any(re.fullmatch(form, row) for form in _FORMS["wins losses ties"]) or not 2 <= len(numbers) <= 3:
        return None
    marks = [one for one in re.sub("[AB]", "", row) if one in "wlt"]
    named = dict(zip(marks, numbers, strict=False)) if len(marks) == len(numbers) == len(set(marks)) else {}
    if "w" in named and "l" in named:
        return named["w"], named["l"], named.get("t", 0)
    return numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0


def _of(wins: int, trials: int) -> tuple[int, int, int] | None:
    return (wins, trials - wins, 0) if wins <= trials else None
