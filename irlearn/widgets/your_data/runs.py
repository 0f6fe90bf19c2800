"""A learner's own judgments and two runs, read and shown in the widgets of the lessons."""

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
"""Which widgets show the runs: the scores with their tests, the outcomes, the alignment, or all three."""
_BY_SCORES, _BY_RANKS = ("scores", "all"), ("outcomes", "alignment", "all")


class OwnRuns:
    """What a learner's own files gave: the `widgets` that show them, and what is to be said of them.

    Where nothing can be shown, there is no widget, and `problem` is the sentence that says why. `upload` is there where
    no path was given: the files can then be chosen on the page.
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
        """The problem, or what was read."""
        return self.problem or " ".join(self.notes)

    def _repr_html_(self) -> str:
        """The same as paragraphs."""
        return html_of(self._draw())

    def _draw(self) -> list[Element]:
        return [p[visible(said)] for said in ([self.problem] if self.problem else self.notes)]

    def _ipython_display_(self) -> None:
        """Say what was read, then show each widget."""
        from IPython.display import publish_display_data  # a notebook is there, or nobody would ask for this

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
    """Your own two runs in the widgets of the lessons: paths of the judgments and of the runs, and nothing else.

    `qrels`, `run_a` and `run_b` are whatever `read_qrels` and `read_run` take; the runs are called as their files are.
    `show` is "scores" (`PairedScores`, by `measure`, with five tests), "outcomes" (`Outcomes`, with ranks up to
    `cutoff`), "alignment" (`Alignment`), or "all". A query that a run lacks counts as 0, and this is said. Where a
    file is missing or cannot be used, a sentence says which and why, and nothing is shown in its place. Without any
    path the files are chosen on the page, up to 30 MB each.

    >>> from irlearn import widgets
    >>> widgets.own_runs()
    Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"), or choose the files here.
    >>> qrels = {f"q{n}": {f"d{n}": 1} for n in range(1, 61)}
    >>> old = {query: {f"x{query}": 2, document: 1} for query, (document,) in qrels.items()}
    >>> new = {query: {document: 1} for query, (document,) in qrels.items()}
    >>> seen = widgets.own_runs(qrels, old, new, show="all")
    >>> seen.widgets
    (<irlearn PairedScores>, <irlearn Outcomes>, <irlearn Alignment>)
    >>> seen.notes[0]
    '“run” and “run 2” on 60 queries, by AP and by the rank of the first relevant document.'
    """
    try:
        return _shown(qrels, run_a, run_b, show, measure, cutoff)
    except InputError as error:
        return OwnRuns(
            problem=f"{as_sentence(f'not yet: {error}')} Nothing is shown until all three files can be read."
        )


def _shown(qrels: Any, run_a: Any, run_b: Any, show: Shown, measure: AnyMeasure, cutoff: int) -> OwnRuns:
    if show not in get_args(Shown):
        raise InputError(f"show must be {comma_list(get_args(Shown), 'or')}; given: {quoted(show)}")
    check_whole("the cutoff", cutoff)
    if qrels is None and run_a is None and run_b is None:
        return _to_choose(show, measure, cutoff)
    lacking = [what for what, given in zip(FILES, (qrels, run_a, run_b), strict=True) if given is None]
    if lacking:
        return OwnRuns(
            problem='Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"). '
            f"There is no path yet of {comma_list(lacking)}."
        )
    judged, one, other = read_qrels(qrels), read_run(run_a), read_run(run_b)
    if one.name == other.name:  # files of one name in two folders
        other = replace(other, name=f"{other.name} 2")
    names = one.name, other.name
    scores = evaluate(judged, [one, other], measure)
    column = scores.measures[0]
    queries = count_noun(len(scores.queries), "query")
    ways = {f"by {column!r}": _BY_SCORES, "by the rank of the first relevant document": _BY_RANKS}
    by = [way for way, shown in ways.items() if show in shown]
    notes = [f"“{names[0]}” and “{names[1]}” on {queries}, {comma_list(by)}."]
    notes += [f"“{name}”: {note}." for name in names for note in scores.notes[name]]
    found: list[Widget] = []
    if show in _BY_SCORES:
        a, b = ([float(value) for value in scores.of(name, column)] for name in names)
        found.append(PairedScores(a, b, scores.queries, systems=names, title=f"Your runs on {queries}, {by[0]}"))
    if show in _BY_RANKS:
        found += _by_ranks(judged, (one, other), show, cutoff)
    return OwnRuns(tuple(found), tuple(notes))


def _to_choose(show: Shown, measure: AnyMeasure, cutoff: int) -> OwnRuns:
    """Three files to choose; what they give comes below them, and goes when another file is chosen."""
    below = Below()

    def then(*files: Any) -> str:
        seen = own_runs(*files, show=show, measure=measure, cutoff=cutoff)
        below.show(seen.widgets)
        return repr(seen)

    return OwnRuns(
        problem='Give the paths of three files, as in own_runs("qrels.txt", "old.run", "new.run"), or choose the files '
        "here.",
        upload=OwnFiles(then, below.show, below.begin),
    )


class Below:
    """Places below a widget of a notebook for others that come later."""

    def __init__(self) -> None:
        self.widgets: tuple[Widget, ...] = ()
        self._places: tuple[str, ...] = ()

    def begin(self) -> None:
        """Publish the places, empty."""
        self._places = tuple(uuid4().hex for _ in range(_MOST_WIDGETS))
        for place in self._places:
            self._publish(place, {"text/plain": ""}, {}, update=False)
        self.show(self.widgets)

    def show(self, widgets: tuple[Widget, ...] = ()) -> None:
        """Show these widgets in the places, and nothing in the others."""
        self.widgets = widgets
        for place, widget in zip_longest(self._places, widgets):
            if place is not None:
                live = None if widget is None else widget._repr_mimebundle_()
                self._publish(place, *(live or ({"text/plain": ""}, {})), update=True)

    def _publish(self, place: str, data: dict[str, Any], metadata: dict[str, Any], *, update: bool) -> None:
        from IPython.display import publish_display_data

        publish: Callable[..., None] = publish_display_data
        publish(data, metadata, transient={"display_id": place}, update=update)


_MOST_WIDGETS = 3  # that runs are shown in


def _by_ranks(judged: Qrels, runs: tuple[Run, Run], show: Shown, cutoff: int) -> list[Widget]:
    """The widgets that see the rank of the first relevant document of each query."""
    ranks = [leaderboard.first_relevant_ranks(judged, run, first_relevant=True) for run in runs]
    names = runs[0].name, runs[1].name
    found: list[Widget] = []
    if show != "alignment":
        note = leaderboard.outcomes_of(judged, *runs, cutoff=cutoff, first_relevant=True).note
        found.append(Outcomes(*ranks, names=names, cutoff=cutoff, note=note))
    if show != "outcomes":
        found.append(Alignment(*ranks, names=names, cutoff=cutoff))
    return found
