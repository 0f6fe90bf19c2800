"""The API reference: a page for each package with an `__all__`, made by pdoc."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType

from irlearn.palette import DARK_PAGE, LIGHT

PACKAGES = (
    "irlearn", "irlearn.byhand", "irlearn.collection", "irlearn.datasets", "irlearn.plots", "irlearn.report",
    "irlearn.simulation", "irlearn.statistics", "irlearn.studies", "irlearn.studies.adjudication",
    "irlearn.studies.extremes", "irlearn.studies.leaderboard", "irlearn.widgets",
)  # fmt: skip
"""The packages whose `__all__` is public."""


def write_api(target: Path, title: str) -> None:
    """Write the API reference to a new folder."""
    import pdoc.doc
    import pdoc.render

    templates = Path(__file__).with_name("templates") / "api"
    pdoc.render.configure(docformat="numpy", show_source=False, search=True, template_directory=templates)
    pdoc.render.env.globals |= {"site_title": title, "light": LIGHT, "dark": DARK_PAGE}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pdoc warns of each name that is imported for type checkers alone.
        modules = {name: pdoc.doc.Module(_loaded(name)) for name in PACKAGES}
        for name, module in modules.items():
            page = target / f"{name.replace('.', '/')}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(_without_dead_links(pdoc.render.html_module(module, modules)), "utf-8")
        (target / "index.html").write_text(pdoc.render.html_index(modules), "utf-8")
        (target / "search.js").write_text(pdoc.render.search_index(modules), "utf-8")


def _loaded(name: str) -> ModuleType:
    """Return a package in which each public name is there, because pdoc does not see what is imported on first use."""
    package = import_module(name)
    for public in package.__all__:
        vars(package).setdefault(public, getattr(package, public, None) or import_module(f"{name}.{public}"))
    return package


def _without_dead_links(page: str) -> str:
    """Return a page without its links to members that it does not show, which are inherited from private classes."""
    ids = {*re.findall(r'\bid="([^"]+)"', page)}
    return re.sub(r'[<]a href="#([^"]+)">(.*?)[<]/a>', lambda link: link[0] if link[1] in ids else link[2], page)
