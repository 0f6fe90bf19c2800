"""`irlearn site`: builds the course as plain files for any web space, and shows it on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from irlearn.cli.lessons import shipped_folder
from irlearn.cli.output import DONE, Add, print_note, shown
from irlearn.errors import InputError


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn site`."""
    parser = command(
        _site,
        "Copy the folder to any web space with https; each lesson then runs in the reader's browser.\n\n"
        "examples:\n  irlearn site course\n  irlearn site course --lesson my_lesson.md --only 00 03 05\n"
        "  irlearn site course --preview",
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder of the site: a new one, or one built before")
    parser.add_argument("--lesson", metavar="FILE", type=Path, nargs="+", default=[], help="lessons of your own")
    parser.add_argument("--only", metavar="NN", nargs="+", default=[], help="the lessons of irlearn (default: all)")
    parser.add_argument("--title", metavar="TEXT", help="the title of the home page")
    parser.add_argument("--instructor", action="store_true", help="add the instructor's pages, which hold the answers")
    parser.add_argument(
        "--pyodide",
        metavar="DIR",
        type=Path,
        help="copy Pyodide from this folder instead of loading it from its public address",
    )
    parser.add_argument(
        "--preview", action="store_true", help="show the site on this machine; a finished one is not built again"
    )


def _site(options: argparse.Namespace) -> int:
    from irlearn.site.build import Site, build, is_site

    choices = {name: vars(options)[name] for name in ("only", "title", "instructor", "pyodide") if vars(options)[name]}
    if not (options.preview and is_site(options.out) and not choices and not options.lesson):
        if options.title is not None and not options.title.strip():
            raise InputError("--title must not be empty")
        for note in build(options.out, Site(shipped_folder(), own=options.lesson, **choices)):
            print_note(f"irlearn: {note}")
        print(f"The site is in {shown(options.out)}: copy this folder to a web space with https.")
    if options.preview:
        from irlearn.site.preview import serve

        serve(options.out)
    else:
        print(f"Look at it here: irlearn site {shown(options.out)} --preview")
    return DONE
