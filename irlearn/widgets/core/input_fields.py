"""What a kind of number is asked about, as widgets take it in and draw it: a field, and which kind has which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.byhand.catalogue import BestOfMany, Discrimination, Kappa, OutcomeShare, PairOutcome, Phi, Tukey
from irlearn.byhand.catalogue.criteria import CriterionCount, columns_of
from irlearn.byhand.catalogue.judged_runs import RunsQuantity
from irlearn.byhand.catalogue.rank_correlation import RankCorrelation
from irlearn.byhand.paired_tests import Binomial
from irlearn.byhand.quantity import HandQuantity, QuantityInput
from irlearn.byhand.question_text import WORDINGS
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import ByType
from irlearn.text.html import Content, Element, div, p, span, table, tbody, td, th, thead, tr
from irlearn.text.tables import table_of


def _in_a_sentence(asked: HandQuantity, pair: QuantityInput) -> Content:
    return p("small")[WORDINGS.of(asked).data_sentences(asked, pair)]


@dataclass(frozen=True)
class InputField:
    """The field in which a hand check takes what a number is worked out on, and how that is drawn elsewhere.

    `name` is the field's, shared by kinds whose texts may stand for one another; `label` is read before it, `noun` is
    the noun in sentences, `hint` what to mind while typing. One that is `wide` has a row of its own. Without
    `draw_data` it is drawn as a sentence.
    """

    name: str
    label: str
    noun: str
    hint: str = ""
    draw_data: Callable[[Any, QuantityInput], Content] = _in_a_sentence
    wide: bool = True

    @property
    def css_class(self) -> str:
        """The classes of the field's label."""
        return f"{self.name} wide" if self.wide else self.name

    @property
    def example(self) -> str:
        """What to tell where an example stands in the field."""
        return f"These {self.noun} are an example. Type your own over them{self.hint}."

    @property
    def back(self) -> str:
        """What to tell where the field shows again what was typed before."""
        return f"The {self.noun} that stood here before are back."


class RankingField(InputField):
    """The field that takes one ranking, or the rankings or values of several queries."""

    @property
    def example(self) -> str:
        return "This ranking is an example. Type your own over it."

    @property
    def back(self) -> str:
        return "The ranking that stood here before is back."


FIELDS: ByType[InputField] = ByType()
"""The field of each kind of number."""

FIELDS(Measure, Mean)(RankingField("ranking", "Ranking", "ranking", wide=False))


def rows_in_a_box(columns: Mapping[str, Sequence[str]], label: str) -> Element:
    """A table with a header for each column and for each row, in a box; many columns stack where the page is narrow."""
    return div("scored", role="group", tabindex="0", data_focus="scores", aria_label=label)[
        table_of([*columns], [*zip(*columns.values(), strict=True)])
    ]


def _draw_judged(asked: Kappa, pair: QuantityInput) -> Element:
    """What is known of the assessors: of two a row for each judgment of A and a column for each of B, and the sums."""
    found = asked.make_case(pair)
    return rows_in_a_box(found.columns, found.caption)


def _draw_orders(asked: RankCorrelation, pair: QuantityInput) -> Element:
    """A row for each thing, with its place in both orders."""
    case = asked.make_case(pair)
    return rows_in_a_box(case.columns, f"{case.n} things in two orders")


_PARTED = ", with | between two"
FIELDS(Kappa)(InputField("judged", "Table of counts, or both lists of judgments", "judgments", _PARTED, _draw_judged))
FIELDS(RankCorrelation)(InputField("orders", "Two orders, or two lists of scores", "orders", _PARTED, _draw_orders))


def _draw_challengers(asked: CriterionCount, pair: QuantityInput) -> Element:
    """A row for each challenger: who alone answers, ESL, and a p-value of each."""
    columns = columns_of(asked.make_case(pair).rows)
    return rows_in_a_box(columns, f"{len(pair)} challengers")


FIELDS(CriterionCount)(
    InputField("rows", "Challengers", "challengers", ", with | between two", draw_data=_draw_challengers)
)


FIELDS(Binomial, Phi)(InputField("counts", "Successes and trials", "counts", wide=False))
FIELDS(BestOfMany)(InputField("named", "Numbers with their names", "numbers"))


def _draw_pairs(asked: PairOutcome, pair: QuantityInput) -> list[Content]:
    """A row for each pair, and the two thresholds."""
    case = asked.make_case(pair)
    return [rows_in_a_box(case.table, f"{len(pair) - 1} pairs of systems"), p("small")[case.notes]]


FIELDS(PairOutcome)(
    InputField("pairs", "Thresholds | pairs", "pairs", ", with | between two and the thresholds first", _draw_pairs)
)
FIELDS(Discrimination)(InputField("outcomes", "Counts of the eight outcomes", "counts"))


def _draw_runs(asked: RunsQuantity, pair: QuantityInput) -> Content:
    """A row for each run, its documents from the first to the last, and a sentence about the judgments."""
    case = asked.make_case(pair)
    label = f"{len(case.judged_runs.runs)} runs, their documents from the first to the last"
    return [rows_in_a_box(case.judged_runs.table, label), p("small")[case.judgments]]


FIELDS(RunsQuantity)(InputField("runs", "Runs and judgments", "runs", ", with | between two", draw_data=_draw_runs))


_NARROW = 5  # queries whose scores fit a narrow page; more of them scroll there, and the keys must reach them


def _draw_scores(asked: HandQuantity, pair: QuantityInput) -> Element:
    """A row of scores, or ranks, for each system, a column for each query, in a box that scrolls where narrow."""
    queries = len(pair[0])
    what = "Ranks" if isinstance(asked, OutcomeShare) else "Scores"
    box = div("scored", role="group", aria_label=f"{what} of A and B on {queries} queries")
    if queries > _NARROW:
        box = box(tabindex="0", data_focus="scores")  # its arrow keys are left to it
    column = th(scope="col")
    return box[
        table[
            thead[
                tr[
                    column[span("visually-hidden")["system"]],
                    (column[f"q{number}"] for number in range(1, queries + 1)),
                ]
            ],
            tbody[
                (
                    tr[th(scope="row", class_=name.lower())[name], (td[text] for text in texts)]
                    for name, texts in zip("AB", asked.score_columns(pair), strict=True)
                )
            ],
        ]
    ]


FIELDS(HandQuantity)(InputField("scores", "Scores of A | scores of B", "scores", draw_data=_draw_scores))


def _draw_table(asked: Tukey, pair: QuantityInput) -> Element:
    """A row for each topic, a column for each system."""
    case = asked.make_case(pair)
    return rows_in_a_box(case.columns, f"Scores of {len(case.systems)} systems on {case.topics} topics")


FIELDS(Tukey)(
    InputField("table", "Scores of each system", "scores", ", with | between two systems", draw_data=_draw_table)
)
