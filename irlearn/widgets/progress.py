"""How far a lesson is, the code that resumes it elsewhere, and a fresh start that can be undone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape

from irlearn.errors import InputError
from irlearn.exercises import Progress as Record
from irlearn.notation import sentence
from irlearn.widgets.asking import STATES
from irlearn.widgets.base import Fields, Widget, action


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

    def __init__(self, progress: Record, *, names: Mapping[str, str] | None = None) -> None:
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

    def draw(self) -> str:
        """How many parts are done, a mark for each, and what keeps, moves or resets them."""
        marks = "".join(
            f'<li class="{state}"><span class="sign" aria-hidden="true">{STATES[state][0]}</span>'
            f'<span>{escape(self._name(part))}</span><span class="state">{state}</span></li>'
            for part, state in self._states().items()
        )
        note = f'<p class="problem">{escape(self._progress.note)}</p>' if self._progress.note else ""
        said = f'<p data-said class="{"problem" if self._problem else ""}">{escape(self._problem or self._said)}</p>'
        return (
            f'<div class="lesson-progress"><h3>Progress: {self._count()}</h3><ol class="parts">{marks}</ol>{note}'
            f'<div class="ways">{self._draw_code()}{self._draw_resume()}{self._draw_rest()}</div>{said}</div>'
        )

    def _draw_code(self) -> str:
        code, name = self._progress.code, f"irlearn-code-{self._progress.lesson}"
        return (
            f'<div class="row"><label>Your resume code <input type="text" readonly id="{name}" value="{code}" '
            f'size="{len(code)}" spellcheck="false" data-focus="code"></label>'
            f'<button data-copy="#{name}" data-focus="copy">Copy</button></div>'
        )

    def _draw_resume(self) -> str:
        state = (" data-fixed" if self._emptied else "") + (' aria-invalid="true"' if self._problem else "")
        return (
            f'<div class="row"><label>Have a code? <input type="text" name="resume" data-enter="resume" '
            f'size="{len(self._progress.code)}" autocomplete="off" spellcheck="false" data-focus="resume"{state}>'
            "</label>"
            '<button data-do="resume" data-focus="go">Resume</button></div>'
        )

    def _draw_rest(self) -> str:
        progress = self._progress
        file = b64encode(progress.text.encode()).decode()
        state = "" if progress.done or progress.tried else " disabled"
        undo = '<button data-do="undo" data-focus="undo" data-focus-next>Undo reset</button>'
        if not progress.can_undo:  # then the focus that it had goes to what is said of it, never to "Reset"
            undo = ""
        return (
            f'<div class="row"><a class="button" href="data:application/json;base64,{file}" '
            f'download="{progress.lesson}.progress.json" aria-label="Download the progress file" '
            f'data-focus="download">Download</a>'
            f'<button data-do="reset" data-focus="reset"{state}>Reset</button>{undo}</div>'
        )

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
