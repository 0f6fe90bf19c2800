"""English text: counted nouns, number words, lists, sentences, and suggestions for misspelled names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self


def count_noun(number: int, noun: str, many: str = "") -> str:
    """Return a number with its noun in the singular or the plural; `many` is an irregular plural.

    >>> count_noun(1, "topic"), count_noun(5793, "query"), count_noun(2, "query is", "queries are")
    ('1 topic', '5,793 queries', '2 queries are')
    """
    return f"{number:,} {noun if number == 1 else many or _PLURAL.sub('ie', noun) + 's'}"


class Note(str):
    """A sentence about something unusual in the data.

    Notes of the same `kind` differ only in numbers and names.
    """

    kind: str

    def __new__(cls, text: str, kind: str = "") -> Self:
        """Create a note; its text is its kind if no other is given."""
        note = super().__new__(cls, text)
        note.kind = kind or text
        return note


def kind_of(note: str) -> str:
    """Return the kind of a note; a plain string is its own kind."""
    return note.kind if isinstance(note, Note) else note


_PLURAL = re.compile("(?<=[^aeiou])y$")


def first_few(names: Sequence[str], noun: str) -> str:
    """Return the number of names and the first five of them.

    >>> first_few(["q1", "q2"], "query")
    '2 queries (q1, q2)'
    """
    return f"{count_noun(len(names), noun)} ({', '.join(names[:_SHOWN])}{', ...' if len(names) > _SHOWN else ''})"


_SHOWN = 5


def number_word(number: int) -> str:
    """Return a count as prose: a word up to nine, then digits.

    >>> number_word(0), number_word(3), number_word(12)
    ('no', 'three', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def ordinal(place: int) -> str:
    """Return the ordinal of a place: a word up to ninth, then digits.

    >>> [ordinal(place) for place in (1, 3, 12, 21, 103)]
    ['first', 'third', '12th', '21st', '103rd']
    """
    if 0 < place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    is_teen = place // 10 % 10 == 1
    suffix = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{suffix}"


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def comma_list(words: Sequence[str], last: str = "and") -> str:
    """Join words as a list in prose.

    >>> comma_list(["1", "3", "4"]), comma_list(["P", "R"], "or"), comma_list(["2"])
    ('1, 3 and 4', 'P or R', '2')
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def as_sentence(message: object) -> str:
    """Return an error or other message as a sentence, with a capital letter and a full stop.

    >>> as_sentence(ValueError("'half' is not a number")), as_sentence("no such name; did you mean AP?")
    ("'half' is not a number.", 'No such name; did you mean AP?')
    """
    text = str(message)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def did_you_mean(unknown: object, known: Iterable[str], otherwise: str, *, most: int = 1) -> str:
    """Return a hint for an unknown name: up to `most` similar names, or `otherwise` and all known names.

    >>> did_you_mean("turn1", ["turn-1", "predict"], "it has"), did_you_mean("x", ["turn-1", "predict"], "it has")
    ('did you mean turn-1?', 'it has turn-1, predict')
    """
    import difflib  # Imported here because only errors need it.

    names = list(known)
    similar = difflib.get_close_matches(str(unknown), names, n=most)
    return f"did you mean {comma_list(similar, 'or')}?" if similar else f"{otherwise} {', '.join(names)}"
