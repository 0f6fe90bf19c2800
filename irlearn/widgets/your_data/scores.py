"""A learner's own scores of many runs: how high the best of them would come by luck, and what its win is worth."""

from __future__ import annotations

from typing import Any

from irlearn.collection import read_qrels, read_run
from irlearn.errors import InputError, check_whole
from irlearn.evaluation import AnyMeasure, evaluate
from irlearn.measures import AP, as_measure
from irlearn.studies import extremes
from irlearn.studies.extremes.matrix import Means
from irlearn.text.english import as_sentence, count_noun
from irlearn.text.numbers import fixed
from irlearn.widgets.core.base import Widget
from irlearn.widgets.play.detective import Detective
from irlearn.widgets.play.split_half import SplitHalf
from irlearn.widgets.your_data.files import OwnFiles
from irlearn.widgets.your_data.runs import Below, OwnRuns

_HOW = (
    'Give the path of a file of scores, as in own_best("scores.csv"), or the judgments and two runs or more, as in '
    'own_best("qrels.txt", "a.run", "b.run")'
)


def own_best(*files: Any, measure: AnyMeasure = AP, topics: int | None = None) -> OwnRuns:
    """The best of your own runs beside the best of as many equal ones, in the widgets of lesson 12.

    `files` are the path of a file of scores, or those of the judgments and of two runs or more, which are scored by
    `measure`; or a matrix, topics x runs. A file of means alone needs the number of `topics` that they are over. Where
    a file cannot be used, a sentence says which and why. Without a path the file is chosen on the page, up to 30 MB.

    >>> from irlearn import widgets
    >>> widgets.own_best().upload is None
    False
    >>> seen = widgets.own_best([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5], [0.1, 0.2]])
    >>> seen.widgets
    (<irlearn Detective>, <irlearn SplitHalf>)
    """
    try:
        if not files:
            return _to_choose(measure, topics)
        return _shown(_read(files, measure), topics)
    except InputError as error:
        return OwnRuns(problem=as_sentence(f"not yet: {error}"))


def _read(files: tuple[Any, ...], measure: AnyMeasure) -> extremes.Matrix | Means:
    if len(files) == 1:
        (one,) = files
        is_file = isinstance(one, str) or hasattr(one, "__fspath__") or hasattr(one, "read")
        return extremes.read_table(one, measure) if is_file else extremes.matrix(one)
    qrels, *runs = files
    if len(runs) == 1:
        raise InputError(f"the best of many needs at least 2 runs; given: 1. {_HOW}")
    return extremes.matrix(evaluate(read_qrels(qrels), [read_run(run) for run in runs], [as_measure(measure)]))


def _shown(found: extremes.Matrix | Means, topics: int | None) -> OwnRuns:
    if isinstance(found, Means):
        if topics is None:
            raise InputError(
                "means alone say nothing about their error; say over how many topics they are, as in "
                'own_best("means.csv", topics=50)'
            )
        check_whole("the number of topics", topics)
        error = extremes.standard_error(found.means, topics)
        luck: Any = extremes.thresholds(found.means, error, names=found.names)
        over = f"their spread over the root of {count_noun(topics, 'topic')}"
        shown: tuple[Widget, ...] = (Detective(dict(zip(found.names, found.means.tolist(), strict=True)), sd=error),)
    else:
        luck = extremes.topic_bootstrap(found)
        over = f"{count_noun(found.topics, 'topic')} drawn anew"
        shown = (Detective(found), SplitHalf(found))
    best = (
        f"“{luck.best}” is the best of {count_noun(len(luck.names), 'run')}, with {fixed(float(luck.means.max()), 4)}."
    )
    by_luck = (
        f"Were all equally good, the best would have {fixed(luck.expected_maximum, 4)} on average, and more than "
        f"{fixed(luck.upper, 4)} in 5% of the cases; by {over}."
    )
    return OwnRuns(shown, (best, by_luck, f"{count_noun(len(luck.above), 'run lies', 'runs lie')} above that."))


def _to_choose(measure: AnyMeasure, topics: int | None) -> OwnRuns:
    """A file to choose; what it gives comes below, and goes when another one is chosen."""
    below = Below()

    def then(file: Any) -> str:
        seen = own_best(file, measure=measure, topics=topics)
        below.show(seen.widgets)
        return repr(seen)

    return OwnRuns(
        problem=f"{_HOW}, or choose a file of scores here: topics in rows, a header with the names of the runs.",
        upload=OwnFiles(then, below.show, below.begin, files=("the scores",)),
    )
