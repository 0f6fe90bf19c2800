"""irlearn: learn how information retrieval is evaluated, with exact derivations and rankings that answer back."""

from irlearn.collection import (
    Qrels as Qrels,
    Run as Run,
    join as join,
    read_qrels as read_qrels,
    read_run as read_run,
)
from irlearn.derivation import Derivation as Derivation, explain as explain
from irlearn.errors import InputError as InputError
from irlearn.evaluation import Scores as Scores, evaluate as evaluate, read_scores as read_scores
from irlearn.measures import (
    AP as AP,
    CG as CG,
    DCG as DCG,
    ERR as ERR,
    ESL as ESL,
    MAP as MAP,
    MRR as MRR,
    RBP as RBP,
    RR as RR,
    Bpref as Bpref,
    F as F,
    Judged as Judged,
    Measure as Measure,
    P as P,
    R as R,
    Rprec as Rprec,
    Success as Success,
    gMAP as gMAP,
    interpolated_precision as interpolated_precision,
    nDCG as nDCG,
    parse_measure as parse_measure,
    precision_recall as precision_recall,
)
from irlearn.ranking import Ranking as Ranking

_ROOMS = ("datasets", "views", "widgets")


def __getattr__(name: str) -> object:
    """Import a room when it is first asked for, so that `import irlearn` stays light."""
    if name in _ROOMS:
        from importlib import import_module

        return import_module(f"irlearn.{name}")
    raise AttributeError(f"module 'irlearn' has no attribute {name!r}")
