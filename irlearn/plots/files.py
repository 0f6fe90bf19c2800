"""Figures as files and as SVG text for pages, with the same bytes for the same figure."""

from __future__ import annotations

import hashlib
import html
import io
import re
from os import PathLike
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from irlearn.atomic_write import write_atomically
from irlearn.errors import InputError, quoted, visible
from irlearn.plots.canvas import FORMATS, alt_text, for_print

_DOTS_PER_INCH = 300
_NO_DATE = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_LINES = "stroke-linejoin: round; stroke-linecap: butt"
_STYLE = re.compile(rf'<defs>\s*<style type="text/css">\*{{{_LINES}}}</style>\s*</defs>\s*')
_TAG = re.compile(r"<[^<>]*>")  # matplotlib escapes brackets in text and in attributes.
_FONT = re.compile(r"font-family: [^;\"]*")


def svg(figure: Axes | Figure) -> str:
    """Return a figure as SVG text, for a page or a file of its own.

    Text stays text, so that it can be searched and the page stays small. The description of the figure is in
    `aria-label`. Ids depend on the contents of the figure, so that several figures can be in one page. The same figure
    always has the same text.

    Parameters
    ----------
    figure : Axes or Figure
        The axes that a function of this package returned, or a figure.

    Returns
    -------
    str
        The element `svg`, without an XML declaration.

    Raises
    ------
    InputError
        If `figure` has another type.

    Examples
    --------
    >>> from irlearn import AP, explain, plots
    >>> text = plots.svg(plots.draw_contributions(explain(AP, "1 0 1")))
    >>> text[:28], text[-6:], text == plots.svg(plots.draw_contributions(explain(AP, "1 0 1")))
    ('<svg role="img" aria-label="', '</svg>', True)
    """
    figure = _figure_of(figure)
    written = io.StringIO()
    with for_print():
        figure.savefig(written, format="svg", metadata=_NO_DATE)
    text = written.getvalue()
    text = text[text.index("<svg") :].strip()
    prefix = f"f{hashlib.sha256(text.encode()).hexdigest()[:8]}-"
    referenced = {name for tag in _TAG.findall(text) for name in re.findall(r'(?:url\(|href=")#([^)"]+)', tag)}

    fonts = {font for tag in _TAG.findall(text) for font in _FONT.findall(tag)}
    shared = fonts.pop() if len(fonts) == 1 else ""

    def rewrite(tag: re.Match[str]) -> str:
        """Make the ids of a tag unique, and remove ids that nothing refers to and the font that all texts share."""
        new = re.sub(r' id="([^"]*)"', lambda id_: f' id="{prefix}{id_[1]}"' if id_[1] in referenced else "", tag[0])
        new = re.sub(r'(url\(|href=")#', rf"\1#{prefix}", new)
        return new.replace(f"; {shared}", "") if shared else new

    # A rule for all elements would also apply to the page, so the root has its declarations.
    text = _TAG.sub(rewrite, _STYLE.sub("", text, count=1))
    root = (
        f'role="img" aria-label="{html.escape(alt_text(figure))}" style="{"; ".join(filter(None, [_LINES, shared]))}"'
    )
    return visible(f"<svg {root}{text[4:]}", keep="\n")


def save(figure: Axes | Figure, path: str | PathLike[str]) -> None:
    """Write a figure to a file as SVG, PDF or PNG, by the suffix of its name.

    Fonts are embedded in a PDF as TrueType (Type 42), which journals demand. The description of the figure is in the
    file. The same figure always has the same bytes. The file appears complete or not at all.

    Parameters
    ----------
    figure : Axes or Figure
        The axes that a function of this package returned, or a figure.
    path : str or path
        The file. An existing file is replaced.

    Raises
    ------
    InputError
        If `figure` has another type, or the suffix is not svg, pdf or png.

    Examples
    --------
    >>> import tempfile
    >>> from irlearn import AP, explain, plots
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "ap.pdf"
    ...     plots.save(plots.draw_contributions(explain(AP, "1 0 1")), path)
    ...     path.read_bytes()[:4]
    b'%PDF'
    """
    figure = _figure_of(figure)
    suffix = suffix_of(path)
    if suffix == "svg":
        content = svg(figure).encode() + b"\n"
    else:
        description = alt_text(figure)
        metadata = {"Description": description} if suffix == "png" else {"Subject": description, "CreationDate": None}
        written = io.BytesIO()
        with for_print():
            figure.savefig(written, format=suffix, dpi=_DOTS_PER_INCH, metadata=metadata)
        content = written.getvalue()
    write_atomically(Path(path), content)


def suffix_of(path: str | PathLike[str]) -> str:
    """Return the format of a figure by the suffix of its file; raise `InputError` for another suffix.

    >>> suffix_of("a.PDF")
    'pdf'
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(
            f"a figure is written as {', '.join(FORMATS)} by the suffix of its file; given: {quoted(str(path))}"
        )
    return suffix


def _figure_of(drawn: object) -> Figure:
    # The axes may belong to a subfigure.
    figure = drawn.figure.canvas.figure if isinstance(drawn, Axes) and drawn.figure is not None else drawn
    if not isinstance(figure, Figure):
        raise InputError(f"a figure of matplotlib or its axes are needed; given: {type(drawn).__name__}")
    return figure
