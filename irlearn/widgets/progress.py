"""How far a lesson is, the code that resumes it elsewhere, and a fresh start that can be undone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping

from irlearn.errors import InputError
from irlearn.exercises import Progress as Record
from irlearn.markup import Element, a, button, div, h3, html_of, input as text_field, label, li, ol, p, span, style
from irlearn.widgets.asking import STATES
from irlearn.widgets.base import Fields, Widget, action
from irlearn.widgets.fields import labelled
from irlearn.widgets.pieces import needed
from irlearn.words import sentence


class Progress(Widget):
    """A panel that shows a lesson's progress: each part done, tried or open, and the resume code to copy.

    It follows the `irlearn.exercises.Progress` it is given. A code from elsewhere adds the parts that it names; the
    link downloads the progress file; a reset is one press, and can be undone. `names` gives what a part is called,
    by its id; a part without a name is called by its id. Raises `InputError` for the name of a part that is not there.

    >>> from irlearn import exercises, widgets
    >>> progress = exercises.Progress("03", ["predict", "turn-1", "turn-2"], folder=None)
    >>> panel = widgets.Progress(progress, names={"predict": "Prediction"})
    >>> progress.record("predict", "done", answer="5/6")
    >>> "1 of 3 done" in panel.picture, progress.code in panel.picture
    (True, True)
    """

    styles = ("progress",)

    def __init__(self, progress: Record, *, names: Mapping[str, str] | None = None) -> None:
        needed("a progress panel", Record, progress, "exercises.Progress('03', ['turn-1'])")
        for part in names or {}:
            progress.state(part)  # refused where there is no such part
        self._progress, self._names = progress, dict(names or {})
        self._said = self._problem = ""
        self._emptied = False  # the field of the code, after it was used
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
        """How many parts are done, a mark for each, and what keeps, moves or resets them."""
        return div("lesson-progress")[
            h3[f"Progress: {self._count()}"],
            ol("parts")[
                (
                    li(state)[
                        span("sign", aria_hidden="true")[STATES[state][0]],
                        span[self._name(part)],
                        span("state")[state],
                    ]
                    for part, state in self._states().items()
                )
            ],
            p("problem")[self._progress.note] if self._progress.note else None,
            div("ways")[self._draw_code(), self._draw_resume(), self._draw_rest()],
            p(data_said=True, class_="problem" if self._problem else None)[self._problem or self._said],
        ]

    def static(self) -> str:
        """The parts without their states, which a page that was saved cannot know; with its own styles."""
        return html_of(
            [
                style[self._css],
                div("irlearn irlearn-static")[
                    div("lesson-progress")[
                        h3["Progress"],
                        ol("parts")[(li[self._name(part)] for part in self._progress.parts)],
                        p("small")["Run this cell to see what you have done."],
                    ]
                ],
            ]
        )

    def _draw_code(self) -> Element:
        code, name = self._progress.code, f"irlearn-code-{self._progress.lesson}"
        kept = text_field(
            type="text", readonly=True, id=name, value=code, size=len(code), spellcheck="false", data_focus="code"
        )
        return div("row")[label["Your resume code ", kept], button(data_copy=f"#{name}", data_focus="copy")["Copy"]]

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
        file = b64encode(progress.text.encode()).decode()
        link = a(
            "button",
            href=f"data:application/json;base64,{file}",
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

    def _say(self, what: str) -> None:
        self._said, self._problem = what, ""
        self.refresh()

    def _attempt(self, do: Callable[[], None]) -> None:
        self._emptied = False  # what is typed stays, unless it has been used
        try:
            do()
        except InputError as error:
            self._problem = sentence(error)

    def _follow(self) -> None:
        """Say what has changed, and show it."""
        seen, self._seen = self._seen, self._states()
        changed = [part for part in self._seen if self._seen[part] != seen[part]]
        self._emptied = False
        self._say(
            f"{', '.join(f'{self._name(part)}: {self._seen[part]}' for part in changed)}. {self._count()}."
            if changed
            else self._said
        )
