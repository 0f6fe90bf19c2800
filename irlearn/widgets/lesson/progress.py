"""How far a lesson is, the code that resumes it elsewhere, and a fresh start that can be undone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping

from irlearn.course.progress import Progress as Record
from irlearn.errors import InputError
from irlearn.text.english import as_sentence
from irlearn.text.html import (
    Content,
    Element,
    a,
    b,
    button,
    caption,
    details,
    div,
    html_of,
    li,
    ol,
    p,
    span,
    strong,
    style,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from irlearn.text.markdown import shown
from irlearn.widgets.core.base import HOME, Fields, Widget, action
from irlearn.widgets.core.fields import labelled
from irlearn.widgets.core.parts import require_type
from irlearn.widgets.lesson.question_view import STATES


class Progress(Widget):
    """A panel that shows where a learner is in a lesson: a path of its parts, what is next, and the resume code.

    It follows the `irlearn.course.Progress` it is given. A code from elsewhere adds the parts that it names; the
    link downloads the progress file; a reset is one press, and can be undone. `names` gives what a part is called,
    by its id; a part without a name is called by its id. Raises `InputError` for the name of a part that is not there.

    >>> from irlearn import course, widgets
    >>> progress = course.Progress("03", ["predict", "turn-1", "turn-2"], folder=None)
    >>> panel = widgets.Progress(progress, names={"predict": "Prediction"})
    >>> progress.record("predict", "done", answer="5/6")
    >>> "1 of 3 done" in panel.picture, progress.code in panel.picture
    (True, True)
    """

    styles = ("progress",)

    def __init__(self, progress: Record, *, names: Mapping[str, str] | None = None) -> None:
        require_type("a progress panel", Record, progress, "course.Progress('03', ['turn-1'])")
        for part in names or {}:
            progress.state(part)  # refused where there is no such part
        self._progress, self._names = progress, dict(names or {})
        self._message = self._problem = ""
        self._emptied = False  # the field of the code, after it was used
        self._pressed = False  # whether what is said answers a press here; of work elsewhere, only readers are told
        self._seen = self._states()
        super().__init__()
        progress.watch(self._follow)

    @property
    def progress(self) -> Record:
        """What is shown."""
        return self._progress

    def resume(self, code: str) -> None:
        """Count the parts that a resume code names as done; `InputError` where it is no code of this lesson."""
        added = self._progress.resume(code)
        named = ", ".join(map(self._name, added))
        self._emptied = True
        self._say(f"Resumed: {named}." if added else "All that this code names was done already.")

    def reset(self) -> None:
        """Begin the lesson again; `undo` brings back what was done."""
        self._progress.reset()
        self._say("The lesson begins again. What was done is put aside: “Undo reset” brings it back.")

    def undo(self) -> None:
        """Bring back what the last reset put aside; `InputError` where its file was damaged since."""
        self._progress.undo()
        self._say(f"The reset is undone: {self._count()}.")

    @action
    def on_resume(self, fields: Fields) -> None:
        """Resume from the code that was typed, and empty the field; or say what is wrong with it."""
        self._attempt(lambda: self.resume(fields.get("resume", "")))

    @action
    def on_reset(self) -> None:
        """Begin the lesson again."""
        self._attempt(self.reset)

    @action
    def on_undo(self) -> None:
        """Undo the last reset; or say why it cannot be undone."""
        self._attempt(self.undo)

    def draw(self) -> Element:
        """How far the learner is and what is next; what keeps, moves or resets the work lies in a drawer."""
        after = next((part for part, state in self._states().items() if state != "done"), None)
        hidden = "problem" if self._problem else "" if self._pressed else "visually-hidden"
        return div("lesson-progress", data_part=HOME)[
            div("way")[p("where")[self._count()], self._draw_path(after), self._draw_next(after)],
            None if after else self._draw_ending(),
            p("problem")[self._progress.note] if self._progress.note else None,
            details("drawer", data_focus="drawer")[
                summary["All parts, resume code, fresh start"],
                self._draw_names(),
                div("ways")[self._draw_code(), self._draw_resume(), self._draw_rest()],
            ],
            p(data_said=True, class_=hidden or None)[self._problem or self._message],
        ]

    def static(self) -> str:
        """The parts without their states, which a page that was saved cannot know; with its own styles."""
        return html_of(
            [
                style[self._css],
                div("irlearn irlearn-static")[
                    div("lesson-progress")[
                        p("small")["The parts of this lesson. Run this cell to see what you have done."],
                        ol("names")[(li[self._name(part)] for part in self._progress.parts)],
                    ]
                ],
            ]
        )

    def _draw_path(self, after: str | None) -> Element:
        """A segment a part, which leads there: for the mouse; with the keys, the drawer's list does."""
        return ol("path", aria_label="The parts of this lesson")[
            (
                li(f"{state} next" if part == after else state)[
                    button(
                        data_jump=part,
                        data_focus=f"part {part}",
                        tabindex=-1,
                        title=f"{self._name(part)}, {state}",
                        aria_label=f"{self._name(part)}, {state}",
                        aria_current="step" if part == after else None,
                    )
                ]
                for part, state in self._states().items()
            )
        ]

    def _draw_next(self, after: str | None) -> Element:
        if after is None:
            return b("finished")["✓ All done"]
        return button("on", data_jump=after, data_focus="next part")[f"Next: {self._name(after)} →"]

    def _draw_names(self) -> Element:
        """All parts by name, with their states, and how many tries they took."""
        return ol("names")[
            (
                li(state)[
                    span("sign", aria_hidden="true")[STATES[state][0]],
                    button(data_jump=part, data_focus=f"name {part}")[self._name(part)],
                    span("visually-hidden" if state == "open" else "state")[self._tried(part, state)],
                ]
                for part, state in self._states().items()
            )
        ]

    def predicted(self) -> list[tuple[str, str, str, bool]]:
        """What was asked, first predicted, and right, of each prediction; a panel without a plan knows of none."""
        return []

    def ahead(self) -> str:
        """What comes after this lesson, in a sentence; nothing where that is not known."""
        return ""

    def _draw_ending(self) -> Content:
        """What was predicted, beside what it was, and what comes next."""
        made = self.predicted()
        onward = p("ahead")[ahead] if (ahead := self.ahead()) else None
        if not made:
            return onward
        hits = sum(right for *_, right in made)
        heads = ("question", "you predicted", "it was")
        return [
            table("ending plain")[
                caption[f"You predicted, and it was: {hits} of {len(made)} as you thought."],
                thead[tr[(th(scope="col")[head] for head in heads)]],
                tbody[
                    (
                        tr("as" if right else "else")[
                            th(scope="row")[shown(asked)], td[shown(guess)], td[strong[shown(truth)]]
                        ]
                        for asked, guess, truth, right in made
                    )
                ],
            ],
            onward,
        ]

    def _draw_code(self) -> Element:
        name = f"irlearn-code-{self._progress.lesson}"
        kept = span("code", id=name)[self._progress.code]
        return div("row")["Your resume code ", kept, button(data_copy=f"#{name}", data_focus="copy")["Copy"]]

    def _draw_resume(self) -> Element:
        return div("row")[
            labelled(
                "Have a code?",
                "resume",
                "resume",
                fixed=self._emptied,
                invalid=bool(self._problem),
                size=len(self._progress.code),
            ),
            button(data_do="resume", data_focus="go")["Resume"],
        ]

    def _draw_rest(self) -> Element:
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
            undo if progress.can_undo else None,  # else the focus goes to what is said of it, never to "Reset"
        ]

    def _states(self) -> dict[str, str]:
        return {part: self._progress.state(part) for part in self._progress.parts}

    def _count(self) -> str:
        return f"{len(self._progress.done)} of {len(self._progress.parts)} done"

    def _name(self, part: str) -> str:
        return self._names.get(part, part)

    def _tried(self, part: str, state: str) -> str:
        tries = self._progress.detail(part).get("tries")
        before = "" if state == "tried" else f"{state}, "
        return f"{before}{tries} tries" if isinstance(tries, int) and tries > 1 else state

    def _say(self, what: str, *, pressed: bool = True) -> None:
        self._message, self._problem, self._pressed = what, "", pressed
        self.refresh()

    def _attempt(self, do: Callable[[], None]) -> None:
        self._emptied = False  # what is typed stays, unless it has been used
        try:
            do()
        except InputError as error:
            self._problem = as_sentence(error)

    def _follow(self) -> None:
        """Say what has changed, and show it."""
        seen, self._seen = self._seen, self._states()
        changed = [part for part in self._seen if self._seen[part] != seen[part]]
        self._emptied = False
        self._say(
            f"{', '.join(f'{self._name(part)}: {self._seen[part]}' for part in changed)}. {self._count()}."
            if changed
            else self._message,
            pressed=False,
        )
