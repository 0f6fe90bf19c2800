"""The progress panel of a lesson: its parts and their states, the resume code, and a reset that can be undone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from irlearn.course.progress import Progress as Record
from irlearn.errors import InputError
from irlearn.text.english import as_sentence, count_noun
from irlearn.text.html import (
    Content,
    Element,
    a,
    b,
    button,
    caption,
    details,
    div,
    li,
    ol,
    p,
    span,
    strong,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from irlearn.text.markdown import shown
from irlearn.widgets.core.base import HOME, Fields, Widget, action, page_script
from irlearn.widgets.core.fields import labeled_field
from irlearn.widgets.core.parts import require_type
from irlearn.widgets.lesson.question_view import STATES


class PredictionOutcome(NamedTuple):
    """A question, what the learner predicted first, the right answer, and whether the prediction was right."""

    question: str
    predicted: str
    right_answer: str
    is_right: bool


class Progress(Widget):
    """A panel with the parts of a lesson, the next part to do, and the resume code.

    The panel follows the progress that it shows. A resume code from another place adds the parts that it contains. A
    link downloads the progress file. A reset needs one press of a button and can be undone.

    Parameters
    ----------
    progress : irlearn.course.Progress
        The progress to show.
    names : mapping of str to str, optional
        The names of parts by id; other parts are shown by their ids.
    further : sequence of str, optional
        The ids of the parts below "Go further". The lesson is done without them.

    Raises
    ------
    InputError
        If `names` or `further` contains a part that the lesson does not have.

    Examples
    --------
    >>> from irlearn import course, widgets
    >>> progress = course.Progress("03", ["predict", "turn-1", "turn-2"], folder=None)
    >>> panel = widgets.Progress(progress, names={"predict": "Prediction"})
    >>> progress.record("predict", "done", answer="5/6")
    >>> "1 of 3 done" in panel.picture, progress.code in panel.picture
    (True, True)

    """

    styles = ("progress",)
    _esm = page_script("further")
    _presenting = False

    def __init__(
        self, progress: Record, *, names: Mapping[str, str] | None = None, further: Sequence[str] = ()
    ) -> None:
        require_type("a progress panel", Record, progress, "course.Progress('03', ['turn-1'])")
        for part in (*(names or {}), *further):
            progress.state(part)  # This raises InputError for an unknown part.
        self._progress, self._names = progress, dict(names or {})
        self._core, self._further = tuple(part for part in progress.parts if part not in further), tuple(further)
        self._message = self._problem = ""
        self._emptied = False  # whether the next picture empties the field of the code
        # whether the message answers a press in this panel; other messages are only for screen readers
        self._pressed = False
        self._seen_states = self._states()
        super().__init__()
        progress.watch(self._follow)

    @property
    def progress(self) -> Record:
        """The progress that is shown."""
        return self._progress

    def resume(self, code: str) -> None:
        """Mark the parts as done that a resume code contains.

        Parameters
        ----------
        code : str
            The resume code, such as "IR03-7K2F-9Q".

        Raises
        ------
        InputError
            If this is not a resume code of this lesson.

        """
        added = self._progress.resume(code)
        names = ", ".join(map(self._name, added))
        self._emptied = True
        self._show_message(f"Resumed: {names}." if added else "You had already done everything in this code.")

    def reset(self) -> None:
        """Mark all parts as open; `undo` restores their states."""
        self._progress.reset()
        self._show_message("The lesson starts over. Your progress is set aside; “Undo reset” brings it back.")

    def undo(self) -> None:
        """Restore the states of the parts before the last reset.

        Raises
        ------
        InputError
            If the file with the states before the reset was damaged.

        """
        self._progress.undo()
        self._show_message(f"The reset has been undone: {self._count()}.")

    @action
    def on_resume(self, fields: Fields) -> None:
        """Resume from the typed code, or show why it is refused."""
        self._attempt(lambda: self.resume(fields.get("resume", "")))

    @action
    def on_reset(self) -> None:
        """Mark all parts as open."""
        self._attempt(self.reset)

    @action
    def on_undo(self) -> None:
        """Undo the last reset, or show why it cannot be undone."""
        self._attempt(self.undo)

    def draw(self) -> Element:
        next_part = next((part for part in self._core if self._progress.state(part) != "done"), None)
        css_class = "problem" if self._problem else "" if self._pressed else "visually-hidden"
        return div("lesson-progress presented" if self._presenting else "lesson-progress", data_part=HOME)[
            div("way")[p("where")[self._count()], self._draw_path(next_part), self._draw_next(next_part)],
            None if next_part else self._draw_ending(),
            p("problem")[self._progress.note] if self._progress.note and not self._presenting else None,
            details("drawer", data_focus="drawer")[
                summary["All parts" if self._presenting else "All parts, resume code, fresh start"],
                self._draw_names(self._core),
                [p("small")["Go further"], self._draw_names(self._further)] if self._further else None,
                None
                if self._presenting
                else div("ways")[self._draw_code(), self._draw_resume(), self._draw_file_buttons()],
            ],
            p(data_said=True, class_=css_class or None)[self._problem or self._message],
        ]

    def _draw_still(self) -> Element:
        """Draw the parts; their states are left out, because a saved page does not know them."""
        return div("irlearn irlearn-static")[
            div("lesson-progress")[
                p("small")["The parts of this lesson. Run this cell to see what you have done."],
                ol("names")[(li[self._name(part)] for part in (*self._core, *self._further))],
            ]
        ]

    def _draw_path(self, next_part: str | None) -> Element:
        """Draw a segment for each part that is not below "Go further".

        The segments are links for the mouse; the list of names has the links for the keyboard.
        """
        segments = []
        for part in self._core:
            state = self._progress.state(part)
            segment = button(
                data_jump=part,
                data_focus=f"part {part}",
                tabindex=-1,
                title=f"{self._name(part)}, {state}",
                aria_label=f"{self._name(part)}, {state}",
                aria_current="step" if part == next_part else None,
            )
            segments.append(li(f"{state} next" if part == next_part else state)[segment])
        return ol("path", aria_label="The parts of this lesson")[segments]

    def _draw_next(self, next_part: str | None) -> Element:
        if next_part is None:
            return b("finished")["✓ All done"]
        return button("on", data_jump=next_part, data_focus="next part")[f"Next: {self._name(next_part)} →"]

    def _draw_names(self, parts: Sequence[str]) -> Element:
        """Draw parts by name, with their states and the number of tries."""
        return ol("names")[
            (
                li(state)[
                    span("sign", aria_hidden="true")[STATES[state][0]],
                    button(data_jump=part, data_focus=f"name {part}")[self._name(part)],
                    span("visually-hidden" if state == "open" else "state")[self._state_text(part, state)],
                ]
                for part, state in zip(parts, map(self._progress.state, parts), strict=True)
            )
        ]

    def predictions(self) -> list[PredictionOutcome]:
        """Return the predictions that were made."""
        return list(self._outcomes().values())

    def next_lesson(self) -> str:
        """Return a sentence that names the next lesson of the course; empty if there is none."""
        return ""

    def _outcomes(self) -> dict[str, PredictionOutcome]:
        """Return the predictions that were made, by part; only a `Lesson` knows the questions."""
        return {}

    def _draw_data(self, part: str) -> Content:  # noqa: ARG002
        """Draw the data that the question of a prediction does not state."""
        return None

    def _next_notebook(self) -> str:
        """Return the file name of the next lesson's notebook; empty if it is not in the folder of this notebook."""
        return ""

    def _draw_ending(self) -> Content:
        """Draw the learner's predictions with the right answers, and a link to the next lesson."""
        outcomes = self._outcomes()
        next_lesson: Content = self.next_lesson()
        if notebook := self._next_notebook():
            next_lesson = a(href=quote(notebook), data_notebook=notebook, data_focus="next lesson")[next_lesson]
        ahead = p("ahead")[next_lesson] if next_lesson else None
        if not outcomes:
            return ahead
        hits = sum(outcome.is_right for outcome in outcomes.values())
        heads = ("question", "you predicted", "the answer")
        rows = [
            tr("as" if outcome.is_right else "else")[
                th(scope="row")[
                    button("part", data_jump=part, data_focus=f"ending {part}")[self._name(part)],
                    p[shown(outcome.question)],
                    self._draw_data(part),
                ],
                td[shown(outcome.predicted)],
                td[strong[shown(outcome.right_answer)]],
            ]
            for part, outcome in outcomes.items()
        ]
        return [
            table("ending plain")[
                caption[f"Your predictions: {hits} of {len(outcomes)} {'was' if hits == 1 else 'were'} right."],
                thead[tr[(th(scope="col")[head] for head in heads)]],
                tbody[rows],
            ],
            ahead,
        ]

    def _draw_code(self) -> Element:
        name = f"irlearn-code-{self._progress.lesson}"
        code = span("code", id=name)[self._progress.code]
        return div("row")["Your resume code ", code, button(data_copy=f"#{name}", data_focus="copy")["Copy"]]

    def _draw_resume(self) -> Element:
        return div("row")[
            labeled_field(
                "Have a code?",
                "resume",
                "resume",
                fixed=self._emptied,
                invalid=bool(self._problem),
                size=len(self._progress.code),
            ),
            button(data_do="resume", data_focus="go")["Resume"],
        ]

    def _draw_file_buttons(self) -> Element:
        progress = self._progress
        link = a(
            "button",
            href=f"data:application/json;base64,{b64encode(progress.text.encode()).decode()}",
            download=f"{progress.lesson}.progress.json",
            aria_label="Download the progress file",
            data_focus="download",
        )
        undo = button(data_do="undo", data_focus="undo", data_focus_next=True)["Undo reset"]
        return div("row")[
            link["Download"],
            button(data_do="reset", data_focus="reset", disabled=not progress.done and not progress.tried)["Reset"],
            # "Undo" receives the focus after a reset, so that another Enter does not press "Reset" again.
            undo if progress.can_undo else None,
        ]

    def _states(self) -> dict[str, str]:
        return {part: self._progress.state(part) for part in self._progress.parts}

    def _count(self) -> str:
        """Return how many parts are done; those below "Go further" are named once the learner gets to them."""
        core, further = (
            sum(self._progress.state(part) == "done" for part in parts) for parts in (self._core, self._further)
        )
        extra = f", and {further} of {count_noun(len(self._further), 'part')} of Go further"
        is_shown = further or (self._further and core == len(self._core))
        return f"{core} of {len(self._core)} done{extra if is_shown else ''}"

    def _name(self, part: str) -> str:
        return self._names.get(part, part)

    def _state_text(self, part: str, state: str) -> str:
        """Return the state of a part, with the number of tries if there were several."""
        tries = self._progress.detail(part).get("tries")
        before = "" if state == "tried" else f"{state}, "
        return f"{before}{tries} tries" if isinstance(tries, int) and tries > 1 else state

    def _show_message(self, message: str, *, pressed: bool = True) -> None:
        self._message, self._problem, self._pressed = message, "", pressed
        self.refresh()

    def _attempt(self, do: Callable[[], None]) -> None:
        """Answer a press, or show why it is refused; keep the typed code unless it was used."""
        self._emptied = False
        try:
            do()
        except InputError as error:
            self._problem = as_sentence(error)

    def _follow(self) -> None:
        """Draw the panel again, with a message about the parts whose state has changed."""
        before, self._seen_states = self._seen_states, self._states()
        changed = [f"{self._name(part)}: {state}" for part, state in self._seen_states.items() if state != before[part]]
        self._emptied = False
        message = f"{', '.join(changed)}. {self._count()}." if changed else self._message
        self._show_message(message, pressed=False)
