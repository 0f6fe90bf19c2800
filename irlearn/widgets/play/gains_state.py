"""What the widget of gains holds: the list, the choices, the missed documents, and the gestures that change them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from irlearn.byhand.gain_formulas import IDEALS, DCGVariant, DCGWorked
from irlearn.datasets import Document
from irlearn.errors import InputError
from irlearn.ranking import UNJUDGED, Ranking, RankingLike, as_ranking
from irlearn.text.english import as_sentence
from irlearn.text.numbers import decimal
from irlearn.widgets.charts.cards import CardList, Listed, cards_of, documents_in
from irlearn.widgets.core.base import Fields, Way, action
from irlearn.widgets.core.fields import check_count

_MOST_MISSED = 20
OFFERED = (("log", 2), ("log", 10), ("original", 2), ("original", 10), ("none", 2))


@dataclass(frozen=True)
class GradedList(Listed):
    """The cards in their order, the grades of the missed documents, and how they are scored."""

    missed: tuple[int, ...]
    scheme: DCGVariant

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie."""
        grades = [card.grade for card in self.cards]
        judged = [grade for grade in grades if grade >= 0] + list(self.missed)
        return Ranking(grades, judged, documents=[card.doc_id for card in self.cards])

    @cached_property
    def table(self) -> DCGWorked:
        """What each rank adds, in the list and in the ideal list."""
        return self.scheme.of(self.ranking)

    @property
    def cutoff(self) -> int:
        """The last rank that is read."""
        return self.scheme.cutoff or len(self.cards)

    @property
    def deepest(self) -> int:
        """The deepest cutoff that still changes something: behind it neither list goes on."""
        return len(self.cards) + len(self.missed)

    @property
    def score(self) -> str:
        """The quotient as it is shown."""
        return written(self.table)

    def reordered(self, *, best: bool) -> DCGWorked:
        """The best or the worst order of the same retrieved documents."""
        grades = sorted(self.ranking.grades, reverse=best)
        return self.scheme.of(Ranking(grades, self.ranking.judged))


class GainsState(CardList):
    """The state of the widget of gains, and the gestures that change it."""

    _state: GradedList
    _held: GradedList | None

    def __init__(
        self,
        ranking: RankingLike | Iterable[Document],
        *,
        missed: str | Iterable[int] = (),
        gain: str = "linear",
        discount: str = "log",
        base: int = 2,
        ideal: str = "judged",
        cutoff: int | None = None,
        min_grade: int = 0,
        max_grade: int | None = None,
        title: str = "Graded relevance: what each rank adds",
        orders: bool = True,
    ) -> None:
        documents = documents_in(ranking)
        ranking = Ranking([card.grade for card in documents]) if documents else as_ranking(ranking)
        if not len(ranking):
            raise InputError("this widget needs a ranking with at least one document, such as '3 2 1'")
        cards = documents or cards_of(ranking, "d")
        present = [grade for grade in (*ranking.grades, *ranking.judged) if grade >= 0]
        self._lowest = min_grade
        self._highest = max([min_grade + 1, *present]) if max_grade is None else max_grade
        if not 0 <= self._lowest < self._highest:
            raise InputError(
                f"min_grade must be 0 or more and below max_grade; given: {self._lowest} and {self._highest}"
            )
        lost = (*ranking.missed, *self._read(missed))
        for grade in present:
            self._check_grade(grade)
        scheme = DCGVariant(gain, discount, base, ideal, len(cards) if cutoff is None else cutoff)
        self._title, self._orders = title, orders
        self._state = _checked(GradedList(cards, tuple(sorted(lost, reverse=True)), scheme))
        self._before: GradedList | None = None
        self._draft: str | None = None
        self._message = ""
        super().__init__()

    @property
    def scheme(self) -> DCGVariant:
        """The gain, the discount, the ideal and the cutoff as they are chosen now."""
        return self._state.scheme

    @property
    def table(self) -> DCGWorked:
        """What each rank adds, in the list and in the ideal list."""
        return self._state.table

    @property
    def dcg(self) -> float:
        """The sum of the list's discounted gains."""
        return self._state.table.dcg

    @property
    def idcg(self) -> float:
        """The sum of the ideal list's discounted gains."""
        return self._state.table.idcg

    @property
    def ndcg(self) -> float:
        """The list's sum over the ideal list's."""
        return self._state.table.ndcg

    def choose(
        self,
        *,
        gain: str | None = None,
        discount: str | None = None,
        base: int | None = None,
        ideal: str | None = None,
        cutoff: int | None = None,
        missed: str | Iterable[int] | None = None,
    ) -> None:
        """Choose the gain, the discount and its base, the ideal, the cutoff, or the grades of the missed documents."""
        chosen = {"gain": gain, "discount": discount, "base": base, "ideal": ideal, "cutoff": cutoff}
        self._choose({name: value for name, value in chosen.items() if value is not None}, missed)
        self.refresh()

    # gestures

    def _keep(self, fields: Fields) -> None:
        if "missed" in fields:
            self._draft = None if fields["missed"].split() == self._field.split() else fields["missed"]

    def _refuse(self, error: InputError) -> None:
        self._message, self._before = as_sentence(error), None

    @action
    def on_gain(self, value: str) -> None:
        """Choose what a grade is worth."""
        self._choose({"gain": value})

    @action
    def on_discount(self, index: int) -> None:
        """Choose how a rank is discounted."""
        discount, base = OFFERED[check_count(index, "a discount", 0, len(OFFERED) - 1)]
        self._choose({"discount": discount, "base": base})

    @action
    def on_ideal(self, value: str) -> None:
        """Choose what the ideal list is made of."""
        self._choose({"ideal": value})

    @action
    def on_cutoff(self, by: Way) -> None:
        """Read one rank more, or one less."""
        cutoff = self._state.cutoff + by
        if 1 <= cutoff <= self._state.deepest:
            self._choose({"cutoff": cutoff})

    @action
    def on_missed(self, fields: Fields) -> None:
        """Set the judged documents that the list misses."""
        self._choose({}, fields.get("missed", ""))
        self._draft = None

    # the state

    def _check_grade(self, grade: int) -> None:
        if grade != UNJUDGED and not self._lowest <= grade <= self._highest:
            raise InputError(f"grades here go from {self._lowest} to {self._highest}; given: {grade}")

    def _read(self, missed: str | Iterable[int]) -> tuple[int, ...]:
        """The grades of the missed documents, as typed or as numbers."""
        nothing = isinstance(missed, str) and missed.strip().lower() in ("", "none")
        lost = Ranking.parse("U", missed=() if nothing else missed).judged
        if len(lost) > _MOST_MISSED:
            raise InputError(f"at most {_MOST_MISSED} missed documents can be shown; given: {len(lost)}")
        for grade in lost:
            self._check_grade(grade)
        return lost

    @property
    def _field(self) -> str:
        return " ".join(map(str, self._state.missed))

    def _choose(self, given: dict[str, Any], missed: str | Iterable[int] | None = None) -> None:
        said = []
        if missed is not None:
            lost = self._read(missed)
            listed = " ".join(map(str, lost))
            said.append(f"Judged, not retrieved: {listed}." if lost else "No judged document is missed.")
        else:
            lost = self._state.missed
        deepest = len(self._state.cards) + len(lost)
        if "cutoff" not in given and self._state.cutoff > deepest:
            given["cutoff"] = deepest
            said.append(f"The cutoff is now {deepest}, the last rank of the ideal list.")
        scheme = replace(self._state.scheme, **given)
        if given.keys() & {"gain", "discount", "base"}:
            said.append(scheme.rule.spoken)
        if "ideal" in given:
            said.append(f"The ideal list is made of {IDEALS[scheme.ideal]}.")
        self._become(replace(self._state, scheme=scheme, missed=lost, touched=""), " ".join(said))

    def _become(self, state: GradedList, said: str) -> None:
        _checked(state)
        self._before = self._held or self._state
        self._state = state
        self._message = " ".join(filter(None, [said, _change(self._before, state)]))

    def _graded(self, card: Document) -> str:
        if card.grade < 0:
            return f"You made {card.doc_id} unjudged."
        return f"You gave {card.doc_id} grade {card.grade}."

    def _next_grade(self, grade: int) -> int:
        return grade + 1 if self._lowest <= grade < self._highest else self._lowest


def _checked(state: GradedList) -> GradedList:
    """Refuse a state that cannot be worked out, before it is shown."""
    for card in state.cards:
        state.scheme.gain_of(card.grade)
    if state.cutoff > state.deepest:
        raise InputError(f"the cutoff goes from 1 to {state.deepest}, all documents; given: {state.cutoff}")
    _ = state.table
    return state


def written(table: DCGWorked) -> str:
    """The quotient to three significant digits."""
    return decimal(table.ndcg if table.fraction is None else table.fraction, 3)


def _change(before: GradedList, now: GradedList) -> str:
    """What became of the score and, where it stays, of the two sums."""
    then, name = f"n{before.scheme.short}", f"n{now.scheme.short}"
    if then != name:
        return f"{then} was {before.score}, {name} is {now.score}."
    if before.score != now.score:
        return f"{name} was {before.score}, now {now.score}."
    (above, ideal), (sum_now, ideal_now) = (tuple(decimal(s) for s in state.table.sums) for state in (before, now))
    if (above, ideal) == (sum_now, ideal_now):
        return f"{name} stays at {now.score}."
    short = now.scheme.short
    return f"{name} stays at {now.score}: {short} was {above}, now {sum_now}; I{short} was {ideal}, now {ideal_now}."
