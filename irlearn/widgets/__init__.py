"""Interactive widgets for JupyterLab, Notebook 7, Voilà and JupyterLite.

`Lesson` constructs the widgets of a lesson's parts: `Exercise`, `HandCheck`, `Prediction` and `Quiz`. `Progress` shows
how much of a lesson is done. `OwnData`, `OwnFiles`, `OwnQuery`, `own_best` and `own_runs` take a learner's own data.
All other widgets are models to experiment with. Every widget works by mouse, keyboard and touch.
"""

import typing as _typing

try:
    # This import comes first, so that a missing library raises the error that names what to install.
    import anywidget as _anywidget  # noqa: F401
    import ipywidgets as _ipywidgets  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        f"the widgets need {_error.name}, which is not installed in the Python of this notebook; "
        "type: pip install 'irlearn[lessons]', then restart the kernel",
        name=_error.name,
    ) from None

from irlearn.widgets.core.base import Widget as Widget
from irlearn.widgets.lesson.exercise import Exercise as Exercise
from irlearn.widgets.lesson.hand_check import HandCheck as HandCheck
from irlearn.widgets.lesson.lesson import Lesson as Lesson
from irlearn.widgets.lesson.prediction import Prediction as Prediction
from irlearn.widgets.lesson.progress import Progress as Progress
from irlearn.widgets.lesson.quiz import Quiz as Quiz
from irlearn.widgets.lesson.result import Result as Result
from irlearn.widgets.play.assessor import Assessor as Assessor
from irlearn.widgets.play.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from irlearn.widgets.play.graded_ranking import GradedRanking as GradedRanking
from irlearn.widgets.play.means import Means as Means
from irlearn.widgets.play.pool import Pool as Pool
from irlearn.widgets.play.precision_recall import PrecisionRecall as PrecisionRecall
from irlearn.widgets.play.ranking_board import RankingBoard as RankingBoard
from irlearn.widgets.play.tool_conventions import ToolConventions as ToolConventions
from irlearn.widgets.play.walk import Walk as Walk
from irlearn.widgets.your_data.files import OwnFiles as OwnFiles

if _typing.TYPE_CHECKING:
    from irlearn.widgets.play.adjudicate import Adjudicate as Adjudicate
    from irlearn.widgets.play.alignment import Alignment as Alignment
    from irlearn.widgets.play.best_so_far import BestSoFar as BestSoFar
    from irlearn.widgets.play.budget_race import BudgetRace as BudgetRace
    from irlearn.widgets.play.budget_tables import BudgetTables as BudgetTables
    from irlearn.widgets.play.criteria import Criteria as Criteria
    from irlearn.widgets.play.detective import Detective as Detective
    from irlearn.widgets.play.history import History as History
    from irlearn.widgets.play.improvement_cases import ImprovementCases as ImprovementCases
    from irlearn.widgets.play.luck_machine import LuckMachine as LuckMachine
    from irlearn.widgets.play.outcome_correlation import OutcomeCorrelation as OutcomeCorrelation
    from irlearn.widgets.play.outcomes import Outcomes as Outcomes
    from irlearn.widgets.play.pair_matrix import PairMatrix as PairMatrix
    from irlearn.widgets.play.paired_scores import PairedScores as PairedScores
    from irlearn.widgets.play.permutations import Permutations as Permutations
    from irlearn.widgets.play.power import Power as Power
    from irlearn.widgets.play.random_pool import RandomPool as RandomPool
    from irlearn.widgets.play.run_ranx import RunRanx as RunRanx
    from irlearn.widgets.play.scales import Scales as Scales
    from irlearn.widgets.play.split_half import SplitHalf as SplitHalf
    from irlearn.widgets.play.workbench import Workbench as Workbench
    from irlearn.widgets.your_data.data import OwnData as OwnData
    from irlearn.widgets.your_data.query import OwnQuery as OwnQuery
    from irlearn.widgets.your_data.runs import own_runs as own_runs
    from irlearn.widgets.your_data.scores import own_best as own_best

_LAZY_MODULES = {
    "Adjudicate": "play.adjudicate",
    "Alignment": "play.alignment",
    "BudgetRace": "play.budget_race",
    "BudgetTables": "play.budget_tables",
    "Criteria": "play.criteria",
    "Detective": "play.detective",
    "History": "play.history",
    "ImprovementCases": "play.improvement_cases",
    "LuckMachine": "play.luck_machine",
    "Outcomes": "play.outcomes",
    "PairMatrix": "play.pair_matrix",
    "PairedScores": "play.paired_scores",
    "OutcomeCorrelation": "play.outcome_correlation",
    "Permutations": "play.permutations",
    "Power": "play.power",
    "RandomPool": "play.random_pool",
    "BestSoFar": "play.best_so_far",
    "RunRanx": "play.run_ranx",
    "Scales": "play.scales",
    "SplitHalf": "play.split_half",
    "Workbench": "play.workbench",
    "OwnData": "your_data.data",
    "OwnQuery": "your_data.query",
    "own_best": "your_data.scores",
    "own_runs": "your_data.runs",
}

__all__ = [*(name for name, value in globals().items() if isinstance(value, type)), *_LAZY_MODULES]


def __getattr__(name: str) -> object:
    """Import a widget that needs SciPy when it is first used, so that lessons without it start fast."""
    if name in _LAZY_MODULES:
        from importlib import import_module

        return vars(import_module(f"irlearn.widgets.{_LAZY_MODULES[name]}"))[name]
    raise AttributeError(f"module 'irlearn.widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all public names, including the names of widgets that are not imported yet."""
    return sorted({*globals(), *_LAZY_MODULES})
