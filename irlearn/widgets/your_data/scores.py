"""A learner's own scores of many runs: how high the best run would score by luck alone, and how reliable its win is."""

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
from irlearn.widgets.your_data.runs import OwnRuns, WidgetSlots

_USAGE = (
    'Give the path of a file of scores, as in own_best("scores.csv"), or the judgments and two or more runs, as in '
    'own_best("qrels.txt", "a.run", "b.run")'
)


def own_best(*files: Any, measure: AnyMeasure = AP, topics: int | None = None) -> OwnRuns:
    """Compare the best of your own runs with the best of as many equally good runs, in the widgets of lesson 12.

    If a file cannot be used, the result says why. Without a path a file is chosen on the page, up to 30 MB.

    Parameters
    ----------
    *files : path or array
        The path of a file of scores; or the paths of the judgments and of at least two runs; or a matrix of scores,
        topics x runs.
    measure : Measure or str
        The measure by which runs are scored.
    topics : int, optional
        The number of topics; needed for a file that has only the mean of each run.

    Returns
    -------
    OwnRuns
        The widgets and notes; a notebook displays them.

    Examples
    --------
    >>> from irlearn import widgets
    >>> widgets.own_best().upload is None
    False
    >>> result = widgets.own_best([[0.1, 0.3], [0.2, 0.6], [0.3, 0.5], [0.1, 0.2]])
    >>> result.widgets
    (<irlearn Detective>, <irlearn SplitHalf>)

    """
    try:
        if not files:
            return _choose_file(measure, topics)
        return _compare_best(_read(files, measure), topics)
    except InputError as error:
        return OwnRuns(problem=as_sentence(f"not yet: {error}"))


def _read(files: tuple[Any, ...], measure: AnyMeasure) -> extremes.Matrix | Means:
    if len(files) == 1:
        (scores,) = files
        is_file = isinstance(scores, str) or hasattr(scores, "__fspath__") or hasattr(scores, "read")
        return extremes.read_table(scores, measure) if is_file else extremes.matrix(scores)
    qrels, *runs = files
    if len(runs) == 1:
        raise InputError(f"the best of many needs at least 2 runs; given: 1. {_USAGE}")
    return extremes.matrix(evaluate(read_qrels(qrels), [read_run(run) for run in runs], [as_measure(measure)]))


def _compare_best(scores: extremes.Matrix | Means, topics: int | None) -> OwnRuns:
    """Return the widgets, and sentences about the best run and the expected maximum of equal runs."""
    if isinstance(scores, Means):
        if topics is None:
            raise InputError(
                "means alone do not show their error; say how many topics they are averaged over, as in "
                'own_best("means.csv", topics=50)'
            )
        check_whole("the number of topics", topics)
        error = extremes.standard_error(scores.means, topics)
        luck: Any = extremes.thresholds(scores.means, error, names=scores.names)
        method = f"their spread divided by the square root of {count_noun(topics, 'topic')}"
        means_by_name = dict(zip(scores.names, scores.means.tolist(), strict=True))
        widgets: tuple[Widget, ...] = (Detective(means_by_name, sd=error),)
    else:
        luck = extremes.topic_bootstrap(scores)
        method = f"{count_noun(scores.topics, 'topic')} resampled"
        widgets = (Detective(scores), SplitHalf(scores))
    best = (
        f"“{luck.best}” is the best of {count_noun(len(luck.names), 'run')}, with {fixed(float(luck.means.max()), 4)}."
    )
    by_luck = (
        f"If all were equally good, the best would score {fixed(luck.expected_maximum, 4)} on average, and more than "
        f"{fixed(luck.upper, 4)} in 5% of cases (computed from {method})."
    )
    return OwnRuns(widgets, (best, by_luck, f"{count_noun(len(luck.above), 'run is', 'runs are')} above that."))


def _choose_file(measure: AnyMeasure, topics: int | None) -> OwnRuns:
    """Return a field for a file of scores; the widgets are shown below the field once the file has arrived."""
    slots = WidgetSlots()

    def show_file(file: Any) -> str:
        result = own_best(file, measure=measure, topics=topics)
        slots.show(result.widgets)
        return repr(result)

    return OwnRuns(
        problem=f"{_USAGE}, or choose a file of scores here: topics in rows, a header with the names of the runs.",
        upload=OwnFiles(show_file, slots.show, slots.publish, files=("the scores",)),
    )
