"""What other programs and textbooks call a measure: names read as irlearn's, and names that mean something else."""

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
"""Measures by their names in trec_eval, ir_measures, ranx, scikit-learn and textbooks, in small letters alone."""

_OTHERWISE = {
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
"""What irlearn would compute otherwise, and what to type; with @ where a number ends the name, ? where none does."""

_LACKING = """
infap xinfap infmap statap statmap indap subap infndcg emap alphandcg alphadcg αndcg αdcg ndcgia erria nerria apia mapia
pia mrria nrbp nnrbp strec srecall subtopicrecall irec dndcg qmeasure omeasure pplus msndcg irbu inst insq bpm ift tbg
timebiasedgain umeasure sdcg csdcg cwl rbo rankbiasedoverlap rndcg ndcgrel relativep setrelativep rprecmult gmbpref g
bing utility yaap relstring numnonreljudgedret setmap setap compat compatibility auc roc rocauc rocaucscore auroc prauc
mcc matthewscorrcoef logloss rmse mae mse ndpm arhr coverage catalogcoverage diversity novelty serendipity ild gini bleu
rouge labelrankingaverageprecisionscore lrap coverageerror labelrankingloss topkaccuracy topkaccuracyscore
balancedaccuracy balancedaccuracyscore gradedaverageprecision gap
"""  # measures of other programs and papers that irlearn does not have

FORM = re.compile(
    r"(?P<name>(?:11[ -]?)?[^\W\d_](?:[^\W\d]|[ '’.-])*?)(?P<options>\([^@]*\))?"
    r"(?:[-_ ]?(?P<sign>@|at[-_ ]|[-_.])?[-_ ]?(?P<k>[0-9]+(?:\.[0-9]+)?))?"
)
_F = re.compile(
    r"(?i)f[-_ ]?(?:measure|score)?[-_ ]?(?P<beta>1|2|0\.5)?(?:[-_ ]?(?:measure|score))?(?: ?@ ?(?P<k>[0-9]+))?"
)


def known_as(text: str, known: Iterable[str]) -> str | None:
    """Return irlearn's notation for a measure that has another name elsewhere; None where no program has the name.

    `known` holds irlearn's own names, which are read in any case. Raises `InputError` for a name that other programs
    give to another number, with what to type, and for a measure that irlearn does not have.

    >>> [known_as(name, ["nDCG", "P"]) for name in ("ndcg_cut_10", "NDCG@10", "recip_rank", "P_5", "F2@5", "fast")]
    ['nDCG@10', 'nDCG@10', 'RR', 'P@5', 'F(beta=2)@5', None]
    """
    if f := _F.fullmatch(text):
        options = f"(beta={f['beta']})" if f["beta"] in ("2", "0.5") else ""
        return f"F{options}" + (f"@{f['k']}" if f["k"] else "")
    match = FORM.fullmatch(text)
    if match is None or re.fullmatch(r"(?:\w[\W_])+\w", match["name"]):  # letters one by one are no name, as in A P
        return None
    key, sign, k = re.sub(r"[\W_]", "", match["name"].lower()), match["sign"], match["k"]
    own = {name.lower(): name for name in known}.get(key)
    if key in _LACKING.split() and own is None:
        raise InputError(f"irlearn does not have the measure {quoted(text)}; irlearn help measures lists those it has")
    if key == "hits" and k == "1":
        return "Success@1"  # one document, so that its number and its presence are the same
    ours, options, at, number = own or ELSEWHERE.get(key), match["options"] or "", f"@{k}" if k else "", float(k or 0)
    if differs := _OTHERWISE.get(key + ("?" if not k else "@" if sign != "@" else "")) or _OTHERWISE.get(key):
        numbers = {"number": number, "p": number if number < 1 else float(f"0.{k}"), "root": number**0.5}
        raise InputError(f"{quoted(text)} {differs.format(ours=ours, at=at, **numbers)}")
    if ours is None or (options and "(" in ours):
        return None
    return f"{ours}{options}{at.replace('@', '@0.') if ours == 'IPrec' and sign == '.' else at}"


_IR_MEASURES = {"SetP": "P", "SetR": "R", "SetF": "F", "BPref": "Bpref", "RPrec": "Rprec"}
_SQUARED = (
    "gives its beta to trec_eval, which takes it for the square of beta; give irlearn's F(beta=...) with the beta that "
    "you mean"
)
_IR_MEASURES_OTHERWISE: dict[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "RBP": (
        lambda options: "rel" not in options,
        "weights by the grade, which irlearn's RBP does not; give RBP(rel=1), which both understand",
    ),
    "Accuracy": (
        lambda _: True,
        "is how often a relevant document stands above another one; irlearn's is not, and it has no such measure",
    ),
    "SetF": (lambda options: options.get("beta", 1) != 1, _SQUARED),
}  # what ir_measures means otherwise: with which options, and how


def from_ir_measures(measure: Any) -> Measure | Mean:
    """The measure that ir_measures means by one of its own; an `InputError` where there is none."""
    name = str(getattr(measure, "NAME", None) or type(measure).__name__)
    options = {option: value for option, value in measure.params.items() if value is not None and value is not False}
    cutoff = options.pop("cutoff", options.pop("recall", None))
    inside = ", ".join(f"{option}={value!r}" for option, value in options.items())
    spelled = f"{name}{f'({inside})' if inside else ''}{'' if cutoff is None else f'@{cutoff}'}"
    refused, why = _IR_MEASURES_OTHERWISE.get(name, (None, ""))
    if refused is not None and refused(options):
        raise InputError(f"{spelled} of ir_measures {why}")
    ours = _IR_MEASURES.get(name, name)
    if ours not in MEASURES:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures; it has {', '.join(MEASURES)}")
    try:
        return parse_measure(ours + spelled.removeprefix(name))
    except InputError as error:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures: {error}") from None
