"""Every measure by its name, and the parser of the notation of ir_measures."""

from __future__ import annotations

import ast
import re
from fractions import Fraction

from irlearn.errors import InputError
from irlearn.measures.base import Measure
from irlearn.measures.binary import (
    AveragePrecision,
    BinaryPreference,
    ExpectedSearchLength,
    FMeasure,
    Judged as JudgedShare,
    Precision,
    RankBiasedPrecision,
    Recall,
    ReciprocalRank,
    RPrecision,
    Success as SuccessAt,
)
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.graded import (
    CumulatedGain,
    DiscountedCumulatedGain,
    ExpectedReciprocalRank,
    IdealDCG,
    NormalizedDCG,
)
from irlearn.measures.means import MAP, MRR, Mean, gMAP
from irlearn.notation import in_a_row

P = Precision()
R = Recall()
F = FMeasure()
AP = AveragePrecision()
RR = ReciprocalRank()
CG = CumulatedGain()
DCG = DiscountedCumulatedGain()
IDCG = IdealDCG()
nDCG = NormalizedDCG()  # noqa: N816 - the field's name
Rprec = RPrecision()
Success = SuccessAt()
RBP = RankBiasedPrecision()
ERR = ExpectedReciprocalRank()
Bpref = BinaryPreference()
Judged = JudgedShare()
ESL = ExpectedSearchLength()
IPrec = InterpolatedPrecision()

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (P, R, F, IPrec, AP, RR, CG, DCG, IDCG, nDCG, Rprec, Success, RBP, ERR, Bpref, Judged, ESL)
}
"""Every measure by its name, in the order in which the lessons meet them."""

MEANS: dict[str, Mean] = {mean.name: mean for mean in (MAP, gMAP, MRR)}
"""Every named mean over topics."""

_ELSEWHERE = {
    "map": "MAP", "gm_map": "gMAP", "recip_rank": "RR", "mrr": "MRR", "ndcg": "nDCG", "ndcg_cut": "nDCG", "p": "P",
    "precision": "P", "recall": "R", "r": "R", "map_cut": "AP", "set_p": "P", "set_recall": "R", "set_f": "F",
    "f1": "F", "hit_rate": "Success", "hits": "Success", "r_precision": "Rprec", "gmap": "gMAP", "dcg_burges": "DCG",
    "ndcg_burges": "nDCG", "average_precision": "AP", "idcg": "IDCG", "iprec_at_recall": "IPrec",
    "reciprocal_rank": "RR", "setp": "P", "setr": "R", "setf": "F",
}  # fmt: skip

_NOTATION = re.compile(
    r"\s*(?P<name>[A-Za-z][A-Za-z_]*?)\s*(?:\((?P<options>[^()]*)\))?\s*(?:@\s*(?P<cutoff>[^@\s]+))?\s*"
)


def parse_measure(text: str) -> Measure | Mean:
    """The measure that `text` names in the notation of ir_measures, such as `nDCG@10` or `AP(rel=2)@100`.

    Raises `InputError`, with the nearest names, where there is no such measure. `parse_measure(repr(m)) == m`.

    >>> parse_measure("AP(rel=2)@100")
    AP(rel=2)@100
    >>> parse_measure("NDCG@10")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: no measure is called 'NDCG@10'; did you mean nDCG@10?
    """
    if not isinstance(text, str):
        raise InputError(f"a measure is named by a text such as 'nDCG@10'; given: {text!r}")
    match = _NOTATION.fullmatch(text)
    known: dict[str, Measure | Mean] = {**MEASURES, **MEANS}
    if match is None or match["name"] not in known:
        raise InputError(f"no measure is called {text.strip()!r}; {_nearest(text, known)}")
    measure = known[match["name"]]
    if match["options"] is not None:
        measure = measure(**_options(text, match["options"]))
    if match["cutoff"] is not None and isinstance(measure, InterpolatedPrecision):
        measure = measure @ _level(text, match["cutoff"])
    elif match["cutoff"] is not None:
        if not re.fullmatch(r"[+-]?\d{1,18}", match["cutoff"]):
            raise InputError(
                f"the cutoff in {text.strip()!r} must be a whole number, 1 or more; given: {match['cutoff']!r}"
            )
        measure = measure @ int(match["cutoff"])
    return measure


def as_measure(measure: Measure | Mean | str) -> Measure | Mean:
    """The measure that is given, as a value or as the text that names it; an `InputError` for anything else.

    >>> as_measure("P@5"), as_measure(MAP)
    (P@5, MAP)
    """
    if isinstance(measure, str):
        return parse_measure(measure)
    if not isinstance(measure, Measure | Mean):
        raise InputError(f"a measure is a value such as AP, or a text such as 'nDCG@10'; given: {measure!r}")
    return measure


def parse_measures(text: str) -> tuple[Measure | Mean, ...]:
    """The measures that `text` names, with commas between them, each once; those inside parentheses are options.

    >>> parse_measures("AP, F(rel=2, beta=2)@10,P@5, AP")
    (AP, F(rel=2, beta=2)@10, P@5)
    """
    names = re.split(r",(?![^()]*\))", text)
    if len(names) > 1 and not all(name.strip() for name in names):
        raise InputError(f"the measures '{text}' have a comma with no measure beside it; write them as AP,P@5,nDCG@10")
    return tuple(dict.fromkeys(map(parse_measure, names)))


def _options(text: str, inside: str) -> dict[str, object]:
    options: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name.isidentifier() or name in options:
            raise InputError(f"the options in {text.strip()!r} must read name=value; given: {part!r}")
        try:
            options[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            raise InputError(
                f"the value of {name} in {text.strip()!r} must be a number or 'text'; given: {value}"
            ) from None
    return options


def _level(text: str, level: str) -> Fraction:
    try:
        return Fraction(level)
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"the recall level in {text.strip()!r} must be a number from 0 to 1, such as 0.3; given: {level!r}"
        ) from None


def _takes(measure: Measure | Mean, cutoff: str) -> bool:
    """Whether what stands behind the @ fits: a recall level for interpolated precision, else a rank."""
    if isinstance(measure, InterpolatedPrecision):
        return bool(cutoff) and float(cutoff[1:]) <= 1
    return "." not in cutoff and (isinstance(measure, Mean) or measure.takes_cutoff)


def _nearest(text: str, known: dict[str, Measure | Mean]) -> str:
    import difflib  # only a mistake needs it

    word = re.match(r"\s*([A-Za-z_]*)[._]?(\d*)(.*)", text)
    name, digits, rest = word.groups() if word else ("", "", "")
    name = name.rstrip("_")
    folded = {other.lower(): other for other in known}
    exact = folded.get(name.lower()) or _ELSEWHERE.get(name.lower())
    named = (
        [exact]
        if exact
        else [folded[near] for near in difflib.get_close_matches(name.lower(), folded, n=3, cutoff=0.6)]
    )
    if not named:
        return f"the measures are {', '.join(known)}"
    cutoff = f"@{digits}" if digits else rest if re.fullmatch(r"@\d+(\.\d+)?", rest) else ""
    words = [other + (cutoff if _takes(known[other], cutoff) else "") for other in named]
    return f"did you mean {in_a_row(words, 'or')}?"
