"""irlearn teaches how information retrieval is evaluated.

Measures such as `AP` and `nDCG @ 10` are values. `evaluate` scores runs against qrels. `explain`, `solve`, `exercise`
and `check` show calculations by hand and find the mistakes in them. Further packages, such as `irlearn.statistics` and
`irlearn.studies`, are imported on first use.
"""

import typing as _typing

if _typing.TYPE_CHECKING:
    from irlearn.byhand import (
        Derivation as Derivation,
        Sheet as Sheet,
        Verdict as Verdict,
        check as check,
        exercise as exercise,
        explain as explain,
        solve as solve,
    )
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

_PACKAGE_OF = {
    **dict.fromkeys(["Qrels", "Run", "join", "read_qrels", "read_run"], "collection"),
    **dict.fromkeys(["Derivation", "Sheet", "Verdict", "check", "exercise", "explain", "solve"], "byhand"),
    **dict.fromkeys(["InputError"], "errors"),
    **dict.fromkeys(["Scores", "evaluate", "read_scores"], "evaluation"),
    **dict.fromkeys(["AP", "CG", "DCG", "ERR", "ESL", "IDCG", "MAP", "MRR", "RBP", "RR", "Bpref", "F"], "measures"),
    **dict.fromkeys(["IPrec", "Judged", "P", "R", "Rprec", "Success", "gMAP", "nDCG"], "measures"),
    **dict.fromkeys(["Accuracy", "CooperESL", "Fallout", "MaxAP", "MinAP", "RBPres", "nERR"], "measures"),
    **dict.fromkeys(["Measure", "parse_measure", "interpolated_precision", "precision_recall"], "measures"),
    **dict.fromkeys(["define"], "measures.custom"),
    **dict.fromkeys(["Ranking"], "ranking"),
}
"""Module that defines each public name, as in the imports for type checkers."""

_PACKAGES = (
    *("byhand", "collection", "conventions", "course", "datasets", "errors", "evaluation", "formulas", "measures"),
    *("parsing", "plots", "ranking", "report", "simulation", "statistics", "studies", "widgets"),
)
__all__ = [*_PACKAGE_OF]


def __getattr__(name: str) -> object:
    """Import a package, or a public name from its package, on first use, so that `import irlearn` is fast."""
    from importlib import import_module

    if name in _PACKAGE_OF:
        package = import_module(f"irlearn.{_PACKAGE_OF[name]}")
        return vars(package)[name] if name in vars(package) else package.__getattr__(name)
    if name in _PACKAGES:
        return import_module(f"irlearn.{name}")
    raise AttributeError(f"module 'irlearn' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all public names, whether they were imported or not."""
    return sorted({*globals(), *_PACKAGE_OF, *_PACKAGES})
