"""irlearn: learn how information retrieval is evaluated, with exact derivations and rankings that answer back."""

import typing as _typing

from irlearn.collection import (
    Qrels as Qrels,
    Run as Run,
    join as join,
    read_qrels as read_qrels,
    read_run as read_run,
)
from irlearn.errors import InputError as InputError
from irlearn.evaluation import Scores as Scores, evaluate as evaluate, read_scores as read_scores
from irlearn.measures import (
    AP as AP,
    CG as CG,
    DCG as DCG,
    ERR as ERR,
    ESL as ESL,
    IDCG as IDCG,
    MAP as MAP,
    MRR as MRR,
    RBP as RBP,
    RR as RR,
    Bpref as Bpref,
    F as F,
    IPrec as IPrec,
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

if _typing.TYPE_CHECKING:
    from irlearn.derivation import Derivation as Derivation, Sheet as Sheet, explain as explain, solve as solve
    from irlearn.diagnosis import Verdict as Verdict, check as check
    from irlearn.measures.own import define as define

_LATER = {
    "Derivation": "derivation",
    "Sheet": "derivation",
    "explain": "derivation",
    "solve": "derivation",
    "Verdict": "diagnosis",
    "check": "diagnosis",
    "define": "measures.own",
}
_ROOMS = ("datasets", "exercises", "simulation", "statistics", "studies", "views", "widgets")

_ROOM = type(_typing)
__all__ = [*(name for name, of in globals().items() if name[0] != "_" and not isinstance(of, _ROOM)), *_LATER]


def __getattr__(name: str) -> object:
    """Import a room, or what is in it, when it is first asked for, so that `import irlearn` stays light."""
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"irlearn.{name}")
    if name in _LATER:
        return vars(import_module(f"irlearn.{_LATER[name]}"))[name]
    raise AttributeError(f"module 'irlearn' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All public names, loaded or not."""
    return sorted({*globals(), *_LATER, *_ROOMS})
