"""How exercises are told: the topics that there are, and how a kind of number is worded."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Facts
from irlearn.byhand.portable_random import choose
from irlearn.byhand.quantity import QuantityInput, load_sentences
from irlearn.quantity import ByType
from irlearn.text.english import number_word

WHOLE = "Give a whole number."
UNDERSTOOD = "13/30, {} and {} are all understood.", "13/30 and {} are both understood."
"""How an answer may be typed: a share, and what may be above 1; with as many digits as are asked for."""


def rounded_to(places: int, *, fraction: bool) -> str:
    """The sentence that states how many digits to give, and whether a fraction may stand for them.

    >>> rounded_to(3, fraction=True)
    'Give three digits after the point, or a fraction.'
    """
    return f"Give {number_word(places)} digits after the point{', or a fraction' if fraction else ''}."


class QuestionText(NamedTuple):
    """A question as it is read; and its words without the scores that it states, empty where it states none."""

    text: str
    text_without_data: str = ""


class Wording:
    """The words of a kind of number: how a question names it, states what it is about, rounds, and is hinted at.

    The sentences are in `question_words.toml`, a line each, by kind of quantity. A line that begins with "[p wins]" is
    about these statistics only; "[p+]" is about p where another number of the same kind is asked for, too. A question
    consists of one of the `opens`, `before`, the stated input with `states_values_apart`, the `rule`, and the question
    itself. Braces hold facts: `{it.name}` of the facts that misconceptions use, entries of `facts`, and one choice from
    each list in `draws`. `accepts_fraction` says whether the right answer may be a fraction; `answer_format` says how
    to type an answer that is not a number. `data_sentences` and `hints` receive the parsed input. `WORDINGS` has an
    instance per kind.
    """

    accepts_fraction: bool = True
    answer_format: str = ""
    states_values_apart: bool = True
    facts: ClassVar[Facts] = {}

    def __init__(self, kind: str = "") -> None:
        self.kind = kind

    @cached_property
    def templates(self) -> dict[str, Any]:
        """The sentences of the kind, by sort, and those of which it says that it is `like`."""
        written = load_sentences(__file__)
        words = written[self.kind]
        return {**written[words["like"]], **words} if "like" in words else words

    def quantity_phrase(self, asked: Any) -> str:
        """The number as a question names it."""
        return str(asked.phrase)

    def sentence_tags(self, asked: Any, pair: QuantityInput) -> set[str]:  # noqa: ARG002 - some tell more of what is given
        """What a sentence has to be about: the statistic."""
        return {asked.statistic}

    def sentences(
        self, what: str, asked: Any, pair: QuantityInput = (), *, about: set[str] | None = None, **more: object
    ) -> list[str]:
        """The sentences of one sort, filled, also with `more` facts; `about` replaces the usual tags."""
        found = list[str]()
        facts = LazyFacts(self.facts, lambda: FACTS_BY_QUANTITY.of(asked)(asked, pair, False), more)
        rows = self.templates.get(what, "").splitlines()
        wanted = about or (self.sentence_tags(asked, pair) if rows else set())
        for row in map(str.strip, rows):
            names, _, rest = row[1:].partition("] ") if row[:1] == "[" else ("", "", row)
            if rest and (not names or wanted.intersection(names.split())):
                found.append(" ".join(rest.split()).format_map(facts))
        return found

    def rounding(self, asked: Any, places: int) -> str:
        """The sentence that states the rounding."""
        return " ".join(self.sentences("rounding", asked)) or rounded_to(places, fraction=self.accepts_fraction)

    def definition(self, asked: Any) -> str:
        """What has to be told of a number that is asked for beside another one, whose words tell the rest."""
        return " ".join(self.sentences("definition", asked))

    def data_sentences(self, asked: Any, pair: QuantityInput) -> str:  # noqa: ARG002 - rankings stand between the words
        """Return the input in sentences, which widgets replace with a table; empty if the question has no such part."""
        return ""

    def question(self, random: Random, quantities: Sequence[Any], data: Any, question: str) -> QuestionText:
        """Return the text of a question about one or more quantities of the same input."""
        *before, last = (WORDINGS.of(quantity).definition(quantity) for quantity in quantities)
        definitions = "".join(f"{text} " for text in dict.fromkeys(before) if text and text != last)
        return self.compose(random, quantities[-1], quantities[-1].read(data), definitions + question)

    def compose(self, random: Random, asked: Any, pair: QuantityInput, question: str) -> QuestionText:
        """All sentences that end in the question; `random` chooses between some."""
        drawn = {name: choose(random, some) for name, some in self.templates.get("draws", {}).items()}
        opens = self.sentences("opens", asked, pair)
        before = " ".join(
            [*([choose(random, opens)] if opens else []), *self.sentences("before", asked, pair, **drawn)]
        )
        after = " ".join([*self.sentences("rule", asked, pair, **drawn), question])
        return (
            self.with_scores(asked, pair, before, after)
            if self.states_values_apart
            else QuestionText(f"{before} {after}")
        )

    def hints(self, asked: Any, pair: QuantityInput) -> tuple[str, ...]:
        """Three or four hints, each nearer to the answer than the one before."""
        return tuple(self.sentences("hints", asked, pair))

    def hints_with_others(self, asked: Any, pair: Any, others: Sequence[Any]) -> tuple[str, ...]:
        """The hints where others are asked for of the same scores, whose numbers they may not tell."""
        pair = asked.read(pair)
        beside = f"{asked.statistic}+" if any(isinstance(one, type(asked)) for one in others) else ""
        about = {beside} if f"[{beside}]" in self.templates["hints"] else None
        return tuple(self.sentences("hints", asked, pair, about=about))

    def with_scores(self, asked: Any, pair: Any, before: str, after: str = "") -> QuestionText:
        """Return a question that states its input between two texts, if the wording has sentences for the input."""
        words, stated = " ".join(filter(None, [before, after])), self.data_sentences(asked, pair)
        return QuestionText(" ".join(filter(None, [before, stated, after])), words if stated else "")


class LazyFacts(dict[str, Any]):
    """Facts, each made when a sentence asks for it, of `it`, which is made then, too."""

    def __init__(self, facts: Facts, it: Callable[[], Any], more: Mapping[str, object] = {}) -> None:
        super().__init__(more)
        self._facts, self._it = facts, it

    def __missing__(self, name: str) -> object:
        if name == "it":
            self[name] = self._it()
        else:
            self[name] = self._facts[name](self["it"]) if name in self._facts else self["it"].sentence_fact(name)
        return self[name]


class DeclaredWording(Wording):
    """The wording of a declared quantity, from the TOML section that its case names, over those of base classes.

    The case itself returns what its question states and which sentences apply.
    """

    def __init__(self, kind: type[Any]) -> None:
        super().__init__()
        self.accepts_fraction, self.answer_format, self.states_values_apart, self._case = (
            kind.accepts_fraction,
            kind.answer_format,
            kind.states_values_apart,
            kind.case_type,
        )

    @cached_property
    def templates(self) -> dict[str, Any]:
        words = dict[str, Any]()
        for case in reversed(self._case.__mro__):
            if section := vars(case).get("wording"):
                words |= load_sentences(inspect.getfile(case))["wording"][section]
        if not words:
            raise LookupError(f"{self._case.__name__} and its base classes name no section of wording")
        return words

    def sentence_tags(self, asked: Any, pair: QuantityInput) -> set[str]:
        return {asked.statistic, *(asked.make_case(pair).sentence_tags if pair else ())}

    def data_sentences(self, asked: Any, pair: QuantityInput) -> str:
        return str(asked.make_case(pair).data_sentences)


WORDINGS: ByType[Wording] = ByType()
"""The wording of each kind of number."""

Draw = Callable[[Random, int], tuple[Any, Any]]
"""What draws a candidate of a level: what is asked, perhaps several numbers, and what is given."""


@dataclass(frozen=True)
class ExerciseTopic:
    """A kind of exercise: its name, what it trains, the lesson that teaches it, and how a candidate is drawn.

    `draw(random, level)` draws one, with the functions of `chance` only. `places` is the rounding asked for.
    """

    name: str
    title: str
    lesson: str
    draw: Draw
    places: int = 3


_TOPICS: dict[str, ExerciseTopic] = {}


def topic(name: str, title: str, lesson: str, *, places: int = 3) -> Callable[[Draw], Draw]:
    """Register the decorated function as what draws the candidates of a topic."""

    def register(drawn: Draw) -> Draw:
        if name in _TOPICS:
            raise ValueError(f"two topics are called {name}")
        _TOPICS[name] = ExerciseTopic(name, title, lesson, drawn, places)
        return drawn

    return register


def topics() -> dict[str, ExerciseTopic]:
    """Every topic by its name, in the order of the lessons."""
    return {one.name: one for one in sorted(_TOPICS.values(), key=lambda one: one.lesson)}
