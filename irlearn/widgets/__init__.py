"""Results as things to touch, in JupyterLab, Notebook 7 and Voilà, by mouse and by keyboard."""

import typing as _typing

try:
    import anywidget as _anywidget  # noqa: F401  # asked for first, so that it is said what to install
    import ipywidgets as _ipywidgets  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        f"the widgets need {_error.name}, which is not installed in the Python of this notebook; "
        "type: pip install 'irlearn[lessons]', then restart the kernel",
        name=_error.name,
    ) from None

from irlearn.widgets.assessor import Assessor as Assessor
from irlearn.widgets.base import Widget as Widget
from irlearn.widgets.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from irlearn.widgets.conventions import Conventions as Conventions
from irlearn.widgets.exercise import Exercise as Exercise
from irlearn.widgets.gains import Gains as Gains
from irlearn.widgets.hand_check import HandCheck as HandCheck
from irlearn.widgets.lesson import Lesson as Lesson
from irlearn.widgets.means import Means as Means
from irlearn.widgets.own_files import OwnFiles as OwnFiles
from irlearn.widgets.pool import Pool as Pool
from irlearn.widgets.precision_recall import PrecisionRecall as PrecisionRecall
from irlearn.widgets.prediction import Prediction as Prediction
from irlearn.widgets.progress import Progress as Progress
from irlearn.widgets.quiz import Quiz as Quiz
from irlearn.widgets.ranking_board import RankingBoard as RankingBoard
from irlearn.widgets.walk import Walk as Walk

if _typing.TYPE_CHECKING:
    from irlearn.widgets.adjudicate import Adjudicate as Adjudicate
    from irlearn.widgets.alignment import Alignment as Alignment
    from irlearn.widgets.budget_race import BudgetRace as BudgetRace
    from irlearn.widgets.criteria import Criteria as Criteria
    from irlearn.widgets.detective import Detective as Detective
    from irlearn.widgets.history import History as History
    from irlearn.widgets.kinds import Kinds as Kinds
    from irlearn.widgets.luck_machine import LuckMachine as LuckMachine
    from irlearn.widgets.outcomes import Outcomes as Outcomes
    from irlearn.widgets.own import own_runs as own_runs
    from irlearn.widgets.own_files import OwnFiles as OwnFiles
    from irlearn.widgets.own_scores import own_best as own_best
    from irlearn.widgets.pair_matrix import PairMatrix as PairMatrix
    from irlearn.widgets.paired_scores import PairedScores as PairedScores
    from irlearn.widgets.pairs import Pairs as Pairs
    from irlearn.widgets.permutations import Permutations as Permutations
    from irlearn.widgets.power import Power as Power
    from irlearn.widgets.random_pool import RandomPool as RandomPool
    from irlearn.widgets.records import Records as Records
    from irlearn.widgets.scales import Scales as Scales
    from irlearn.widgets.split_half import SplitHalf as SplitHalf
    from irlearn.widgets.workbench import Workbench as Workbench

_LATER = {
    "Adjudicate": "adjudicate",
    "Alignment": "alignment",
    "BudgetRace": "budget_race",
    "Criteria": "criteria",
    "Detective": "detective",
    "History": "history",
    "Kinds": "kinds",
    "LuckMachine": "luck_machine",
    "Outcomes": "outcomes",
    "OwnFiles": "own_files",
    "PairMatrix": "pair_matrix",
    "PairedScores": "paired_scores",
    "Pairs": "pairs",
    "Permutations": "permutations",
    "Power": "power",
    "RandomPool": "random_pool",
    "Records": "records",
    "Scales": "scales",
    "SplitHalf": "split_half",
    "Workbench": "workbench",
    "own_best": "own_scores",
    "own_runs": "own",
}

__all__ = [*(name for name, of in globals().items() if isinstance(of, type)), *_LATER]


def __getattr__(name: str) -> object:
    """Import a widget that needs SciPy when it is first asked for, so that the other lessons start fast."""
    if name in _LATER:
        from importlib import import_module

        return vars(import_module(f"irlearn.widgets.{_LATER[name]}"))[name]
    raise AttributeError(f"module 'irlearn.widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All public names, loaded or not."""
    return sorted({*globals(), *_LATER})
