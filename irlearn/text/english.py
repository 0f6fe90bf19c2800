"""Words around numbers: how many there are, lists in prose, sentences, and what somebody may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self


def count_noun(number: int, noun: str, many: str = "") -> str:
    """How many there are, with the noun in the singular or the plural.

    >>> count_noun(1, "topic"), count_noun(5793, "query"), count_noun(2, "query is", "queries are")
    ('1 topic', '5,793 queries', '2 queries are')
    """
    return f"{number:,} {noun if number == 1 else many or _PLURAL.sub('ie', noun) + 's'}"


class Note(str):
    """A sentence about something odd; of two notes of one `kind` only numbers and names differ."""

    kind: str

    def __new__(cls, text: str, kind: str = "") -> Self:
        """The sentence; one without a kind is its own."""
        note = super().__new__(cls, text)
        note.kind = kind or text
        return note


def kind_of(note: str) -> str:
    """The kind of a note; a plain sentence is its own."""
    return note.kind if isinstance(note, Note) else note


_PLURAL = re.compile("(?<=[^aeiou])y$")


def first_few(names: Sequence[str], noun: str) -> str:
    """How many there are, and the first five of them.

    >>> first_few(["q1", "q2"], "query")
    '2 queries (q1, q2)'
    """
    return f"{count_noun(len(names), noun)} ({', '.join(names[:_SHOWN])}{', ...' if len(names) > _SHOWN else ''})"


_SHOWN = 5


def number_word(number: int) -> str:
    """A number of things as prose has it: a word up to nine, else digits.

    >>> number_word(0), number_word(3), number_word(12)
    ('no', 'three', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def ordinal(place: int) -> str:
    """A place in a row as prose has it: a word up to ninth, else digits.

    >>> [ordinal(place) for place in (1, 3, 12, 21, 103)]
    ['first', 'third', '12th', '21st', '103rd']
    """
    if 0 < place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    last = 0 if place // 10 % 10 == 1 else place % 10
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def comma_list(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in prose.

    >>> comma_list(["1", "3", "4"]), comma_list(["P", "R"], "or"), comma_list(["2"])
    ('1, 3 and 4', 'P or R', '2')
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def as_sentence(said: object) -> str:
    """An error, or other words, as a sentence on a page: a capital first, a full stop last.

    >>> as_sentence(ValueError("'half' is not a number")), as_sentence("no such name; did you mean AP?")
    ("'half' is not a number.", 'No such name; did you mean AP?')
    """
    text = str(said)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def did_you_mean(given: object, known: Iterable[str], otherwise: str, *, most: int = 1) -> str:
    """A hint for a name that is not known: the nearest names, or all of them behind the words `otherwise`.

    >>> did_you_mean("turn1", ["turn-1", "predict"], "it has"), did_you_mean("x", ["turn-1", "predict"], "it has")
    ('did you mean turn-1?', 'it has turn-1, predict')
    """
    import difflib  # only a mistake needs it

    names = list(known)
    near = difflib.get_close_matches(str(given), names, n=most)
    return f"did you mean {comma_list(near, 'or')}?" if near else f"{otherwise} {', '.join(names)}"
