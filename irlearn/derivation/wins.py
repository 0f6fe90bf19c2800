"""Wins, losses and ties, as papers state what a sign test is about."""

from __future__ import annotations

import re

from irlearn.derivation.significance import Pair, Significance
from irlearn.errors import InputError

_COUNT = r"(?P<n>[0-9]{1,4})"
_SAID = {
    "wins": (r"(?:wins?|won|better|successes|positives?|plus(?:es)?|improved|w|\+)", 1),
    "losses": (r"(?:loss(?:es)?|loses|lost|worse|failures|negatives?|minus(?:es)?|hurt|l|-)", -1),
    "ties": (r"(?:ties|tied|tie|draws?|equal|same|t|=)", 0),
}
_FILLER = re.compile(r"(?i)(?:[\s,;.:]|\b(?:a|b|and|the|on|in|is|are|system|of|queries|topics|for|with|times?)\b)*")
_TRIALS = re.compile(
    r"\s*(?P<wins>[0-9]{1,4})\s+(?:out\s+)?of\s+(?P<all>[0-9]{1,4})\s+(?:trials|topics|queries|times|pairs)\s*\.?"
)

_OF_EACH = (
    r"(?i)(?:system\s+)?A\s+(?:wins|won|is\s+better|better)\s*(?:on|in|:)?\s*(?P<a>[0-9]{1,4})[\s,;.]+(?:and\s+)?(?:system\s+)?B"
    r"\s+(?:(?:wins|won|is\s+better|better)\s*)?(?:on|in|:)?\s*(?P<b>[0-9]{1,4})(?:[\s,;.]+(?:and\s+)?(?P<t>[0-9]{1,4})\s+ties?)?\.?"
)


def won_and_lost(asked: Significance, text: str) -> Pair:
    """What `asked` is about, typed as it takes it; or as wins, losses and ties, for the sign and the binomial test.

    >>> from irlearn.derivation import SignTest
    >>> won_and_lost(SignTest(), "2 wins, 1 loss")
    ((Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)))
    """
    try:
        return asked.typed(text)
    except InputError:
        counts = _counts(text)
        if counts is None or asked.name not in ("sign", "binomial"):
            raise
    wins, losses, ties = counts
    if asked.name == "binomial":
        return asked.read((wins, wins + losses))
    return asked.read(([1] * wins + [0] * (losses + ties), [0] * wins + [1] * losses + [0] * ties))


def _counts(text: str) -> tuple[int, int, int] | None:
    trials = _TRIALS.fullmatch(text) if len(text) < 200 else None
    if trials and int(trials["wins"]) <= int(trials["all"]):
        return int(trials["wins"]), int(trials["all"]) - int(trials["wins"]), 0
    if len(text) > 200:
        return None
    of_each = re.fullmatch(_OF_EACH, text.strip())
    if of_each:
        return int(of_each["a"]), int(of_each["b"]), int(of_each["t"] or 0)
    rest, found = text, {}
    for name, (word, _) in _SAID.items():
        for pattern in (rf"(?<![\w.]){_COUNT}\s*{word}(?!\w)", rf"(?<!\w){word}\s*[:=]?\s*{_COUNT}(?![\w.])"):
            match = re.search(rf"(?i){pattern}", rest)
            if match:
                found[name] = int(match["n"])
                rest = rest[: match.start()] + " " + rest[match.end() :]
                break
    if not {"wins", "losses"} <= set(found) or not _FILLER.fullmatch(rest):
        return None
    return found["wins"], found["losses"], found.get("ties", 0)
