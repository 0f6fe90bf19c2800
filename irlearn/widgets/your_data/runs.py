"""Judgments and two runs of a learner, shown in the widgets of the lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Literal, get_args
from uuid import uuid4

from irlearn.collection import Qrels, Run, read_qrels, read_run
from irlearn.errors import InputError, check_whole, quoted, visible
from irlearn.evaluation import AnyMeasure, evaluate
from irlearn.measures import AP
from irlearn.studies import leaderboard
from irlearn.text.english import as_sentence, comma_list, count_noun
from irlearn.text.html import Element, html_of, p
from irlearn.widgets.core.base import Widget
from irlearn.widgets.play.alignment import Alignment
from irlearn.widgets.play.outcomes import Outcomes
from irlearn.widgets.play.paired_scores import PairedScores
from irlearn.widgets.your_data.files import FILES, OwnFiles

Shown = Literal["scores", "outcomes", "alignment", "all"]
"""The widgets that show the runs: the scores with their tests, the outcomes, the alignment, or all three."""
_BY_SCORES, _BY_RANKS = ("scores", "all"), ("outcomes", "alignment", "all")
_MOST_WIDGETS = 3  # the largest number of widgets that show the same runs


class OwnRuns:
    """The widgets that show a learner's own files, and notes about the data.

    Attributes
    ----------
    widgets : tuple of Widget
        The widgets; empty if nothing can be shown.
    notes : tuple of str
        Sentences about the data that were read.
    problem : str
        The reason why no widget can be shown; empty if there is none.
    upload : OwnFiles or None
        Fields in which the files can be chosen on the page, if no path was given.

    """

    def __init__(
        self,
        widgets: tuple[Widget, ...] = (),
        notes: tuple[str, ...] = (),
        problem: str = "",
        upload: OwnFiles | None = None,
    ) -> None:
        self.widgets, self.notes, self.problem, self.upload = widgets, notes, problem, upload

    def __repr__(self) -> str:
        return self.problem or " ".join(self.notes)

    def _repr_html_(self) -> str:
        return html_of(self._draw())

    def _draw(self) -> list[Element]:
        return [p[visible(sentence)] for sentence in ([self.problem] if self.problem else self.notes)]

    def _ipython_display_(self) -> None:
        """Display the notes, then each widget."""
        from IPython.display import publish_display_data  # Only a notebook displays widgets, and it has IPython.

        publish: Callable[..., None] = publish_display_data
        publish({"text/html": self._repr_html_(), "text/plain": repr(self)})
        for widget in filter(None, (self.upload, *self.widgets)):
            widget._ipython_display_()


def own_runs(
    qrels: Any = None,
    run_a: Any = None,
    run_b: Any = None,
    *,
    show: Shown = "scores",
    measure: AnyMeasure = AP,
    cutoff: int = 100,
) -> OwnRuns:
    """Show your own two runs in the widgets of the lessons.

    A query that a run lacks counts as 0, and a note says so. If a file is missing or cannot be used, the result says
    why, and nothing is shown. Without any path the files are chosen on the page, up to 30 MB each.

    Parameters
    ----------
    qrels : path, mapping or Qrels
        The judgments, in a form that `read_qrels` accepts.
    run_a, run_b : path, mapping or Run
        The runs, in a form that `read_run` accepts. They are named after their files.
    show : {"scores", "outcomes", "alignment", "all"}
        The widgets: `PairedScores` by `measure`, `Outcomes` with ranks up to `cutoff`, `Alignment`, or all three.
    measure : Measure or str
        The measure of the scores.
    cutoff : int
        The deepest rank that the outcomes and the alignment take into account, at least 1.

    Returns
    -------
    OwnRuns
        The widgets and notes; a notebook displays them.

    Examples
    --------
    >>> from irlearn import widgets
    >>> widgets.own_runs()
    Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"), or choose the files here.
    >>> qrels = {f"q{n}": {f"d{n}": 1} for n in range(1, 61)}
    >>> old = {query: {f"x{query}": 2, document: 1} for query, (document,) in qrels.items()}
    >>> new = {query: {document: 1} for query, (document,) in qrels.items()}
    >>> result = widgets.own_runs(qrels, old, new, show="all")
    >>> result.widgets
    (<irlearn PairedScores>, <irlearn Outcomes>, <irlearn Alignment>)
    >>> result.notes[0]
    '“run” and “run 2” on 60 queries, by AP and by the rank of the first relevant document.'

    """
    try:
        return _widgets_of(qrels, run_a, run_b, show, measure, cutoff)
    except InputError as error:
        return OwnRuns(
            problem=f"{as_sentence(f'not yet: {error}')} Nothing is shown until all three files can be read."
        )


def _widgets_of(qrels: Any, run_a: Any, run_b: Any, show: Shown, measure: AnyMeasure, cutoff: int) -> OwnRuns:
    if show not in get_args(Shown):
        raise InputError(f"show must be {comma_list(get_args(Shown), 'or')}; given: {quoted(show)}")
    check_whole("the cutoff", cutoff)
    if qrels is None and run_a is None and run_b is None:
        return _choose_files(show, measure, cutoff)
    missing = [name for name, file in zip(FILES, (qrels, run_a, run_b), strict=True) if file is None]
    if missing:
        return OwnRuns(
            problem='Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"). '
            f"The path of {comma_list(missing)} is missing."
        )
    judgments, a, b = read_qrels(qrels), read_run(run_a), read_run(run_b)
    if a.name == b.name:  # The files have the same name in different folders.
        b = replace(b, name=f"{b.name} 2")
    names = a.name, b.name
    scores = evaluate(judgments, [a, b], measure)
    column = scores.measures[0]
    queries = count_noun(len(scores.queries), "query")
    by_measure, by_rank = f"by {column!r}", "by the rank of the first relevant document"
    compared = [by_measure] * (show in _BY_SCORES) + [by_rank] * (show in _BY_RANKS)
    notes = [f"“{names[0]}” and “{names[1]}” on {queries}, {comma_list(compared)}."]
    notes += [f"“{name}”: {note}." for name in names for note in scores.notes[name]]
    widgets: list[Widget] = []
    if show in _BY_SCORES:
        values_a, values_b = ([float(value) for value in scores.of(name, column)] for name in names)
        title = f"Your runs on {queries}, {by_measure}"
        widgets.append(PairedScores(values_a, values_b, scores.queries, systems=names, title=title))
    if show in _BY_RANKS:
        widgets += _rank_widgets(judgments, (a, b), show, cutoff)
    return OwnRuns(tuple(widgets), tuple(notes))


def _rank_widgets(judgments: Qrels, runs: tuple[Run, Run], show: Shown, cutoff: int) -> list[Widget]:
    """Return the widgets that show the rank of the first relevant document of each query."""
    ranks = [leaderboard.first_relevant_ranks(judgments, run, first_relevant=True) for run in runs]
    names = runs[0].name, runs[1].name
    widgets: list[Widget] = []
    if show != "alignment":
        note = leaderboard.outcomes_of(judgments, *runs, cutoff=cutoff, first_relevant=True).note
        widgets.append(Outcomes(*ranks, names=names, cutoff=cutoff, note=note))
    if show != "outcomes":
        widgets.append(Alignment(*ranks, names=names, cutoff=cutoff))
    return widgets


def _choose_files(show: Shown, measure: AnyMeasure, cutoff: int) -> OwnRuns:
    """Return fields for three files; the widgets are shown below the fields once the files have arrived."""
    slots = WidgetSlots()

    def show_files(*files: Any) -> str:
        result = own_runs(*files, show=show, measure=measure, cutoff=cutoff)
        slots.show(result.widgets)
        return repr(result)

    return OwnRuns(
        problem='Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"), or choose the files '
        "here.",
        upload=OwnFiles(show_files, slots.show, slots.publish),
    )


class WidgetSlots:
    """Empty outputs below a widget in a notebook, in which other widgets are shown later."""

    def __init__(self) -> None:
        self.widgets: tuple[Widget, ...] = ()
        self._display_ids: tuple[str, ...] = ()

    def publish(self) -> None:
        """Publish the outputs at the present place of the notebook."""
        self._display_ids = tuple(uuid4().hex for _ in range(_MOST_WIDGETS))
        for display_id in self._display_ids:
            self._publish(display_id, {"text/plain": ""}, {}, update=False)
        self.show(self.widgets)

    def show(self, widgets: tuple[Widget, ...] = ()) -> None:
        """Show the given widgets, and clear the remaining outputs."""
        self.widgets = widgets
        for display_id, widget in zip_longest(self._display_ids, widgets):
            if display_id is not None:
                live = None if widget is None else widget._repr_mimebundle_()
                self._publish(display_id, *(live or ({"text/plain": ""}, {})), update=True)

    def _publish(self, display_id: str, data: dict[str, Any], metadata: dict[str, Any], *, update: bool) -> None:
        from IPython.display import publish_display_data

        publish: Callable[..., None] = publish_display_data
        publish(data, metadata, transient={"display_id": display_id}, update=update)
