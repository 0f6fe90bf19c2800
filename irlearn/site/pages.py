"""The pages of a site: the home page with a card for each lesson, and the reference as HTML."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from irlearn.palette import DARK_PAGE, LIGHT

TEMPLATES = Path(__file__).with_name("templates")
_TOKENS = ("ink", "soft", "line", "ground", "raised", "relevant", "on-relevant", "attention")
OPEN = "lite/notebooks/index.html?path="
"""The address that opens a lesson, without the name of its notebook."""


@dataclass
class Card:
    """What the home page says of a lesson.

    Parameters
    ----------
    notebook
        The name of the lesson's notebook.
    code
        The two characters of the lesson.
    title, minutes, needs
        The lesson's title, how long it takes, and what it needs, as the notebook says.
    objectives
        What a learner can do afterwards, each as HTML.
    picture, description
        The picture's path below the site, and its description; empty if the lesson has no picture.
    """

    notebook: str
    code: str
    title: str
    minutes: str = ""
    needs: str = ""
    objectives: list[str] = field(default_factory=list)
    picture: str = ""
    description: str = ""

    @property
    def address(self) -> str:
        """The address of the lesson, from the home page."""
        return f"{OPEN}{quote(self.notebook)}"


def read_card(notebook: str, code: str, opening: str) -> Card:
    r"""Return the card of a lesson from the first cell of its notebook.

    Examples
    --------
    >>> card = read_card("q.ipynb", "Q1", "# Jaguar\n\n- find **it**;\n\n**Time**: 9 minutes. **You need**: fractions.")
    >>> card.title, card.minutes, card.objectives
    ('Jaguar', '9 minutes', ['find <strong>it</strong>'])
    """
    title = re.search(r"^# +(.+)$", opening, re.MULTILINE)
    time = re.search(r"\*\*Time\*\*: *([^.\n]+)", opening)
    needs = re.search(r"\*\*You need\*\*: *(.+)", opening)
    picture = re.search(r"!\[([^]]*)\]\((images/[\w.-]+)\)", opening)
    objectives = re.findall(r"^- (.+?)[;.]?$", opening, re.MULTILINE)
    return Card(
        notebook,
        code,
        _plain(title[1]) if title else Path(notebook).stem,
        time[1] if time else "",
        _plain(needs[1]) if needs else "",
        [_inline(objective) for objective in objectives],
        picture[2] if picture else "",
        picture[1] if picture else "",
    )


def _plain(text: str) -> str:
    return re.sub(r"\[([^]]+)\]\([^)]*\)|[*`]", lambda match: match[1] or "", text).strip()


def _inline(text: str) -> str:
    return str(_markdown().renderInline(text))


def render(template: str, **values: Any) -> str:
    """Return a template of this package with the values filled in and escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(template).render(**values)


def write_home(
    out: Path, cards: Sequence[Card], *, title: str, version: str, instructor: bool, reference: Mapping[str, str]
) -> None:
    """Write the home page and the style sheet of all pages."""
    html = render(
        "home.html",
        root="",
        title=title,
        cards=cards,
        version=version,
        instructor=instructor,
        pages=reference.items(),
    )
    (out / "index.html").write_text(html, "utf-8")
    write_style(out, "style.css")
    shutil.copyfile(TEMPLATES / "home.js", out / "home.js")


def write_style(out: Path, name: str) -> None:
    """Write a style sheet with the colors of the lessons."""
    colors = [{token: palette[token] for token in _TOKENS} for palette in (LIGHT, DARK_PAGE)]
    (out / name).write_text(render(f"{name}.jinja", light=colors[0], dark=colors[1]), "utf-8")


def write_pages(source: Path, target: Path, notebooks: Sequence[str], *, title: str) -> dict[str, str]:
    """Write each Markdown page of a folder as HTML, and return the headings of the pages by their names."""
    target.mkdir()
    headings = {}
    for path in sorted(source.glob("*.md")):
        text, name = path.read_text("utf-8"), path.stem
        match = re.match(r"# +(.+)", text)
        headings[name] = _plain(match[1]) if match else name
        content = _to_html(text, notebooks=notebooks)
        page = "index" if name == "README" else name
        html = render("page.html", root="../", title=title, heading=headings[name], content=content)
        (target / f"{page}.html").write_text(html, "utf-8")
    return headings


def _markdown() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": True}).enable("table")


def _to_html(text: str, *, notebooks: Sequence[str]) -> str:
    """Return Markdown as HTML: headings get the ids that links use, and links lead to the pages of the site."""
    parser = _markdown()
    tokens = parser.parse(text)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", heading_id(tokens[number + 1].content))
        elif token.type == "inline":
            for part in token.children or []:
                if part.type == "link_open":
                    part.attrSet("href", _site_address(str(part.attrGet("href")), notebooks))
    return str(parser.renderer.render(tokens, parser.options, {}))


def heading_id(heading: str) -> str:
    """Return the id of a heading, as GitHub and JupyterLab make it.

    >>> heading_id("One file, `--file`")
    'one-file---file'
    """
    return re.sub(r"[^\w\- ]", "", _plain(heading).lower()).replace(" ", "-")


def _site_address(link: str, notebooks: Sequence[str]) -> str:
    """Return where a link of a page leads on the site."""
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    name = parts.path.rpartition("/")[2]
    if name.endswith(".ipynb"):
        return f"../{OPEN}{quote(name)}" if name in notebooks else "../index.html"
    path = re.sub(r"README\.md$", "index.md", parts.path)
    return re.sub(r"\.md$", ".html", path) + (f"#{parts.fragment}" if parts.fragment else "")
