"""The wording of questions by quantity, and the registry of exercise topics."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from irlearn.byhand.hand_quantity import QuantityInput, load_sentences
from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Facts
from irlearn.byhand.portable_random import choose
from irlearn.quantity import ByType
from irlearn.text.english import number_word

WHOLE = "Give a whole number."
UNDERSTOOD = "You can type 13/30, {}, or {}.", "You can type 13/30 or {}."
"""The sentences about the form of an answer: for numbers from 0 to 1, and for numbers that may be above 1."""


def rounded_to(places: int, *, fraction: bool) -> str:
    """Return the sentence that says how many digits to give, and whether a fraction is accepted.

    >>> rounded_to(3, fraction=True)
    'Give three digits after the point, or a fraction.'
    """
    return f"Give {number_word(places)} digits after the point{', or a fraction' if fraction else ''}."


class QuestionText(NamedTuple):
    """The text of a question, and the text without its input, which is empty if a sentence contains the input."""

    text: str
    text_without_data: str = ""


class Wording:
    """The wording of questions about a quantity: its name, the input, the rounding and the hints.

    The sentences are in `question_words.toml`, one on each line, by kind of quantity. A tag such as "[p wins]" at the
    beginning of a line limits the line to these statistics. The tag "[p+]" stands for p in a question that also asks
    for another number of the same kind. A question consists of one of the `opens`, `before`, the stated input with
    `states_values_apart`, the `rule`, and the question itself. Braces hold facts: `{it.name}` of the facts that
    misconceptions use, entries of `facts`, and one choice from each list in `draws`. `accepts_fraction` says whether
    the right answer may be a fraction; `answer_format` says how to type an answer that is not a number.
    `data_sentences` and `hints` receive the parsed input. `WORDINGS` has an instance per kind.
    """

    accepts_fraction: bool = True
    answer_format: str = ""
    states_values_apart: bool = True
    facts: ClassVar[Facts] = {}

    def __init__(self, kind: str = "") -> None:
        self.kind = kind

    @cached_property
    def templates(self) -> dict[str, Any]:
        """The templates of the sentences by sort; they override the templates of the kind named by `like`."""
        by_kind = load_sentences(__file__)
        templates = by_kind[self.kind]
        return {**by_kind[templates["like"]], **templates} if "like" in templates else templates

    def quantity_phrase(self, asked: Any) -> str:
        """Return the quantity as a question names it."""
        return str(asked.phrase)

    def sentence_tags(self, asked: Any, pair: QuantityInput) -> set[str]:  # noqa: ARG002 - some wordings depend on it
        """Return the tags of the sentences to use: the statistic."""
        return {asked.statistic}

    def sentences(
        self, what: str, asked: Any, pair: QuantityInput = (), *, about: set[str] | None = None, **more: object
    ) -> list[str]:
        """Return the sentences of a sort, filled with facts and `more` values; `about` replaces the usual tags."""
        sentences = list[str]()
        facts = LazyFacts(self.facts, lambda: FACTS_BY_QUANTITY.of(asked)(asked, pair, False), more)
        rows = self.templates.get(what, "").splitlines()
        wanted = about or (self.sentence_tags(asked, pair) if rows else set())
        for row in map(str.strip, rows):
            tags, _, template = row[1:].partition("] ") if row[:1] == "[" else ("", "", row)
            if template and (not tags or wanted.intersection(tags.split())):
                sentences.append(" ".join(template.split()).format_map(facts))
        return sentences

    def rounding(self, asked: Any, places: int) -> str:
        """Return the sentence that states the rounding."""
        return " ".join(self.sentences("rounding", asked)) or rounded_to(places, fraction=self.accepts_fraction)

    def definition(self, asked: Any) -> str:
        """Return the definition that a question needs if it asks for this quantity and then for another."""
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
        """Return all sentences of a question; `random` chooses between alternatives."""
        drawn = {name: choose(random, choices) for name, choices in self.templates.get("draws", {}).items()}
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
        """Return three or four hints, each nearer to the answer than the one before."""
        return tuple(self.sentences("hints", asked, pair))

    def hints_with_others(self, asked: Any, pair: Any, others: Sequence[Any]) -> tuple[str, ...]:
        """Return the hints in a question that also asks for `others`. The hints must not reveal those numbers."""
        pair = asked.read(pair)
        tag = f"{asked.statistic}+" if any(isinstance(other, type(asked)) for other in others) else ""
        about = {tag} if f"[{tag}]" in self.templates["hints"] else None
        return tuple(self.sentences("hints", asked, pair, about=about))

    def with_scores(self, asked: Any, pair: Any, before: str, after: str = "") -> QuestionText:
        """Return a question with its input between two texts, if the wording has sentences for the input."""
        words, stated = " ".join(filter(None, [before, after])), self.data_sentences(asked, pair)
        return QuestionText(" ".join(filter(None, [before, stated, after])), words if stated else "")


class LazyFacts(dict[str, Any]):
    """A mapping of facts that are computed when a sentence mentions them; `it` is the object that they describe."""

    def __init__(self, facts: Facts, it: Callable[[], Any], more: Mapping[str, object] = {}) -> None:
        super().__init__(more)
        self._facts, self._make_it = facts, it

    def __missing__(self, name: str) -> object:
        if name == "it":
            self[name] = self._make_it()
        else:
            self[name] = self._facts[name](self["it"]) if name in self._facts else self["it"].sentence_fact(name)
        return self[name]


class DeclaredWording(Wording):
    """The wording of a declared quantity, from the TOML section of its case, which overrides those of base classes.

    The case itself returns what its question states and which sentences apply.
    """

    def __init__(self, kind: type[Any]) -> None:
        super().__init__()
        self.accepts_fraction = kind.accepts_fraction
        self.answer_format = kind.answer_format
        self.states_values_apart = kind.states_values_apart
        self._case = kind.case_type

    @cached_property
    def templates(self) -> dict[str, Any]:
        templates = dict[str, Any]()
        for case in reversed(self._case.__mro__):
            if section := vars(case).get("wording"):
                templates |= load_sentences(inspect.getfile(case))["wording"][section]
        if not templates:
            raise LookupError(f"{self._case.__name__} and its base classes name no section of wording")
        return templates

    def sentence_tags(self, asked: Any, pair: QuantityInput) -> set[str]:
        return {asked.statistic, *(asked.make_case(pair).sentence_tags if pair else ())}

    def data_sentences(self, asked: Any, pair: QuantityInput) -> str:
        return str(asked.make_case(pair).data_sentences)


WORDINGS: ByType[Wording] = ByType()
"""The wording of each type of quantity."""

Draw = Callable[[Random, int], tuple[Any, Any]]
"""A function that draws a candidate of a level: one quantity or a tuple of quantities, and the input."""


@dataclass(frozen=True)
class ExerciseTopic:
    """A topic of generated exercises.

    Attributes
    ----------
    name : str
        The name, such as "ap".
    title : str
        What the exercise trains.
    lesson : str
        The lesson that teaches it.
    draw : callable
        `draw(random, level)` returns a candidate. It uses `random` only through `irlearn.byhand.portable_random`.
    places : int
        The digits after the point that the question asks for.
    """

    name: str
    title: str
    lesson: str
    draw: Draw
    places: int = 3


_TOPICS: dict[str, ExerciseTopic] = {}


def topic(name: str, title: str, lesson: str, *, places: int = 3) -> Callable[[Draw], Draw]:
    """Return a decorator that registers the function that draws the candidates of a topic."""

    def register(draw: Draw) -> Draw:
        if name in _TOPICS:
            raise ValueError(f"two topics are called {name}")
        _TOPICS[name] = ExerciseTopic(name, title, lesson, draw, places)
        return draw

    return register


def topics() -> dict[str, ExerciseTopic]:
    """Return all topics by name, in the order of the lessons."""
    return {topic.name: topic for topic in sorted(_TOPICS.values(), key=lambda topic: topic.lesson)}
