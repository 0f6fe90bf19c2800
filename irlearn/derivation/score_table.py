"""A small table of scores, systems on the same topics, as a question states it, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_uppercase

from irlearn.derivation.significance import NUMBER, Scores
from irlearn.derivation.stated import typed
from irlearn.errors import InputError, quoted
from irlearn.expression import Node, Sum
from irlearn.numbers import aligned, exact_number

_SYSTEMS, _TOPICS = (2, 8), (2, 20)  # the fewest and the most that are worked out by hand
_LONGEST = 4000  # signs that are read


@dataclass(frozen=True)
class ScoreTable:
    """Scores of systems on the same topics, and the quantile q where it is stated, else 0.

    >>> table = ScoreTable.of_text("q 3.31 | A: .2 .5 | B: .4 .3 | C: .3 .1")
    >>> table.q, table.names, str(table.means[0].exact), table.text
    (Fraction(331, 100), 'ABC', '7/20', 'q 3.31 | A: 0.2 0.5 | B: 0.4 0.3 | C: 0.3 0.1')
    """

    systems: tuple[Scores, ...]
    q: Fraction = Fraction(0)

    @classmethod
    def of_text(cls, text: str) -> ScoreTable:
        """What was typed: the scores of each system behind its letter or without it, and q. Raises `InputError`."""
        if len(text) > _LONGEST:
            raise InputError(f"the table has {len(text):,} signs; the longest text that is read has {_LONGEST:,}")
        q: object = 0
        systems: list[list[str]] = []
        pieces = [one.strip() for one in text.replace("\n", "|").replace(";", "|").split("|")]
        for words in (piece.translate(_BETWEEN).split() for piece in pieces if piece):
            name = words[0] if words else ""
            if name == "q" and len(words) == len("q="):
                q = words[1]
            else:
                systems.append(words[1:] if name.isalpha() and len(name) == 1 and name.isupper() else words)
        return cls.of(systems, q)

    @classmethod
    def of(cls, systems: object, q: object = 0) -> ScoreTable:
        """Rows of numbers, one a system, and q. Raises `InputError` for what is no such table."""
        if isinstance(systems, Mapping):
            systems = list(systems.values())
        if isinstance(systems, str) or not isinstance(systems, Sequence):
            raise InputError(f"the systems' scores are a list of lists; given: {quoted(systems)}")
        rows = tuple(_row(one, place) for place, one in enumerate(systems))
        if not _SYSTEMS[0] <= len(rows) <= _SYSTEMS[1]:
            raise InputError(
                f"it takes {_SYSTEMS[0]} to {_SYSTEMS[1]} systems, as 'A: .2 .5 | B: .4 .3'; given: {len(rows)}"
            )
        sizes = {len(one) for one in rows}
        if len(sizes) > 1:
            raise InputError(
                f"each system has a score on each topic; given: {', '.join(str(len(one)) for one in rows)}"
            )
        if not _TOPICS[0] <= min(sizes) <= _TOPICS[1]:
            raise InputError(f"it takes {_TOPICS[0]} to {_TOPICS[1]} topics; given: {min(sizes)}")
        number = exact_number(q, "q", "a number above 0, such as 3.31")
        if number < 0:
            raise InputError(f"q must be a number above 0, such as 3.31; given: {number}")
        return cls(rows, number)

    @property
    def names(self) -> str:
        """A letter for each system."""
        return ascii_uppercase[: len(self.systems)]

    @property
    def topics(self) -> int:
        """T, the number of topics."""
        return len(self.systems[0])

    @property
    def by_topic(self) -> tuple[Scores, ...]:
        """The scores of each topic."""
        return tuple(zip(*self.systems, strict=True))

    @property
    def means(self) -> list[Node]:
        """The mean of each system."""
        return [Sum(*map(typed, scores), whole=True) / self.topics for scores in self.systems]

    @property
    def text(self) -> str:
        """The table as it is typed."""
        pieces = [f"q {typed(self.q)}"] if self.q else []
        rows = zip(self.names, self.systems, strict=True)
        return " | ".join([*pieces, *(f"{name}: {' '.join(str(typed(one)) for one in row)}" for name, row in rows)])

    @property
    def columns(self) -> dict[str, list[str]]:
        """A row for each topic, a column for each system, as a question states them."""
        written = iter(aligned([float(one) for row in self.by_topic for one in row]))
        rows = [[next(written) for _ in self.names] for _ in range(self.topics)]
        columns = zip(self.names, zip(*rows, strict=True), strict=True)
        return {"topic": [str(one + 1) for one in range(self.topics)], **{name: list(one) for name, one in columns}}


_BETWEEN = str.maketrans(dict.fromkeys(",:=[](){}", " "))


def _row(given: object, place: int) -> Scores:
    name = ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise InputError(f"the scores of {name} must be a list of numbers, one a topic; given: {quoted(given)}")
    numbers = enumerate(given, start=1)
    return tuple(exact_number(one, f"the score of {name} on topic {number}", NUMBER) for number, one in numbers)
