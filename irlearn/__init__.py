"""irlearn: learn how information retrieval is evaluated, with exact derivations and rankings that answer back."""

import typing as _typing

if _typing.TYPE_CHECKING:
    from irlearn.collection import (
        Qrels as Qrels,
        Run as Run,
        join as join,
        read_qrels as read_qrels,
        read_run as read_run,
    )
    from irlearn.derivation import Derivation as Derivation, Sheet as Sheet, explain as explain, solve as solve
    from irlearn.diagnosis import Verdict as Verdict, check as check
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
        Accuracy as Accuracy,
        Bpref as Bpref,
        CooperESL as CooperESL,
        F as F,
        Fallout as Fallout,
        IPrec as IPrec,
        Judged as Judged,
        MaxAP as MaxAP,
        Measure as Measure,
        MinAP as MinAP,
        P as P,
        R as R,
        RBPres as RBPres,
        Rprec as Rprec,
        Success as Success,
        gMAP as gMAP,
        interpolated_precision as interpolated_precision,
        nDCG as nDCG,
        nERR as nERR,
        parse_measure as parse_measure,
        precision_recall as precision_recall,
    )
    from irlearn.measures.custom import define as define
    from irlearn.ranking import Ranking as Ranking

_ROOM_OF = {
    **dict.fromkeys(["Qrels", "Run", "join", "read_qrels", "read_run"], "collection"),
    **dict.fromkeys(["Derivation", "Sheet", "explain", "solve"], "derivation"),
    **dict.fromkeys(["Verdict", "check"], "diagnosis"),
    **dict.fromkeys(["InputError"], "errors"),
    **dict.fromkeys(["Scores", "evaluate", "read_scores"], "evaluation"),
    **dict.fromkeys(["AP", "CG", "DCG", "ERR", "ESL", "IDCG", "MAP", "MRR", "RBP", "RR", "Bpref", "F"], "measures"),
    **dict.fromkeys(["IPrec", "Judged", "P", "R", "Rprec", "Success", "gMAP", "nDCG"], "measures"),
    **dict.fromkeys(["Accuracy", "CooperESL", "Fallout", "MaxAP", "MinAP", "RBPres", "nERR"], "measures"),
    **dict.fromkeys(["Measure", "parse_measure", "interpolated_precision", "precision_recall"], "measures"),
    **dict.fromkeys(["define"], "measures.custom"),
    **dict.fromkeys(["Ranking"], "ranking"),
}
"""The room that each public name comes from, as type checkers read it above."""

_ROOMS = (
    *("collection", "datasets", "derivation", "diagnosis", "errors", "evaluation", "exercises", "expression"),
    *("kinds", "measures", "ranking", "simulation", "statistics", "studies", "views", "widgets"),
)
__all__ = [*_ROOM_OF]


def __getattr__(name: str) -> object:
    """Import a room, or what is in it, when it is first asked for, so that `import irlearn` costs next to nothing."""
    from importlib import import_module

    if name in _ROOM_OF:
        room = import_module(f"irlearn.{_ROOM_OF[name]}")
        return vars(room)[name] if name in vars(room) else room.__getattr__(name)
    if name in _ROOMS:
        return import_module(f"irlearn.{name}")
    raise AttributeError(f"module 'irlearn' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All public names, loaded or not."""
    return sorted({*globals(), *_ROOM_OF, *_ROOMS})
