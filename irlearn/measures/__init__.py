"""Each measure as a frozen value with one definition; their registry, parser, means and curves."""

from irlearn.measures.base import Measure as Measure, Terms as Terms
from irlearn.measures.curve import (
    InterpolatedPrecision as InterpolatedPrecision,
    PrecisionRecall as PrecisionRecall,
    interpolated_precision as interpolated_precision,
    precision_recall as precision_recall,
)
from irlearn.measures.means import MAP as MAP, MRR as MRR, Mean as Mean, gMAP as gMAP
from irlearn.measures.registry import (
    AP as AP,
    CG as CG,
    DCG as DCG,
    ERR as ERR,
    ESL as ESL,
    IDCG as IDCG,
    MEANS as MEANS,
    MEASURES as MEASURES,
    RBP as RBP,
    RR as RR,
    Accuracy as Accuracy,
    Bpref as Bpref,
    CooperESL as CooperESL,
    F as F,
    Fallout as Fallout,
    IPrec as IPrec,
    Judged as Judged,
    MaxAP as MaxAP,
    MinAP as MinAP,
    P as P,
    R as R,
    RBPres as RBPres,
    Rprec as Rprec,
    Success as Success,
    as_measure as as_measure,
    nDCG as nDCG,
    nERR as nERR,
    parse_measure as parse_measure,
    parse_measures as parse_measures,
)
