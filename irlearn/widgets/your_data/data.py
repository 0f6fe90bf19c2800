"""The data of a lesson that a learner may replace: judgments and two runs, with the comparison of the runs by AP."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from irlearn.collection import Qrels, Run, read_qrels, read_run
from irlearn.errors import InputError, visible
from irlearn.evaluation import evaluate
from irlearn.measures import AP
from irlearn.simulation.collections import two_runs
from irlearn.statistics import ALPHA, TOLERANCE, paired_t, sign_test
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Element, b, button, div, p
from irlearn.text.numbers import general
from irlearn.widgets.core.base import action
from irlearn.widgets.your_data.files import FILES, OwnFiles

_FEWEST = 3  # queries, so that a t test is possible without the deciding query


class _Compared(NamedTuple):
    """Judgments and two runs, and the attributes of `OwnData` that follow from them."""

    qrels: Qrels
    runs: tuple[Run, Run]
    queries: int
    leader: str
    other: str
    wins_leader: int
    wins_other: int
    p: float
    low: float
    high: float
    deciding: str
    share: float
    p_without: float
    changes: bool

    def __str__(self) -> str:
        a, b = self.runs
        return f"“{a.name}” (A) and “{b.name}” (B) on {count_noun(self.queries, 'query')}"


def _compare(qrels: Any, run_a: Any, run_b: Any) -> _Compared:
    """Compare two runs; raise `InputError` if they cannot be compared, with or without the deciding query."""
    judgments, a, b = read_qrels(qrels), read_run(run_a), read_run(run_b)
    if a.name == b.name:  # The files have the same name in different folders.
        b = read_run(b, name=f"{b.name} 2")
    scores = evaluate(judgments, [a, b], AP)
    if len(scores.queries) < _FEWEST:
        raise InputError(f"the judgments need {_FEWEST} queries or more; given: {len(scores.queries)}")
    of_a, of_b = scores.values[:, :, 0]
    for name, values in zip(scores.runs, (of_a, of_b), strict=True):
        if not values.any():
            raise InputError(f"no document of “{name}” is judged relevant, so there is nothing to compare")
    test, signs = paired_t(of_b, of_a), sign_test(of_b, of_a)
    if abs(test.mean) <= TOLERANCE:
        raise InputError("both runs have the same mean AP, so no query decides which run is ahead")
    wins = {b.name: signs.wins_a, a.name: signs.wins_b}
    leader, other = (b.name, a.name) if test.mean > 0 else (a.name, b.name)
    ahead = (of_b - of_a) * np.sign(test.mean)
    most = int(ahead.argmax())
    without = paired_t(np.delete(of_b, most), np.delete(of_a, most)).pvalue
    share = float(ahead[most] / ahead.sum())
    changes = (test.pvalue <= ALPHA) != (without <= ALPHA)
    return _Compared(
        judgments, (a, b), len(of_a), leader, other, wins[leader], wins[other], test.pvalue, *test.interval,
        scores.queries[most], share, without, changes,
    )  # fmt: skip


class OwnData(OwnFiles):
    """Judgments and two runs for a lesson: a learner's own files, or a small simulated collection.

    The files are given by path, or chosen on the page, up to 30 MB each. Until all three can be used, the simulated
    collection of `two_runs` is used, and afterwards the last three files that could be used, also by further widgets
    without paths. The widget says which.

    Parameters
    ----------
    qrels : path, mapping or Qrels, optional
        The judgments, in a form that `read_qrels` accepts.
    run_a, run_b : path, mapping or Run, optional
        Runs A and B, in a form that `read_run` accepts. They are named after their files.

    Attributes
    ----------
    qrels : Qrels
        The judgments in use.
    runs : tuple of Run
        The two runs in use.
    queries : int
        The number of queries.
    leader, other : str
        The names of the run with the higher mean AP and of the other run.
    wins_leader, wins_other : int
        The numbers of queries on which the first of them has the higher AP, and on which the other has.
    p, low, high : float
        The p-value of the paired t test, and the 95% interval of the mean difference B - A.
    deciding : str
        The query on which the run that is ahead gains most.
    share : float
        What it gains there, divided by the sum of all differences.
    p_without : float
        The p-value without that query.
    changes : bool
        Whether one of the two p-values is at most 0.05 and the other is not.

    Examples
    --------
    >>> from irlearn import widgets
    >>> data = widgets.OwnData()
    >>> data.leader, data.wins_leader, data.wins_other, data.deciding, round(data.p, 4), round(data.p_without, 4)
    ('new', 11, 12, '123', 0.0342, 0.0651)
    >>> widgets.OwnData("qrels.txt", "old.run", "new.run").message
    'Not yet: qrels.txt: there is no such file. The lesson uses “baseline” (A) and “new” (B) on 25 queries.'
    """

    _chosen: ClassVar[_Compared | None] = None  # kept because Run All makes the widget again, without its files

    def __init__(self, qrels: Any = None, run_a: Any = None, run_b: Any = None) -> None:
        given = (qrels, run_a, run_b)
        by_path = any(file is not None for file in given)
        self._own = None if by_path else OwnData._chosen
        self._data = self._own or _compare(*two_runs())
        super().__init__(self._choose, lambda: None)
        if by_path:
            self._message = self._use(*given)
            self.refresh()

    def __getattr__(self, name: str) -> Any:
        """Return what follows from the data in use."""
        if name in _Compared._fields:
            return getattr(self._data, name)
        raise AttributeError(f"OwnData has no {name!r}")

    def _choose(self, *files: Any) -> str:
        """Use the files that were chosen on the page, also when the cell of the widget is run again."""
        message, OwnData._chosen = self._use(*files), self._own
        return message

    def _use(self, *files: Any) -> str:
        """Use the files from now on, if they can be compared, and return a sentence about it."""
        try:
            if missing := [name for name, file in zip(FILES, files, strict=True) if file is None]:
                raise InputError(f"the path of {comma_list(missing)} is missing")  # noqa: TRY301 - as for a wrong file
            self._own = self._data = _compare(*files)
        except InputError as error:
            return f"{as_sentence(f'not yet: {error}')} The lesson uses {self._data}."
        return "These files are used now. Run the cells below, again if you ran them before."

    @action
    def on_teaching(self) -> None:
        """Use the simulated collection again."""
        self._own = OwnData._chosen = None
        self._data, self._files = _compare(*two_runs()), {}
        self._message = "The simulated collection is used now. Run the cells below again."

    def draw(self) -> Element:
        kind = "The simulated collection" if self._own is None else "Your files"
        again = button(data_do="teaching", data_focus="teaching")["Use the simulated collection again"]
        return div("own")[
            p[b[f"{kind}: "], visible(f"{self._data}.")], super().draw(), None if self._own is None else again
        ]

    def __repr__(self) -> str:
        return f"<irlearn OwnData: {self._data}, {general(self.low)} to {general(self.high)}>"
