"""The names of measures in other programs and textbooks: synonyms, and names that mean another number there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.measures.registry import MEASURES, parse_measure

ELSEWHERE = {
    "gmmap": "gMAP", "geometricmap": "gMAP", "geometricmeanaverageprecision": "gMAP", "meanaverageprecision": "MAP",
    "meanap": "MAP", "meanreciprocalrank": "MRR", "meanrr": "MRR", "reciprank": "RR", "reciprocalrank": "RR",
    "mapcut": "AP", "averageprecision": "AP", "averageprecisionscore": "AP", "avgprecision": "AP", "avgprec": "AP",
    "precision": "P", "precisionscore": "P", "prec": "P", "setp": "P", "recall": "R", "recallscore": "R", "rec": "R",
    "setrecall": "R", "setr": "R", "setf": "F", "rprecision": "Rprec", "hit": "Success", "hitrate": "Success",
    "hitratio": "Success", "hr": "Success", "ndcgcut": "nDCG", "ndcgscore": "nDCG", "dcgscore": "DCG",
    "discountedcumulativegain": "DCG", "normalizeddiscountedcumulativegain": "nDCG", "cumulativegain": "CG",
    "dcgburges": "DCG(dcg='exp-log2')", "ndcgburges": "nDCG(dcg='exp-log2')", "iprecatrecall": "IPrec",
    "11ptavg": "IPrec", "11pointaverage": "IPrec", "interpolatedprecision": "IPrec", "binarypreference": "Bpref",
    "expectedreciprocalrank": "ERR", "normalizederr": "nERR", "rankbiasedprecision": "RBP", "rbpresidual": "RBPres",
    "residual": "RBPres", "expectedsearchlength": "ESL", "coopersesl": "CooperESL", "falsepositiverate": "Fallout",
    "fpr": "Fallout", "largestap": "MaxAP", "smallestap": "MinAP",
}  # fmt: skip
"""Measures by their names in trec_eval, ir_measures, ranx, scikit-learn and textbooks, in lower-case letters only."""

_DIFFERENT_ELSEWHERE = {
    **dict.fromkeys(
        ("ndcgscore", "dcgscore", "averageprecisionscore"),
        "of scikit-learn treats tied scores as one group and knows only the documents of the list; type {ours}{at}, "
        "which orders ties by document id and counts missed documents, too",
    ),
    **dict.fromkeys(("ndcgcut?", "mapcut?"), "has a cutoff; type {ours}@10"),
    "iprecatrecall?": "has a recall level; type IPrec@0.1",
    "hits": "counts the relevant documents in ranx, and is 1 or 0 elsewhere; type CG{at} for their number where grades "
    "are 0 and 1, or Success{at}",
    "rbp@": "of ranx weights by the grade; type RBP(p={p:g}), which counts each relevant document as 1",
    "f@": "may have that beta or that cutoff; type F(beta={number:g}) or F{at}",
    "setf@": "of trec_eval takes the square of beta; type F(beta={root:g})",
}
"""Explanations of names that mean another number in other programs, and the notation to type instead.

A key ends in @ if it applies to names with a number at the end, and in ? if it applies to names without a number.
"""

_NOT_IN_IRLEARN = """
infap xinfap infmap statap statmap indap subap infndcg emap alphandcg alphadcg αndcg αdcg ndcgia erria nerria apia mapia
pia mrria nrbp nnrbp strec srecall subtopicrecall irec dndcg qmeasure omeasure pplus msndcg irbu inst insq bpm ift tbg
timebiasedgain umeasure sdcg csdcg cwl rbo rankbiasedoverlap rndcg ndcgrel relativep setrelativep rprecmult gmbpref g
bing utility yaap relstring numnonreljudgedret setmap setap compat compatibility auc roc rocauc rocaucscore auroc prauc
mcc matthewscorrcoef logloss rmse mae mse ndpm arhr coverage catalogcoverage diversity novelty serendipity ild gini bleu
rouge labelrankingaverageprecisionscore lrap coverageerror labelrankingloss topkaccuracy topkaccuracyscore
balancedaccuracy balancedaccuracyscore gradedaverageprecision gap
"""
"""Names of measures of other programs and papers that irlearn does not have, separated by spaces."""

FORM = re.compile(
    r"(?P<name>(?:11[ -]?)?[^\W\d_](?:[^\W\d]|[ '’.-])*?)(?P<options>\([^@]*\))?"
    r"(?:[-_ ]?(?P<sign>@|at[-_ ]|[-_.])?[-_ ]?(?P<k>[0-9]+(?:\.[0-9]+)?))?"
)
"""Form of a name in other programs: a name, options, and a cutoff after a sign."""

_F = re.compile(
    r"(?i)f[-_ ]?(?:measure|score)?[-_ ]?(?P<beta>1|2|0\.5)?(?:[-_ ]?(?:measure|score))?(?: ?@ ?(?P<k>[0-9]+))?"
)


def known_as(text: str, known: Iterable[str]) -> str | None:
    """Return irlearn's notation for a name from another program, or None if no program has the name.

    Parameters
    ----------
    text : str
        The name, with or without options and cutoff.
    known : iterable of str
        Names of irlearn, which are read in any case.

    Returns
    -------
    str or None
        Notation for `parse_measure`.

    Raises
    ------
    InputError
        If the name means another number in other programs, with the notation to type; or if irlearn lacks the measure.

    Examples
    --------
    >>> [known_as(name, ["nDCG", "P"]) for name in ("ndcg_cut_10", "NDCG@10", "recip_rank", "P_5", "F2@5", "fast")]
    ['nDCG@10', 'nDCG@10', 'RR', 'P@5', 'F(beta=2)@5', None]
    """
    if f := _F.fullmatch(text):
        options = f"(beta={f['beta']})" if f["beta"] in ("2", "0.5") else ""
        return f"F{options}" + (f"@{f['k']}" if f["k"] else "")
    match = FORM.fullmatch(text)
    if match is None or re.fullmatch(r"(?:\w[\W_])+\w", match["name"]):  # Separate letters, as in A P, are not a name.
        return None
    sign, k, options = match["sign"], match["k"], match["options"] or ""
    key = re.sub(r"[\W_]", "", match["name"].lower())
    own_name = {name.lower(): name for name in known}.get(key)
    if key in _NOT_IN_IRLEARN.split() and own_name is None:
        raise InputError(f"irlearn does not have the measure {quoted(text)}; irlearn help measures lists those it has")
    if key == "hits" and k == "1":
        return "Success@1"  # The number of hits in one document is 1 or 0, as Success@1 is.
    name = own_name or ELSEWHERE.get(key)
    cutoff = f"@{k}" if k else ""

    suffix = ("" if sign == "@" else "@") if k else "?"
    difference = _DIFFERENT_ELSEWHERE.get(key + suffix) or _DIFFERENT_ELSEWHERE.get(key)
    if difference:
        number = float(k or 0)
        p = number if number < 1 else float(f"0.{k}")
        sentence = difference.format(ours=name, at=cutoff, number=number, p=p, root=number**0.5)
        raise InputError(f"{quoted(text)} {sentence}")
    if name is None or (options and "(" in name):
        return None
    if name == "IPrec" and sign == ".":  # The dot belongs to the level, as in iprec_at_recall_.1.
        cutoff = cutoff.replace("@", "@0.")
    return f"{name}{options}{cutoff}"


_IR_MEASURES_NAMES = {"SetP": "P", "SetR": "R", "SetF": "F", "BPref": "Bpref", "RPrec": "Rprec"}
_SQUARED = (
    "gives its beta to trec_eval, which takes it for the square of beta; give irlearn's F(beta=...) with the beta that "
    "you mean"
)
_DIFFERENT_IN_IR_MEASURES: dict[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "RBP": (
        lambda options: "rel" not in options,
        "weights by the grade, which irlearn's RBP does not; give RBP(rel=1), which both understand",
    ),
    "Accuracy": (
        lambda _: True,
        "is how often a relevant document stands above another one; irlearn's is not, and it has no such measure",
    ),
    "SetF": (lambda options: options.get("beta", 1) != 1, _SQUARED),
}
"""Measures that differ in ir_measures: a test whether given options cause the difference, and its description."""


def from_ir_measures(measure: Any) -> Measure | Mean:
    """Return the equivalent of a measure of ir_measures; raise `InputError` if irlearn has no equivalent."""
    name = str(getattr(measure, "NAME", None) or type(measure).__name__)
    options = {option: value for option, value in measure.params.items() if value is not None and value is not False}
    cutoff = options.pop("cutoff", options.pop("recall", None))
    inside = ", ".join(f"{option}={value!r}" for option, value in options.items())
    options_and_cutoff = (f"({inside})" if inside else "") + ("" if cutoff is None else f"@{cutoff}")
    notation = f"{name}{options_and_cutoff}"
    if name in _DIFFERENT_IN_IR_MEASURES:
        differs, difference = _DIFFERENT_IN_IR_MEASURES[name]
        if differs(options):
            raise InputError(f"{notation} of ir_measures {difference}")
    own_name = _IR_MEASURES_NAMES.get(name, name)
    if own_name not in MEASURES:
        raise InputError(f"irlearn has no measure like {notation} of ir_measures; it has {', '.join(MEASURES)}")
    try:
        return parse_measure(own_name + options_and_cutoff)
    except InputError as error:
        raise InputError(f"irlearn has no measure like {notation} of ir_measures: {error}") from None
