"""Graded relevance with everything that is a choice as a control: the gain, the discount, the ideal, the cutoff."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from irlearn.derivation import mark
from irlearn.derivation.gains import GAINS, IDEALS, Gain, GainScheme, GainTable
from irlearn.errors import InputError
from irlearn.notation import decimal, sentence
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.widgets.base import Fields, Way, Widget, action
from irlearn.widgets.controls import check_count
from irlearn.widgets.pieces import arrow

_MANY = 10  # cards; a longer list is drawn with lower cards
_MOST_MISSED = 20
_DISCOUNTS = (("log", 2), ("log", 10), ("original", 2), ("original", 10), ("none", 2))


@dataclass(frozen=True)
class _State:
    """The cards as (name, grade) in their order, the grades of the missed documents, and how they are scored."""

    cards: tuple[tuple[str, int], ...]
    missed: tuple[int, ...]
    scheme: GainScheme
    touched: str = ""

    @cached_property
    def ranking(self) -> Ranking:
        grades = [grade for _, grade in self.cards]
        judged = [grade for grade in grades if grade >= 0] + list(self.missed)
        return Ranking(grades, judged, documents=[name for name, _ in self.cards])

    @cached_property
    def table(self) -> GainTable:
        return self.scheme.of(self.ranking)

    @property
    def cutoff(self) -> int:
        return self.scheme.cutoff or len(self.cards)

    @property
    def deepest(self) -> int:
        """The deepest cutoff that still changes something: behind it neither list goes on."""
        return len(self.cards) + len(self.missed)

    def place(self, name: str) -> int:
        return next(place for place, (known, _) in enumerate(self.cards) if known == name)

    def reordered(self, *, best: bool) -> GainTable:
        """The best or the worst order of the same retrieved documents."""
        grades = sorted(self.ranking.grades, reverse=best)
        return self.scheme.of(Ranking(grades, self.ranking.judged))


class Gains(Widget):
    """A list of graded documents beside its ideal list, and how nDCG comes from the two, each choice a control.

    `ranking` gives the grades, the documents' names and what the list misses; `missed` are the grades of further
    judged documents, such as "3 3 3". `gain`, `discount`, `base`, `ideal` and `cutoff` are those of `GainScheme`;
    the cutoff is the length of the list unless you say otherwise. Grades go from `min_grade` to `max_grade` (the
    highest grade present, unless you say). `orders=False` hides how far the other orders of the same documents reach.
    What cannot be shown is refused with an `InputError`.

    The state is read with `ranking`, `scheme`, `table`, `dcg`, `idcg` and `ndcg`, and changed with `choose`, `move` and
    `judge`, as the gestures do.

    >>> from irlearn import datasets, widgets
    >>> gains = widgets.Gains(datasets.five_grades(), min_grade=1)
    >>> round(gains.ndcg, 3)
    0.95
    >>> gains.choose(gain="shifted")
    >>> round(gains.ndcg, 3)
    0.915
    """

    def __init__(
        self,
        ranking: Ranking,
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
        if not isinstance(ranking, Ranking) or not len(ranking):
            raise InputError("this widget needs a Ranking with at least one document, such as Ranking.parse('3 2 1')")
        names = ranking.documents or tuple(f"d{rank}" for rank in range(1, len(ranking) + 1))
        cards = tuple(zip(names, ranking.grades, strict=True))
        present = [grade for grade in (*ranking.grades, *ranking.judged) if grade >= 0]
        self._lowest = min_grade
        self._highest = max([min_grade + 1, *present]) if max_grade is None else max_grade
        if not 0 <= self._lowest < self._highest:
            raise InputError(
                f"min_grade must be 0 or more and below max_grade; given: {self._lowest} and {self._highest}"
            )
        lost = (*ranking.missed, *self._read(missed))
        for grade in present:
            self._allowed(grade)
        scheme = GainScheme(gain, discount, base, ideal, len(cards) if cutoff is None else cutoff)
        self._title, self._orders = title, orders
        self._start = self._state = _checked(_State(cards, tuple(sorted(lost, reverse=True)), scheme))
        self._before: _State | None = None
        self._held: _State | None = None
        self._draft: str | None = None
        self._said = ""
        super().__init__()

    @property
    def ranking(self) -> Ranking:
        """The ranking as the cards lie now."""
        return self._state.ranking

    @property
    def scheme(self) -> GainScheme:
        """The gain, the discount, the ideal and the cutoff as they are chosen now."""
        return self._state.scheme

    @property
    def table(self) -> GainTable:
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

    def move(self, name: str, rank: int) -> None:
        """Put a document at a rank, counted from 1."""
        self._check(name)
        if not 1 <= rank <= len(self._state.cards):
            raise InputError(f"ranks go from 1 to {len(self._state.cards)}; given: {rank}")
        self._put(name, rank - 1)
        self.refresh()

    def judge(self, name: str, grade: int) -> None:
        """Give a document of the list another grade; -1 makes it unjudged."""
        self._check(name)
        if grade != UNJUDGED:
            self._allowed(grade)
        self._regrade(name, grade)
        self.refresh()

    # gestures

    def _keep(self, fields: Fields) -> None:
        if "missed" in fields:
            self._draft = None if fields["missed"].split() == self._field.split() else fields["missed"]

    def _refuse(self, error: InputError) -> None:
        self._said, self._before = sentence(error), None

    @action
    def on_gain(self, value: str) -> None:
        """Choose what a grade is worth."""
        self._choose({"gain": value})

    @action
    def on_discount(self, index: int) -> None:
        """Choose how a rank is discounted."""
        discount, base = _DISCOUNTS[check_count(index, "a discount", 0, len(_DISCOUNTS) - 1)]
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

    @action
    def on_step(self, key: str, by: int) -> None:
        """Move a document by one rank or more."""
        self._check(key)
        place = self._state.place(key) + by
        if 0 <= place < len(self._state.cards):
            self._put(key, place)

    @action
    def on_grab(self, key: str) -> None:
        """Remember the state before a drag, so that the change is counted from there."""
        self._check(key)
        self._held = self._state

    @action
    def on_place(self, key: str, to: int) -> None:
        """Let the list follow a document that is being dragged."""
        self._check(key)
        self._put(key, check_count(to, "a place", 0, len(self._state.cards) - 1))

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._check(key)
        self._held = None

    @action
    def on_toggle(self, key: str) -> None:
        """Give a document the next grade."""
        self._check(key)
        grade = self._state.cards[self._state.place(key)][1]
        self._regrade(key, grade + 1 if self._lowest <= grade < self._highest else self._lowest)

    @action
    def on_reset(self) -> None:
        """Put everything back."""
        self._state, self._before, self._draft = self._start, None, None
        self._said = "Everything is back where it was."

    # the state

    def _check(self, name: str) -> None:
        if all(known != name for known, _ in self._state.cards):
            raise InputError(f"the list holds no document {name!r}; it holds {', '.join(self.ranking.documents)}")

    def _allowed(self, grade: int) -> None:
        if not self._lowest <= grade <= self._highest:
            raise InputError(f"grades here go from {self._lowest} to {self._highest}; given: {grade}")

    def _read(self, missed: str | Iterable[int]) -> tuple[int, ...]:
        """The grades of the missed documents, as typed or as numbers."""
        nothing = isinstance(missed, str) and missed.strip().lower() in ("", "none")
        lost = Ranking.parse("U", missed=() if nothing else missed).judged
        if len(lost) > _MOST_MISSED:
            raise InputError(f"at most {_MOST_MISSED} missed documents can be shown; given: {len(lost)}")
        for grade in lost:
            self._allowed(grade)
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
        said += self._told(scheme, given)
        self._become(replace(self._state, scheme=scheme, missed=lost, touched=""), " ".join(said))

    def _told(self, scheme: GainScheme, given: dict[str, Any]) -> list[str]:
        """What was chosen, in words."""
        said = []
        if "gain" in given or "discount" in given or "base" in given:
            said.append(scheme.says)
        if "ideal" in given:
            said.append(f"The ideal list is made of {IDEALS[scheme.ideal]}.")
        return said

    def _become(self, state: _State, said: str) -> None:
        _checked(state)
        self._before = self._held or self._state
        self._state = state
        self._said = " ".join(filter(None, [said, _change(self._before, state)]))

    def _put(self, name: str, place: int) -> None:
        cards = list(self._state.cards)
        was = self._state.place(name)
        cards.insert(place, cards.pop(was))
        start = was if self._held is None else self._held.place(name)
        moved = f"from rank {start + 1} to rank {place + 1}" if start != place else f"back to rank {place + 1}"
        self._become(replace(self._state, cards=tuple(cards), touched=name), f"You moved {name} {moved}.")

    def _regrade(self, name: str, grade: int) -> None:
        cards = tuple((known, grade if known == name else old) for known, old in self._state.cards)
        said = f"You gave {name} grade {grade}." if grade >= 0 else f"You made {name} unjudged."
        self._become(replace(self._state, cards=cards, touched=name), said)

    # the picture

    def draw(self) -> str:
        """The choices, the list and its ideal side by side, and the quotient of their sums."""
        state = self._state
        many = " many" if max(len(state.cards), len(state.table.ideal)) > _MANY else ""
        most = max((float(step.value) for step in (*state.table.steps, *state.table.ideal)), default=0.0) or 1.0
        return (
            f'<div class="gains{many}"><h3>{escape(self._title)}</h3>'
            '<p class="hint">Drag a card, use ▲ ▼, or <kbd>Alt</kbd> + <kbd>↑</kbd> <kbd>↓</kbd> on it. '
            "Click the grade, or press <kbd>Space</kbd>, to change it.</p>"
            f'{self._draw_choices()}<div class="lists">{self._draw_list(most)}{self._draw_ideal(most)}</div>'
            f"{self._draw_sum()}</div>"
        )

    def _draw_choices(self) -> str:
        scheme = self._state.scheme
        gains = "".join(
            _choice("gain", f'data-value="{name}"', name, _formula(formula), chosen=name == scheme.gain)
            for name, formula in GAINS.items()
        )
        discounts = "".join(
            _choice("discount", f'data-index="{index}"', str(index), _discount(discount, base), chosen=chosen)
            for index, (discount, base) in enumerate(_DISCOUNTS)
            for chosen in [discount == scheme.discount and (base == scheme.base or discount == "none")]
        )
        return (
            f'<div class="choices"><span class="name">gain</span><div role="group" aria-label="gain">{gains}</div>'
            f'<span class="name">discount</span><div role="group" aria-label="discount">{discounts}</div></div>'
            f'<p class="says">{_formula(scheme.says)}</p>'
        )

    def _draw_list(self, most: float) -> str:
        state = self._state
        k, last = state.cutoff, len(state.cards) - 1
        less, more = (
            (("", " data-focus-next") if k <= 1 else (" data-focus-next", "")) if not state.touched else ("", "")
        )
        pieces = []
        for place, (name, grade) in enumerate(state.cards):
            if place == k:
                pieces.append(f'<li class="cut" aria-hidden="true"><span>cutoff {k}</span></li>')
            step = state.table.steps[place] if place < k else None
            pieces.append(self._draw_card(place, name, grade, step, most, last))
        stepper = (
            f'<button data-do="cutoff" data-by="-1" data-focus="less" aria-label="cutoff one less"'
            f"{less}{' disabled' if k <= 1 else ''}>−</button><strong>{k}</strong>"
            f'<button data-do="cutoff" data-by="1" data-focus="more" aria-label="cutoff one more"'
            f"{more}{' disabled' if k >= state.deepest else ''}>+</button>"
        )
        return (
            f'<div class="head mine"><strong>The list</strong><span class="stepper" role="group" aria-label="cutoff">'
            f"read to rank {stepper}</span></div>"
            '<div class="labels mine" aria-hidden="true"><span class="at-mark">grade</span><span class="at-gain">gain'
            '</span><span class="at-discount">discount</span><span class="at-adds">adds</span></div>'
            f'<ol class="cards mine" aria-label="the list">{"".join(pieces)}</ol>'
        )

    def _draw_card(self, place: int, name: str, grade: int, step: Gain | None, most: float, last: int) -> str:
        look = "unjudged" if grade < 0 else "relevant" if self._state.scheme.gain_of(grade) else "plain"
        touched = name == self._state.touched
        look += (" touched" if touched else "") + ("" if step else " below")
        key, word = escape(name, quote=True), f"grade {grade}" if grade >= 0 else "unjudged"
        if step is None:
            worked, told = '<span class="adds">not read</span>', "below the cutoff, not read"
        else:
            worked = (
                f'<span class="gain">{step.gain}</span><span class="discount" title="{step.written or "no discount"}">'
                f"÷ {decimal(step.discount)}</span>{_adds(step, most)}"
            )
            told = f"gain {step.gain} divided by {decimal(step.discount)} adds {decimal(step.value, 3)}"
        return (
            f'<li class="card {look}" data-drag data-card="{key}" data-focus="card {key}" tabindex="0" '
            f"{'data-focus-next ' if touched else ''}"
            f'aria-label="rank {place + 1}, {key}, {word}, {told}">'
            f'<span class="rank">{place + 1}</span><span class="grip" aria-hidden="true">⠿</span>'
            f'<button class="mark" data-do="toggle" data-key="{key}" data-focus="mark {key}" '
            f'aria-label="{key} has {word}; change">{mark(grade)}</button>'
            f'<span class="title" title="{key}">{escape(name)}</span>{worked}'
            f'<span class="moves">{arrow("▲", "up", -1, key, disabled=place == 0)}'
            f"{arrow('▼', 'down', 1, key, disabled=place == last)}</span></li>"
        )

    def _draw_ideal(self, most: float) -> str:
        state = self._state
        held = {grade: sum(known == grade for _, known in state.cards) for grade in range(-1, self._highest + 1)}
        rows = []
        for step in state.table.ideal:
            mine = held[step.grade] > 0
            held[step.grade] -= 1
            note = "" if mine else "missed"
            told = f"rank {step.rank}, grade {mark(step.grade)}{', missed by the list' if note else ''}"
            rows.append(
                f'<li class="best{"" if mine else " lost"}" aria-label="{told}, adds {decimal(step.value, 3)}">'
                f'<span class="rank">{step.rank}</span><span class="pill">{mark(step.grade)}</span>'
                f'<span class="small">{note}</span>{_adds(step, most)}</li>'
            )
        buttons = "".join(
            _choice("ideal", f'data-value="{name}"', name, text, chosen=name == state.scheme.ideal)
            for name, text in (("judged", "all judged"), ("retrieved", "retrieved only"))
        )
        none = '<li class="best empty">no judged document</li>'
        shown = self._field if self._draft is None else self._draft
        return (
            '<div class="head best"><strong>The ideal list</strong>'
            f'<span role="group" aria-label="the ideal is made of">{buttons}</span></div>'
            '<div class="labels best" aria-hidden="true"><span class="at-mark">grade</span><span class="at-adds">adds'
            "</span></div>"
            f'<ol class="ideal best" aria-label="the ideal list">{"".join(rows) or none}</ol>'
            '<div class="lost-field"><button data-do="reset" data-focus="reset">Start again</button>'
            '<span>judged, not retrieved</span><span class="set"><input type="text" name="missed" data-fixed '
            'data-enter="missed" data-focus="missed" autocomplete="off" placeholder="none" aria-label="grades of the '
            f'judged documents that the list misses" value="{escape(shown, quote=True)}">'
            '<button data-do="missed" data-focus="set">Set</button></span></div>'
        )

    def _draw_sum(self) -> str:
        state, before = self._state, self._before
        name = f"n{state.scheme.short}"
        *sums, _ = state.table.lines
        was = ""
        if before is not None and before.scheme.short == state.scheme.short and _shown(before) != _shown(state):
            look = "up" if state.table.ndcg > before.table.ndcg else "down"
            was = f' <span class="{look}">was {_shown(before)}</span>'
        fraction = state.table.fraction
        exact = f"{fraction} = " if fraction is not None and fraction.denominator > 1 else ""
        above, below = (decimal(value) for value in state.table.sums)
        quotient = (
            f'<p class="quotient"><strong>{name}</strong> = <span class="over" role="img" aria-label="{above} over '
            f'{below}"><span>{above}</span><span>{below}</span></span> = {exact}<strong>{_shown(state)}</strong>'
            f"{was}</p>"
        )
        if not state.table.idcg:
            quotient = f'<p class="quotient">{escape(state.table.lines[-1])}</p>'
        equations = "".join(f'<p class="equation">{_spans(line)}</p>' for line in sums)
        said = escape(self._said) or "The ideal list holds the best documents first. nDCG compares the two sums."
        return (
            f'<div class="sum">{equations}<div class="outcome">{quotient}{self._draw_scale(name)}'
            "</div>"
            f"<p data-said>{said}</p></div>"
        )

    def _draw_scale(self, name: str) -> str:
        """Where the score lies between 0 and 1, and between the worst and the best order of the same documents."""
        state = self._state
        side, left, middle = 200, 10, 14
        at = [f"{left + side * value:.1f}" for value in (0, 1, state.table.ndcg)]
        pieces = [f'<line class="axis" x1="{at[0]}" x2="{at[1]}" y1="{middle}" y2="{middle}"/>']
        alt, note = f"{name} is {_shown(state)} on a scale from 0 to 1.", ""
        if self._orders:
            worst, best = (state.reordered(best=good) for good in (False, True))
            x1, x2 = (f"{left + side * table.ndcg:.1f}" for table in (worst, best))
            pieces.append(f'<line class="reach" x1="{x1}" x2="{x2}" y1="{middle}" y2="{middle}"/>')
            note = f"Worst order {_three(worst)}, best {_three(best)}."
        pieces += [
            f'<text class="soft" x="{at[place]}" y="{middle + 20}" text-anchor="middle">{place}</text>'
            for place in (0, 1)
        ]
        if self._before is not None and _shown(self._before) != _shown(state):
            x = f"{left + side * self._before.table.ndcg:.1f}"
            pieces.append(f'<circle class="was" cx="{x}" cy="{middle}" r="5"/>')
        pieces.append(f'<circle class="now" cx="{at[2]}" cy="{middle}" r="5"/>')
        alt = escape(f"{alt} {note}".strip(), quote=True)
        shown = f'<span class="small">{note}</span>' if note else ""
        return (
            f'<div class="scale"><svg viewBox="0 0 {side + 2 * left} 38" width="{side + 2 * left}" height="38" '
            f'role="img" aria-label="{alt}">{"".join(pieces)}</svg>{shown}</div>'
        )

    def __repr__(self) -> str:
        """The widget's name and what it shows."""
        return f"<irlearn Gains: n{self.scheme.short} = {_shown(self._state)}>"


def _checked(state: _State) -> _State:
    """Refuse a state that cannot be worked out, before it is shown."""
    for _, grade in state.cards:
        state.scheme.gain_of(grade)
    if state.cutoff > state.deepest:
        raise InputError(f"the cutoff goes from 1 to {state.deepest}, all documents; given: {state.cutoff}")
    _ = state.table
    return state


def _three(table: GainTable) -> str:
    return decimal(table.ndcg if table.fraction is None else table.fraction, 3)


def _shown(state: _State) -> str:
    return _three(state.table)


def _change(before: _State, now: _State) -> str:
    """What became of the score and, where it stays, of the two sums."""
    then, name = f"n{before.scheme.short}", f"n{now.scheme.short}"
    if then != name:
        return f"{then} was {_shown(before)}, {name} is {_shown(now)}."
    if _shown(before) != _shown(now):
        return f"{name} was {_shown(before)}, now {_shown(now)}."
    (above, ideal), (sum_now, ideal_now) = (tuple(decimal(s) for s in state.table.sums) for state in (before, now))
    if (above, ideal) == (sum_now, ideal_now):
        return f"{name} stays at {_shown(now)}."
    short = now.scheme.short
    return f"{name} stays at {_shown(now)}: {short} was {above}, now {sum_now}; I{short} was {ideal}, now {ideal_now}."


def _choice(do: str, data: str, key: str, text: str, *, chosen: bool) -> str:
    return f'<button data-do="{do}" {data} data-focus="{do} {key}" aria-pressed="{str(chosen).lower()}">{text}</button>'


def _discount(discount: str, base: int) -> str:
    return {"log": _formula(f"log{base}(rank + 1)"), "original": f"original, b = {base}", "none": "none"}[discount]


def _formula(text: str) -> str:
    """A formula in words with its exponent raised and its base lowered."""
    return re.sub(r"log(\d+)\(", r"log<sub>\1</sub>(", escape(text).replace("2^grade", "2<sup>grade</sup>"))


def _spans(line: str) -> str:
    """A sum and its result, without the decimals that the bars show; its terms do not break in the middle."""
    head, added, *more = line.split(" = ")
    terms = " + ".join(f'<span class="term">{_formula(term)}</span>' for term in added.split(" + "))
    return f"<strong>{escape(head)}</strong> = {' = '.join([terms, *more[-1:]])}"


def _adds(step: Gain, most: float) -> str:
    share = float(step.value) / most
    bar = f'<span class="bar" style="width:calc(var(--bar) * {share:.3f})"></span>' if share else ""
    return f'<span class="adds">{bar}<span>{decimal(step.value, 3)}</span></span>'
