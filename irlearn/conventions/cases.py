"""Small runs on which tools disagree, with the numbers that the tools gave."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from irlearn.conventions.options import (
    IR_MEASURES,
    IRLEARN,
    RANX,
    RANX_COMPARABLE,
    SCIKIT_LEARN,
    TREC_EVAL,
    TREC_EVAL_COMPLETE,
    Convention,
)
from irlearn.errors import InputError

_GOLDEN = Path(__file__).with_name("golden.json")


@dataclass(frozen=True, eq=False)
class ConventionCase:
    """A small run on which tools give several numbers for one measure.

    Parameters
    ----------
    key : str
        Key of the case.
    name : str
        Name of the case on a button.
    question : str
        Question that the measure's definition leaves open.
    measure : str
        Notation of the measure.
    qrels : mapping
        Judgments, ``{query: {document: grade}}``.
    run : mapping
        Run, ``{query: {document: score}}``.
    rows : tuple of Convention
        Conventions to compare, with the convention of irlearn first.

    Examples
    --------
    >>> case("ties").measure, [row.name for row in case("ties").rows]
    ('AP', ['irlearn', 'trec_eval', 'ir_measures', 'ranx', 'scikit-learn'])
    """

    key: str
    name: str
    question: str
    measure: str
    qrels: Mapping[str, Mapping[str, int]]
    run: Mapping[str, Mapping[str, float]]
    rows: tuple[Convention, ...]


@dataclass(frozen=True)
class ToolResult:
    """The number that a tool gave for a case, with the version of its package and the exact call; or the error.

    In `call`, `arrays` holds one pair (y_true, y_score) of NumPy arrays for each query, with the retrieved documents in
    the order of the run. `arrays_with_missed` adds the judged documents that the run misses at the end.

    Examples
    --------
    >>> result = golden("ties", "ranx")
    >>> result.package, result.number, result.call
    ('ranx', 1.0, 'ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "map")')
    """

    case: str
    row: str
    package: str
    version: str
    call: str
    number: float | None
    error: str = ""

    def __str__(self) -> str:
        """Return the number with the tool's version, such as `ranx 0.3.21 gave 1.0`."""
        gave = f"gave {round(self.number, 6)}" if self.number is not None else "stopped with an error"
        return f"{self.package} {self.version} {gave}"


def _irlearn_with(name: str, **choices: object) -> Convention:
    return replace(IRLEARN, name=name, **choices)  # type: ignore[arg-type]  # Convention checks the choices.


_TOOLS = (IRLEARN, TREC_EVAL, IR_MEASURES, RANX, SCIKIT_LEARN)
_RUN_WITH_TIES = {"1": {"m": 1.0, "a": 1.0, "z": 1.0}}
_FOUR_RELEVANT = {"1": {"a": 1, "c": 1, "e": 1, "f": 1}}
_RUN_WITH_TWO_OF_FOUR = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}

CASES = (
    ConventionCase(
        key="ties",
        name="Ties",
        question="Three documents have the same score, and only m is relevant. Which document is first?",
        measure="AP",
        qrels={"1": {"m": 1}},
        run=_RUN_WITH_TIES,
        rows=_TOOLS,
    ),
    ConventionCase(
        key="missing-query",
        name="A missing query",
        question="The run has results for query 1 but none for query 2. How many queries does the mean include?",
        measure="MAP",
        qrels={"1": {"a": 1}, "2": {"b": 1}},
        run={"1": {"a": 2.0, "x": 1.0}},
        rows=(IRLEARN, TREC_EVAL, TREC_EVAL_COMPLETE, IR_MEASURES, RANX, RANX_COMPARABLE, SCIKIT_LEARN),
    ),
    ConventionCase(
        key="missed",
        name="Missed documents",
        question="Four documents are relevant, and the list finds two of them. Does AP count the other two?",
        measure="AP",
        qrels=_FOUR_RELEVANT,
        run=_RUN_WITH_TWO_OF_FOUR,
        rows=(*_TOOLS, replace(SCIKIT_LEARN, name="scikit-learn, missed appended", missed="appended")),
    ),
    ConventionCase(
        key="gain",
        name="Gain",
        question="The best document, of grade 3, is at rank 2. How much is grade 3 worth, compared with grade 2?",
        measure="nDCG@3",
        qrels={"1": {"a": 2, "b": 3, "c": 1}},
        run={"1": {"a": 3.0, "b": 2.0, "c": 1.0}},
        rows=(
            *_TOOLS,
            replace(IR_MEASURES, name="ir_measures, exp-log2", gain="exponential"),
            replace(RANX, name="ranx, ndcg_burges", gain="exponential"),
            replace(SCIKIT_LEARN, name="scikit-learn, 2^grade − 1 given", gain="exponential"),
        ),
    ),
    ConventionCase(
        key="ap-divisor",
        name="AP's divisor",
        question="Four documents are relevant, and AP@2 reads two ranks. What is the sum divided by?",
        measure="AP@2",
        qrels=_FOUR_RELEVANT,
        run=_RUN_WITH_TWO_OF_FOUR,
        rows=(
            IRLEARN,
            TREC_EVAL,
            IR_MEASURES,
            RANX,
            _irlearn_with("min(R, k), as in Kaggle's apk", ap_divisor="min(relevant, k)"),
            _irlearn_with("scikit-learn, list cut to 2", ties="averaged", ap_divisor="retrieved relevant"),
        ),
    ),
    ConventionCase(
        key="ties-ndcg",
        name="Ties in nDCG",
        question="The same three documents are tied. What is nDCG if a tool shares the gain among them?",
        measure="nDCG",
        qrels={"1": {"m": 1}},
        run=_RUN_WITH_TIES,
        rows=(*_TOOLS, replace(SCIKIT_LEARN, name="scikit-learn, ignore_ties", ties="reversed input order")),
    ),
    ConventionCase(
        key="empty-query",
        name="Nothing relevant",
        question="Query 2 has judgments, but none of its documents is relevant. Does it count as 0, or is it left out?",
        measure="MAP",
        qrels={"1": {"a": 1}, "2": {"b": 0}},
        run={"1": {"a": 2.0, "x": 1.0}, "2": {"b": 2.0, "y": 1.0}},
        rows=(*_TOOLS, _irlearn_with("left out of the mean", empty="left out")),
    ),
    ConventionCase(
        key="short-list",
        name="Short lists",
        question="A list has only two documents, one of them relevant. Does P@5 divide by 5 or by 2?",
        measure="P@5",
        qrels={"1": {"a": 1}},
        run={"1": {"a": 2.0, "b": 1.0}},
        rows=(
            IRLEARN,
            TREC_EVAL,
            IR_MEASURES,
            RANX,
            replace(TREC_EVAL, name="trec_eval, set_P", short_lists="retrieved"),
            replace(RANX, name="ranx, precision", short_lists="retrieved"),
        ),
    ),
    ConventionCase(
        key="gmap",
        name="gMAP's epsilon",
        question="Query 1 is perfect, and query 2 finds nothing. What does a 0 do to a geometric mean?",
        measure="gMAP",
        qrels={"1": {"a": 1}, "2": {"b": 1}},
        run={"1": {"a": 1.0}, "2": {"x": 1.0}},
        rows=(IRLEARN, TREC_EVAL, RANX, IR_MEASURES, _irlearn_with("no epsilon (SciPy's gmean)", epsilon=0)),
    ),
    ConventionCase(
        key="log-base",
        name="Base of the logarithm",
        question="DCG divides by a logarithm of the rank. What is its base, and does nDCG depend on the base?",
        measure="DCG@3",
        qrels={"1": {"a": 2, "b": 3, "c": 1}},
        run={"1": {"a": 3.0, "b": 2.0, "c": 1.0}},
        rows=(
            IRLEARN,
            TREC_EVAL,
            RANX,
            SCIKIT_LEARN,
            replace(SCIKIT_LEARN, name="scikit-learn, log_base=e", log_base=math.e),
        ),
    ),
    ConventionCase(
        key="f-beta",
        name="F's parameter",
        question="F has the parameter 2, with P = 1/4 and R = 1/2. Is 2 the β or the β² of the formula?",
        measure="F(beta=2)",
        qrels={"1": {"a": 1, "e": 1}},
        run={"1": {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}},
        rows=(IRLEARN, TREC_EVAL, IR_MEASURES, _irlearn_with("scikit-learn, fbeta_score")),
    ),
    ConventionCase(
        key="float32",
        name="Nearly equal scores",
        question="The scores 1.00000001 and 1.0 differ only in the eighth decimal place. Are the documents tied?",
        measure="RR",
        qrels={"1": {"a": 1}},
        run={"1": {"a": 1.00000001, "b": 1.0}},
        rows=(IRLEARN, TREC_EVAL, IR_MEASURES, RANX),
    ),
    ConventionCase(
        key="labels",
        name="Labels for scores",
        question="A tool gets a classifier's labels (1 from 0.5 up) for its scores. What is left to rank?",
        measure="AP",
        qrels={"1": {"a": 1, "b": 0, "c": 1, "d": 0}},
        run={"1": {"a": 0.9, "b": 0.8, "c": 0.4, "d": 0.2}},
        rows=(*_TOOLS, replace(SCIKIT_LEARN, name="scikit-learn, labels given", labels=0.5)),
    ),
    ConventionCase(
        key="rbp",
        name="RBP of grades",
        question="A document of grade 3 is at rank 1. Does RBP with p = 0.5 use its grade, or only its relevance?",
        measure="RBP(p=0.5)",
        qrels={"1": {"a": 3}},
        run={"1": {"a": 1.0}},
        rows=(IRLEARN, RANX),
    ),
    ConventionCase(
        key="query-order",
        name="Order of the queries",
        question="The run lists query 2 before query 1. Are queries matched by their ids or by their position?",
        measure="MRR",
        qrels={"1": {"a": 1}, "2": {"b": 1}},
        run={"2": {"b": 1.0}, "1": {"x": 2.0, "a": 1.0}},
        rows=(IRLEARN, TREC_EVAL, IR_MEASURES, RANX, replace(RANX, name="ranx, given dicts", matching="by place")),
    ),
    ConventionCase(
        key="below-zero",
        name="A grade below 0",
        question="A document judged −1 (spam) is at rank 1. What is its gain?",
        measure="nDCG",
        qrels={"1": {"a": -1, "b": 2, "c": 1}},
        run={"1": {"a": 3.0, "b": 2.0, "c": 1.0}},
        rows=_TOOLS,
    ),
)
"""All cases, the most common first."""


def case(key: str) -> ConventionCase:
    """Return the case with a key; raise `InputError` if there is no such case.

    >>> case("gain").measure
    'nDCG@3'
    """
    for convention_case in CASES:
        if convention_case.key == key:
            return convention_case
    keys = ", ".join(convention_case.key for convention_case in CASES)
    raise InputError(f"there is no case {key!r}; the cases are {keys}")


def golden(key: str, row: str) -> ToolResult | None:
    """Return the result that a tool gave for a case, or None if the row belongs to no tool.

    Parameters
    ----------
    key : str
        Key of the case.
    row : str
        Name of the convention.

    Returns
    -------
    ToolResult or None
        The recorded result.

    Raises
    ------
    InputError
        If there is no such case.

    Examples
    --------
    >>> print(golden("ties", "scikit-learn"))
    scikit-learn 1.9.1 gave 0.333333
    >>> golden("ties", "irlearn") is None
    True
    """
    return _records().get((case(key).key, row))


@cache
def _records() -> dict[tuple[str, str], ToolResult]:
    records = json.loads(_GOLDEN.read_text(encoding="utf-8"))["records"]
    fields = ("case", "row", "package", "version", "call", "number", "error")
    return {
        (record["case"], record["row"]): ToolResult(**{name: record[name] for name in fields if name in record})
        for record in records
    }
