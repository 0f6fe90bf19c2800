"""What every widget is: a picture made by a pure function, and gestures that change the state behind it."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from irlearn.errors import InputError

_HERE = Path(__file__).parent
_STYLE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((_HERE / "styles").glob("*.css")))


class Widget(anywidget.AnyWidget):
    """The base of all widgets: Python makes the picture as HTML, the page shows it and reports gestures.

    A subclass keeps its state in attributes, draws it in `draw()`, and answers a gesture `name` in a method
    `on_name`. Unknown names are refused, both when a widget is made and when an attribute is set. Where no kernel
    runs, as on a static page, the last picture is shown as it is.
    """

    _esm = _HERE / "runtime.js"
    _css = _STYLE
    picture = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda _, content, __: self.gesture(**content))
        self.refresh()

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute that exists; anything else is a typing mistake, and is said to be one."""
        if not name.startswith("_") and not hasattr(type(self), name):
            near = difflib.get_close_matches(
                name, [known for known in dir(type(self)) if not known.startswith("_")], n=1
            )
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{type(self).__name__} has no {name!r}{hint}")
        super().__setattr__(name, value)

    def draw(self) -> str:
        """The picture of the present state, as HTML."""
        raise NotImplementedError(f"{type(self).__name__} must draw itself")

    def refresh(self) -> None:
        """Show the present state."""
        self.picture = self.draw()

    def gesture(self, **said: Any) -> None:
        """Answer what the page reports: `do` names the gesture, the rest are its details."""
        answer: Callable[..., None] | None = getattr(self, f"on_{said.get('do')}", None)
        if answer is not None:
            answer({name: value for name, value in said.items() if name != "do"})
            self.refresh()

    def static(self) -> str:
        """The present picture as plain HTML that needs no kernel, with a line that says so."""
        return (
            f'<style>{_STYLE}</style><div class="irlearn irlearn-static">{self.picture}'
            '<p class="small">A still picture. Run the cell to bring it to life.</p></div>'
        )

    def _ipython_display_(self) -> None:
        """Show the still picture, then the live one; the styles hide the still one while the other lives.

        JupyterLab prefers a widget's view even where its model is gone, and then says only that it was not found:
        so the still picture is an output of its own, which reopened notebooks and static pages show.
        """
        from IPython.display import publish_display_data  # a notebook is there, or nobody would ask for this

        publish: Callable[..., None] = publish_display_data
        publish({"text/html": self.static(), "text/plain": repr(self)})
        live = self._repr_mimebundle_()
        if live is not None:
            publish(*live)

    def __repr__(self) -> str:
        """The widget's name."""
        return f"<irlearn {type(self).__name__}>"
