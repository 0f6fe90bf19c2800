"""The measures, their means over topics, their parser, and the precision-recall curve.

`irlearn.measures.base` explains how a measure is defined.
"""

from typing import TYPE_CHECKING

from irlearn.measures.base import Measure as Measure, Terms as Terms
from irlearn.measures.means import MAP as MAP, MRR as MRR, Mean as Mean, gMAP as gMAP
from irlearn.measures.registry import (
    AP as AP,
    CG as CG,
    DCG as DCG,
    IDCG as IDCG,
    MEANS as MEANS,
    MEASURES as MEASURES,
    RR as RR,
    Accuracy as Accuracy,
    Bpref as Bpref,
    F as F,
    Fallout as Fallout,
    Judged as Judged,
    MaxAP as MaxAP,
    MinAP as MinAP,
    P as P,
    R as R,
    Rprec as Rprec,
    Success as Success,
    as_measure as as_measure,
    nDCG as nDCG,
    parse_measure as parse_measure,
    parse_measures as parse_measures,
)

if TYPE_CHECKING:
    from irlearn.measures.precision_recall_curve import (
        InterpolatedPrecision as InterpolatedPrecision,
        PrecisionRecall as PrecisionRecall,
        interpolated_precision as interpolated_precision,
        precision_recall as precision_recall,
    )
    from irlearn.measures.registry import (
        ERR as ERR,
        ESL as ESL,
        RBP as RBP,
        CooperESL as CooperESL,
        IPrec as IPrec,
        RBPres as RBPres,
        nERR as nERR,
    )

_CURVE_NAMES = ("InterpolatedPrecision", "PrecisionRecall", "interpolated_precision", "precision_recall")


def __getattr__(name: str) -> object:
    """Import some measures and the precision-recall curve on first use, because every start of the shell would wait."""
    if name in _CURVE_NAMES:
        from irlearn.measures import precision_recall_curve

        return vars(precision_recall_curve)[name]
    if name in MEASURES:
        return MEASURES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
