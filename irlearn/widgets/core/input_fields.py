"""The input field of each quantity, and how a widget draws the data of a question about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.byhand.catalogue import BestOfMany, Discrimination, Kappa, OutcomeShare, PairOutcome, Phi, Tukey
from irlearn.byhand.catalogue.criteria import CriterionCount, columns_of
from irlearn.byhand.catalogue.judged_runs import RunsQuantity
from irlearn.byhand.catalogue.rank_correlation import RankCorrelation
from irlearn.byhand.hand_quantity import HandQuantity, QuantityInput
from irlearn.byhand.paired_tests import Binomial
from irlearn.byhand.question_text import WORDINGS
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.quantity import ByType
from irlearn.text.html import Content, Element, div, p, span, table, tbody, td, th, thead, tr
from irlearn.text.tables import table_of


def _draw_sentence(quantity: HandQuantity, data: QuantityInput) -> Content:
    return p("small")[WORDINGS.of(quantity).data_sentences(quantity, data)]


@dataclass(frozen=True)
class InputField:
    """The field of a hand check for the data of a quantity, and how other widgets draw such data.

    Attributes
    ----------
    name : str
        The name of the field, shared by quantities that accept the same texts.
    label : str
        The label before the field.
    noun : str
        A noun for the data in sentences.
    hint : str
        A hint about the notation of the data.
    draw_data : callable
        A function that draws the data of a question, given the quantity and the data; by default as a sentence.
    wide : bool
        Whether the field has a row of its own.

    """

    name: str
    label: str
    noun: str
    hint: str = ""
    draw_data: Callable[[Any, QuantityInput], Content] = _draw_sentence
    wide: bool = True

    @property
    def css_class(self) -> str:
        """The CSS classes of the field's label."""
        return f"{self.name} wide" if self.wide else self.name

    @property
    def example(self) -> str:
        """The message while the field shows an example."""
        return f"These {self.noun} are an example. Replace them with your own{self.hint}."

    @property
    def back(self) -> str:
        """The message when the field shows again what was typed before."""
        return f"The {self.noun} that were here before are back."


class RankingField(InputField):
    """The field that takes a ranking; for a mean, rankings or values of several queries."""

    @property
    def example(self) -> str:
        return "This ranking is an example. Replace it with your own."

    @property
    def back(self) -> str:
        return "The ranking that was here before is back."


def rows_in_a_box(columns: Mapping[str, Sequence[str]], label: str) -> Element:
    """Return a table with column and row headers in a box; many columns are stacked on a narrow page."""
    return div("scored", role="group", tabindex="0", data_focus="scores", aria_label=label)[
        table_of([*columns], [*zip(*columns.values(), strict=True)])
    ]


_NARROW = 5  # the most columns that fit a narrow page; a wider table scrolls, so it must be able to receive the focus


def _draw_scores(quantity: HandQuantity, data: QuantityInput) -> Element:
    """Draw the scores or ranks of A and B as a table with a column for each query."""
    queries = len(data[0])
    noun = "Ranks" if isinstance(quantity, OutcomeShare) else "Scores"
    box = div("scored", role="group", aria_label=f"{noun} of A and B on {queries} queries")
    if queries > _NARROW:
        box = box(tabindex="0", data_focus="scores")
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
                    for name, texts in zip("AB", quantity.score_columns(data), strict=True)
                )
            ],
        ]
    ]


def _draw_judgments(quantity: Kappa, data: QuantityInput) -> Element:
    """Draw the judgments of the assessors; for two assessors, draw a contingency table with its sums."""
    case = quantity.make_case(data)
    return rows_in_a_box(case.columns, case.caption)


def _draw_orders(quantity: RankCorrelation, data: QuantityInput) -> Element:
    """Draw a row for each item with its ranks in both orders."""
    case = quantity.make_case(data)
    return rows_in_a_box(case.columns, f"{case.n} items in two orders")


def _draw_challengers(quantity: CriterionCount, data: QuantityInput) -> Element:
    """Draw a row for each challenger: the queries that only one system answers, the ESL, and the p-values."""
    columns = columns_of(quantity.make_case(data).rows)
    return rows_in_a_box(columns, f"{len(data)} challengers")


def _draw_pairs(quantity: PairOutcome, data: QuantityInput) -> list[Content]:
    """Draw a row for each pair of systems, and a line with the two thresholds."""
    case = quantity.make_case(data)
    return [rows_in_a_box(case.table, f"{len(data) - 1} pairs of systems"), p("small")[case.notes]]


def _draw_runs(quantity: RunsQuantity, data: QuantityInput) -> Content:
    """Draw a row for each run with its documents in order, and a line about the judgments."""
    case = quantity.make_case(data)
    label = f"{len(case.judged_runs.runs)} runs, each with its documents from the first to the last"
    return [rows_in_a_box(case.judged_runs.table, label), p("small")[case.judgments]]


def _draw_table(quantity: Tukey, data: QuantityInput) -> Element:
    """Draw a row for each topic with a column for each system."""
    case = quantity.make_case(data)
    return rows_in_a_box(case.columns, f"Scores of {len(case.systems)} systems on {case.topics} topics")


_PARTED = ", separated by |"

FIELDS: ByType[InputField] = ByType()
"""The input field of each quantity, looked up by its class."""

FIELDS(Measure, Mean)(RankingField("ranking", "Ranking", "ranking", wide=False))
FIELDS(HandQuantity)(InputField("scores", "Scores of A | scores of B", "scores", draw_data=_draw_scores))
FIELDS(Binomial, Phi)(InputField("counts", "Successes and trials", "counts", wide=False))
FIELDS(BestOfMany)(InputField("named", "Numbers with their names", "numbers"))
FIELDS(Kappa)(
    InputField("judged", "Table of counts, or both lists of judgments", "judgments", _PARTED, _draw_judgments)
)
FIELDS(RankCorrelation)(InputField("orders", "Two orders, or two lists of scores", "orders", _PARTED, _draw_orders))
FIELDS(CriterionCount)(InputField("rows", "Challengers", "challengers", _PARTED, _draw_challengers))
FIELDS(PairOutcome)(
    InputField("pairs", "Thresholds | pairs", "pairs", f"{_PARTED}, with the thresholds first", _draw_pairs)
)
FIELDS(Discrimination)(InputField("outcomes", "Counts of the eight outcomes", "counts"))
FIELDS(RunsQuantity)(InputField("runs", "Runs and judgments", "runs", _PARTED, _draw_runs))
FIELDS(Tukey)(InputField("table", "Scores of each system", "scores", ", with | between systems", _draw_table))
