"""Scripts and style sheets that the widgets of a notebook share, so that a saved notebook has each of them once."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

import anywidget
import ipywidgets
import traitlets

__all__ = ["SharedText", "shared_script", "shared_sheet", "unprinted_sheets"]


class SharedText(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """A model without a view that contains a script or a style sheet; anywidget puts the style sheet into the page."""

    _model_name = traitlets.Unicode("AnyModel").tag(sync=True)
    _model_module = traitlets.Unicode("anywidget").tag(sync=True)
    _model_module_version = traitlets.Unicode(anywidget.AnyWidget._model_module_version.default_value).tag(sync=True)
    _anywidget_id = traitlets.Unicode().tag(sync=True)
    _esm = traitlets.Unicode("export default {}").tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    script = traitlets.Unicode().tag(sync=True)


_models: dict[tuple[str, str], SharedText] = {}


def _shared(trait: str, text: str) -> SharedText:
    model = _models.get((trait, text))
    if model is None or model.comm is None:  # `Widget.close_all` of ipywidgets closes this model too.
        # The id depends on the text, so that a notebook saved by another version keeps its own style sheets.
        name = f"irlearn-{sha256(text.encode()).hexdigest()[:12]}"
        model = _models[trait, text] = SharedText(_anywidget_id=name, **{trait: text})
    return model


def shared_script(script: str) -> SharedText:
    """Return the model that contains a script."""
    return _shared("script", script)


def shared_sheet(sheet: str) -> SharedText:
    """Return the model that contains a style sheet."""
    return _shared("_css", sheet)


class _Run(NamedTuple):
    """A run of a cell: the id or the source of the cell, and the id of the request to run it."""

    cell: str
    request: str


_printed: dict[str, _Run] = {}  # the run whose output contains a style sheet


def _present_run() -> _Run | None:
    """Return the run of the cell that the kernel executes; None outside of a notebook."""
    from IPython.core.getipython import get_ipython  # Only a notebook displays widgets, and it has IPython.

    request = getattr(get_ipython(), "parent_header", None) or getattr(get_ipython(), "get_parent", dict)()
    if not request or "content" not in request:
        return None
    # JupyterLab names the cell; other programs that run notebooks may not.
    cell = request.get("metadata", {}).get("cellId") or request["content"].get("code", "")
    return _Run(str(cell), str(request["header"]["msg_id"]))


def unprinted_sheets(sheets: Iterable[str]) -> list[str]:
    """Return the style sheets that no output of the notebook contains, and record that the present output does.

    The output of a cell is cleared when the cell is run again. A style sheet in it is therefore printed again by the
    next run of the cell. Outside of a notebook, all style sheets are returned.
    """
    run = _present_run()
    if run is None:
        return list(sheets)
    missing = []
    for sheet in sheets:
        printed = _printed.get(sheet)
        if printed is None or (printed.cell == run.cell and printed.request != run.request):
            _printed[sheet] = run
            missing.append(sheet)
    return missing
