"""The options of a convention, and the conventions of irlearn and of four tools."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

from irlearn.errors import InputError
from irlearn.measures.means import EPSILON
from irlearn.text.english import as_sentence
from irlearn.text.numbers import fixed

RULES: dict[str, dict[Any, str]] = {
    "ties": {
        "doc_id descending": "documents with equal scores are sorted by document id, z before a",
        "input order": "documents with equal scores keep the order of the input",
        "input order up to 15": "documents with equal scores keep the order of the input, in lists of up to 15",
        "reversed input order": "documents with equal scores are in the reverse order of the input",
        "averaged": "documents with equal scores form a group and share its ranks",
        "best first": "documents with equal scores are sorted by grade, the best first",
        "worst first": "documents with equal scores are sorted by grade, the worst first",
    },
    "scores": {
        "float64": "scores are compared with all their digits",
        "float32": "scores keep only about 7 digits, so scores that agree in these digits are equal",
    },
    "matching": {
        "by name": "a query of the run is matched with the query of the qrels that has the same id",
        "by place": "the first query of the run is scored by the first query of the qrels, regardless of their ids",
    },
    "missing": {
        "counts as 0": "a query that is missing from the run counts as 0",
        "left out": "a query that is missing from the run is left out of the mean",
        "stops": "the tool stops if the run and the qrels have different queries",
    },
    "empty": {
        "counts as 0": "a query without a relevant document counts as 0",
        "left out": "a query without a relevant document is left out of the mean",
    },
    "missed": {
        "counted": "relevant documents that the list misses count",
        "left out": "only retrieved documents are known, so relevant documents that the list misses do not count",
        "appended": "documents that the list misses are appended at its end, all with the same score",
    },
    "ap_divisor": {
        "relevant": "AP is divided by all relevant documents",
        "min(relevant, k)": "AP is divided by the smaller of k and the number of relevant documents",
        "retrieved relevant": "AP is divided by the relevant documents found in the part that was read",
    },
    "gain": {"linear": "the gain is the grade", "exponential": "the gain is 2^grade − 1"},
    "below_zero": {"gains nothing": "a grade below 0 gains nothing", "stops": "the tool stops at a grade below 0"},
    "short_lists": {
        "cutoff": "P@k is divided by k, even if fewer documents were retrieved",
        "retrieved": "P@k is divided by the number of documents retrieved if that is less than k",
    },
    "f_parameter": {
        "beta": "the parameter of F is β",
        "beta squared": "the parameter of F is β², not β",
        "1 only": "F has no parameter, and β is 1",
    },
    "rbp_gain": {
        "relevant or not": "RBP counts a document as relevant or not",
        "grade": "RBP weights a document by its grade, so it can exceed 1",
    },
}
"""Options with a few possible answers, and the meaning of each answer as a clause."""


@dataclass(frozen=True, kw_only=True)
class Convention:
    """The choices of a tool where the definition of a measure leaves them open.

    Parameters
    ----------
    name : str
        Name of the convention.
    ties : str
        Order of documents with equal scores; see `RULES` for the possible answers here and below.
    scores : str
        Precision with which scores are compared.
    labels : float, optional
        If given, a score of at least this number is replaced by 1 before ranking, and any other score by 0.
    matching : str
        How queries of the run are matched with queries of the qrels.
    missing, empty : str
        Treatment of a query that the run lacks, and of a query without a relevant document.
    missed : str
        Treatment of judged documents that the list lacks.
    ap_divisor, gain, log_base, below_zero, short_lists, f_parameter, rbp_gain
        Choices inside a measure: the divisor of AP, the gain, the base of DCG's logarithm, the gain of a negative
        grade, the divisor of P@k for a short list, the parameter of F, and the gain of RBP.
    epsilon : float
        Lowest value with which gMAP counts a topic.
    fewest : int
        Number of documents that a list needs for DCG and nDCG.
    measures : tuple of str
        Measures that the tool has; all if empty.
    uncut : tuple of str
        Measures that the tool has only for the whole list, without a cutoff.
    undescribed : tuple of str
        Measures, those with a cutoff as "RR@k", and gains that the tool computes by choices that are not described.

    Raises
    ------
    InputError
        If an option does not have the answer.

    Examples
    --------
    >>> IRLEARN.ties, RANX.ties
    ('doc_id descending', 'input order up to 15')
    >>> Convention(name="mine", ties="alphabetical")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: ties must be one of 'doc_id descending', 'input order', 'input order up to 15',
    'reversed input order', 'averaged', 'best first', 'worst first'; given: 'alphabetical'
    """

    name: str
    ties: str = "doc_id descending"
    scores: str = "float64"
    labels: float | None = None
    matching: str = "by name"
    missing: str = "counts as 0"
    empty: str = "counts as 0"
    missed: str = "counted"
    ap_divisor: str = "relevant"
    gain: str = "linear"
    log_base: float = 2
    below_zero: str = "gains nothing"
    short_lists: str = "cutoff"
    epsilon: float = EPSILON
    f_parameter: str = "beta"
    rbp_gain: str = "relevant or not"
    fewest: int = 0
    measures: tuple[str, ...] = ()
    uncut: tuple[str, ...] = ()
    undescribed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for option, answers in RULES.items():
            answer = self.choices[option]
            if answer not in answers:
                raise InputError(f"{option} must be one of {', '.join(map(repr, answers))}; given: {answer!r}")
        if not _is_number(self.epsilon) or not 0 <= self.epsilon < 1:
            raise InputError(f"epsilon must be 0 or more and below 1; given: {self.epsilon!r}")
        if not _is_number(self.log_base) or not 1 < self.log_base < math.inf:
            raise InputError(f"log_base must be a number above 1; given: {self.log_base!r}")
        if self.labels is not None and (not _is_number(self.labels) or not math.isfinite(self.labels)):
            raise InputError(f"labels must be a number, from which on a score becomes 1; given: {self.labels!r}")

    def rule(self, option: str) -> str:
        """Return this convention's answer to an option as a sentence.

        Parameters
        ----------
        option : str
            Name of an option.

        Returns
        -------
        str
            The rule.

        Raises
        ------
        InputError
            If there is no such option.

        Examples
        --------
        >>> RANX.rule("missing")
        'The tool stops if the run and the qrels have different queries.'
        """
        if option not in OPTIONS:
            raise InputError(f"a convention has no option {option!r}; it has {', '.join(OPTIONS)}")
        answer = self.choices[option]
        if option in RULES:
            words = RULES[option][answer]
        elif option == "epsilon":
            least = fixed(answer, 12).rstrip("0") if answer >= 1e-12 else f"{answer:g}"
            words = f"values below {least} are raised to {least}" if answer else "a value of 0 stays 0"
            words += " before the geometric mean"
        elif option == "log_base":
            words = f"the discount is the logarithm to base {'e' if answer == math.e else f'{answer:g}'}"
        elif option == "labels":
            words = (
                "the scores themselves are ranked"
                if answer is None
                else f"each score is replaced by a label, 1 from {answer:g} up and 0 below, which leaves two groups"
            )
        else:
            words = (
                f"DCG and nDCG need a list of {answer} documents or more"
                if answer
                else "DCG and nDCG accept a list of one document"
            )
        return as_sentence(words)

    @property
    def choices(self) -> dict[str, Any]:
        """The answer to each option, by its name."""
        return {option: vars(self)[option] for option in OPTIONS}


_NO_OPTIONS = ("name", "measures", "uncut", "undescribed")
OPTIONS = tuple(field.name for field in fields(Convention) if field.name not in _NO_OPTIONS)
"""Names of the options, in the order in which they act."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


IRLEARN = Convention(name="irlearn")
"""Convention of irlearn."""

TREC_EVAL = Convention(
    name="trec_eval",
    scores="float32",
    missing="left out",
    f_parameter="beta squared",
    measures=("AP", "MAP", "gMAP", "nDCG", "P", "R", "F", "RR", "MRR", "Rprec", "Success", "Bpref"),
    uncut=("F", "RR", "MRR"),
    undescribed=("IPrec",),
)
"""trec_eval 9 without options, as pytrec_eval runs it."""

TREC_EVAL_COMPLETE = replace(TREC_EVAL, name="trec_eval -c", missing="counts as 0")
"""trec_eval 9 with its option `-c`."""

IR_MEASURES = Convention(
    name="ir_measures",
    scores="float32",
    f_parameter="beta squared",
    measures=("AP", "MAP", "nDCG", "P", "R", "F", "RR", "MRR", "Rprec", "Success", "Bpref"),
    uncut=("F",),
    undescribed=("RR@k", "MRR@k", "IPrec", "RBP", "ERR", "nERR", "Judged", "Accuracy", "exp-log2"),
)
"""ir_measures 0.4, which passes these measures on to trec_eval and averages over the queries of the qrels."""

RANX = Convention(
    name="ranx",
    ties="input order up to 15",
    missing="stops",
    rbp_gain="grade",
    f_parameter="1 only",
    measures=("AP", "MAP", "nDCG", "DCG", "P", "R", "F", "RR", "MRR", "Rprec", "Success", "RBP"),
    uncut=("RBP",),
    undescribed=("Bpref",),
)
"""ranx 0.3 on its own `Qrels` and `Run`.

Numba sorts its lists: up to 15 documents by insertion, which keeps the order of ties, and longer lists by a quicksort,
which does not.
"""

RANX_COMPARABLE = replace(RANX, name="ranx, make_comparable", missing="counts as 0")
"""ranx 0.3 with `make_comparable=True`."""

SCIKIT_LEARN = Convention(
    name="scikit-learn",
    ties="averaged",
    missing="left out",
    missed="left out",
    below_zero="stops",
    fewest=2,
    measures=("AP", "MAP", "nDCG", "DCG"),
    uncut=("AP", "MAP"),
)
"""scikit-learn 1.9, called as usual for each query on the arrays of the retrieved documents.

It has no queries and no qrels, so it does not know of documents outside the arrays.
"""

PRESETS = {convention.name: convention for convention in (IRLEARN, TREC_EVAL, IR_MEASURES, RANX, SCIKIT_LEARN)}
"""Conventions of irlearn and the tools by name."""
