"""The data of a lesson that a learner may replace: judgments and two runs, with the comparison of the runs by AP."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np

from irlearn.collection import Qrels, Run, read_qrels, read_run
from irlearn.errors import InputError, visible
from irlearn.evaluation import Scores, evaluate
from irlearn.measures import AP
from irlearn.simulation.collections import two_runs
from irlearn.statistics import ALPHA, TOLERANCE, SignResult, TResult, paired_t, sign_test
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Element, b, button, div, p
from irlearn.text.numbers import general
from irlearn.widgets.core.base import action
from irlearn.widgets.your_data.files import FILES, OwnFiles

_FEWEST = 3  # queries, so that a t test is possible without the deciding query


@dataclass(frozen=True)
class _Pair:
    """Judgments and two runs, with tests by AP; `lead` is 1 if B has the higher mean, and -1 if A has."""

    qrels: Qrels
    runs: tuple[Run, Run]
    scores: Scores
    signs: SignResult
    test: TResult
    without: TResult
    lead: int
    deciding: int
    share: float

    @classmethod
    def of(cls, qrels: Qrels, run_a: Run, run_b: Run) -> _Pair:
        """Compare two runs; raise `InputError` if they cannot be compared, with or without the deciding query."""
        if run_a.name == run_b.name:  # The files have the same name in different folders.
            run_b = replace(run_b, name=f"{run_b.name} 2")
        scores = evaluate(qrels, [run_a, run_b], AP)
        if len(scores.queries) < _FEWEST:
            raise InputError(f"the judgments need {_FEWEST} queries or more; given: {len(scores.queries)}")
        a, b = scores.values[:, :, 0]
        for name, values in zip(scores.runs, (a, b), strict=True):
            if not values.any():
                raise InputError(f"no document of “{name}” is judged relevant, so there is nothing to compare")
        test = paired_t(b, a)
        if abs(test.mean) <= TOLERANCE:
            raise InputError("both runs have the same mean AP, so no query decides which run is ahead")
        lead = 1 if test.mean > 0 else -1
        ahead = lead * (b - a)
        most = int(ahead.argmax())
        return cls(
            qrels,
            (run_a, run_b),
            scores,
            sign_test(a, b),
            test,
            paired_t(np.delete(b, most), np.delete(a, most)),
            lead,
            most,
            float(ahead[most] / ahead.sum()),
        )

    @property
    def wins(self) -> tuple[int, int]:
        return self.signs.wins_a, self.signs.wins_b

    def __str__(self) -> str:
        a, b = self.scores.runs
        return f"“{a}” (A) and “{b}” (B) on {count_noun(len(self.scores.queries), 'query')}"


@cache
def _simulated() -> _Pair:
    return _Pair.of(*two_runs())


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
    wins_leader, wins_other, ties : int
        The numbers of queries on which the first of them has the higher AP, the other has, and neither has.
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

    qrels = property(attrgetter("_pair.qrels"))
    runs = property(attrgetter("_pair.runs"))
    queries = property(lambda self: len(self._pair.scores.queries))
    leader = property(lambda self: self._pair.runs[self._pair.lead > 0].name)
    other = property(lambda self: self._pair.runs[self._pair.lead < 0].name)
    wins_leader = property(lambda self: self._pair.wins[self._pair.lead > 0])
    wins_other = property(lambda self: self._pair.wins[self._pair.lead < 0])
    ties = property(lambda self: self.queries - sum(self._pair.wins))
    p = property(attrgetter("_pair.test.pvalue"))
    low = property(lambda self: self._pair.test.interval[0])
    high = property(lambda self: self._pair.test.interval[1])
    deciding = property(lambda self: self._pair.scores.queries[self._pair.deciding])
    share = property(attrgetter("_pair.share"))
    p_without = property(attrgetter("_pair.without.pvalue"))
    changes = property(lambda self: (self.p <= ALPHA) != (self.p_without <= ALPHA))
    _chosen: ClassVar[_Pair | None] = None  # kept because Run All makes the widget again, without its files

    def __init__(self, qrels: Any = None, run_a: Any = None, run_b: Any = None) -> None:
        given = (qrels, run_a, run_b)
        by_path = any(file is not None for file in given)
        self._own = None if by_path else OwnData._chosen
        super().__init__(self._choose, lambda: None)
        if by_path:
            self._message = self._use(*given)
            self.refresh()

    @property
    def _pair(self) -> _Pair:
        return self._own or _simulated()

    def _choose(self, *files: Any) -> str:
        """Use the files that were chosen on the page, also when the cell of the widget is run again."""
        message, OwnData._chosen = self._use(*files), self._own
        return message

    def _use(self, *files: Any) -> str:
        """Use the files from now on, if they can be compared, and return a sentence about it."""
        if missing := [name for name, file in zip(FILES, files, strict=True) if file is None]:
            return f"Not yet: the path of {comma_list(missing)} is missing. The lesson uses {self._pair}."
        qrels, run_a, run_b = files
        try:
            self._own = _Pair.of(read_qrels(qrels), read_run(run_a), read_run(run_b))
        except InputError as error:
            return f"{as_sentence(f'not yet: {error}')} The lesson uses {self._pair}."
        return "These files are used now. Run the cells below, again if you ran them before."

    @action
    def on_teaching(self) -> None:
        """Use the simulated collection again."""
        self._own = OwnData._chosen = None
        self._files, self._message = {}, "The simulated collection is used now. Run the cells below again."

    def draw(self) -> Element:
        kind = "Your files" if self._own else "The simulated collection"
        return div("own")[
            p[b[f"{kind}: "], visible(f"{self._pair}.")],
            super().draw(),
            self._own and button(data_do="teaching", data_focus="teaching")["Use the simulated collection again"],
        ]

    def __repr__(self) -> str:
        return f"<irlearn OwnData: {self._pair}, B - A = {general(self._pair.test.mean)}, p = {general(self.p)}>"
