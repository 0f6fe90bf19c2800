"""The words of the field as ideas, numbers and marks, read from `lexicon.toml`; a language is words in its lines."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from irlearn.errors import quoted
from irlearn.limits import UNJUDGED

NOISE = "i"  # what says nothing
IS = "b"
THING = "s"  # what searches, and who says so
STOP = "!"  # what turns a sentence round
NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)"


class Lexicon(NamedTuple):
    """What words say: an idea, by its letter; a number; a mark."""

    ideas: dict[str, str]
    counts: dict[str, int]
    marks: dict[str, int]


@cache
def data() -> dict[str, Any]:
    """All that `lexicon.toml` says, read once."""
    import tomllib  # not where nothing is typed
    from pathlib import Path

    return tomllib.loads((Path(__file__).parent / "lexicon.toml").read_text("utf-8"))


@cache
def rows(part: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of a part of the lexicon, each with what it stands for."""
    return tuple((re.compile(pattern), said) for pattern, said in data()[part]["rows"])


@cache
def lexicon() -> Lexicon:
    """The words of the lexicon."""
    ideas = {word: letter for letter, words in reversed(data()["ideas"].items()) for word in words.split()}
    counts = {word: number for number, word in enumerate(data()["numbers"]["words"].split())}
    counts |= dict.fromkeys(data()["numbers"]["single"].split(), 1)
    said = {"no": 0, "yes": 1, "unjudged": UNJUDGED}
    marks = {word: mark for what, mark in said.items() for word in data()["marks"][what].split()}
    return Lexicon(ideas, counts, marks)


def clarification(text: str, key: str, **told: object) -> str:
    """What asks back about a wording, by its key in the lexicon."""
    return f"the wording {quoted(text.strip())} {data()['asks'][key].format(**told)}"


def concept_of(word: str) -> str | None:
    """The letter of what a word says; None for a word that the lexicon lacks."""
    return lexicon().ideas.get(word.lower()) if len(word) > 1 or not word.isascii() or word == "k" else None


def concepts_in(label: str) -> str | None:
    """The letters of the words of a label, as `relevant documents` or `y_true`; None where one is unknown."""
    if label.lower() in lexicon().ideas:
        return lexicon().ideas[label.lower()].replace(NOISE, "")
    letters = ""
    for word in re.findall(r"[^\s_\-.]+", re.sub(r"^[yY]_|(?<=[a-z])(?=[A-Z])", " ", label)):
        plain = re.sub(r"@(?:\d+|k)$", "", word.lower())
        letter = NOISE if plain == "of" else lexicon().ideas.get(plain)
        if letter is None or (len(plain) == 1 and plain.isascii()):
            return None
        letters += letter
    return re.sub(f"[{NOISE}{THING}{IS}]", "", letters) or ("" if not letters else NOISE)


def mark_of(word: str) -> int | None:
    """What a mark says of one document: 1, 0, or -1 for one that nobody judged; None where a word is no mark."""
    plain = re.sub(r"^(?:is |are )|(?<=\bnot|\bnon)[\s_-]+(?=rel)", "", " ".join(word.lower().split()))
    return lexicon().marks.get(plain)


def plainly(text: str, part: str = "words") -> str:
    """A text with several words that say one thing as that one word; of `code` without what only a program needs."""
    for pattern, word in rows(part):
        text = pattern.sub(word, text)
    return text
