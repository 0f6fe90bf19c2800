"""`irlearn help`: pages of the reference as plain text for a terminal."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from functools import partial
from shutil import get_terminal_size
from textwrap import fill, indent

from irlearn.cli.lessons import shipped_folder
from irlearn.cli.output import DONE, Add, write_output
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list, did_you_mean

_MISCONCEPTIONS = "misconceptions"  # The page that explains the ids of mistakes.
_ENTRY = re.compile(r"^### (.+)\n(?:(?!#).*\n)*", re.MULTILINE)
_MEAN = re.compile(r"^(?:map|gmap|mrr|mean [^-]+)-(?=.+-)")
_LESSON = re.compile(r"^Lesson ([^\n]*?)(?: In means over queries: .*)?$", re.MULTILINE)
_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$|(^- [^\n]+\n|(?:^(?!```|- )[^\n]+\n)+)", re.MULTILINE | re.DOTALL)


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn help`."""
    parser = command(
        _help, "examples:\n  irlearn help\n  irlearn help forms\n  irlearn help score\n  irlearn help ap-over-found"
    )
    parser.add_argument(
        "topic",
        metavar="TOPIC",
        nargs="?",
        help=("a page, a command or the id of a mistake; without it, all pages are listed"),
    )


def _help(options: argparse.Namespace) -> int:
    pages = {path.stem: path.read_text("utf-8") for path in sorted((shipped_folder() / "reference").glob("*.md"))}
    if options.topic is None:
        summaries = [f"{name:<16}{page.splitlines()[0].partition(': ')[2]}\n" for name, page in pages.items()]
        write_output(f"{''.join(summaries)}\nOpen a page with irlearn help PAGE.\n")
        return DONE
    page = pages.get(options.topic) or _entry(options.topic, pages)
    write_output(_plain(page, min(100, get_terminal_size().columns)))
    return DONE


def _entry(identity: str, pages: Mapping[str, str]) -> str:
    """Return the entry of the id of a mistake, which may begin with the name of a mean.

    Raise `InputError` with the nearest page, or with the three nearest ids, if there is none.
    """
    from difflib import get_close_matches  # Imported here because only errors need it.

    entries = {match[1]: match[0] for match in _ENTRY.finditer(pages[_MISCONCEPTIONS])}
    name = identity.strip().lower()
    if entry := entries.get(name) or entries.get(_MEAN.sub("", name)):
        return entry
    hint = did_you_mean(identity, pages, "there are")
    if not hint.endswith("?") and "-" in identity:
        nearest = get_close_matches(name, entries, n=3, cutoff=0)
        raise InputError(f"no mistake has the id {quoted(identity)}; the nearest are {comma_list(nearest)}")
    raise InputError(f"there is no page {quoted(identity)}; {hint}")


def lesson_of(identity: str) -> str:
    """Return the part of a lesson that teaches what a mistake gets wrong, as in `lesson 04, part ...`; or else ""."""
    page = (shipped_folder() / "reference" / f"{_MISCONCEPTIONS}.md").read_text("utf-8")
    try:
        entry = _entry(identity, {_MISCONCEPTIONS: page})
    except InputError:
        return ""
    match = _LESSON.search(entry)
    return f"lesson {match[1].removesuffix('.')}" if match else ""


def _plain(page: str, width: int) -> str:
    """Convert a Markdown page to plain text.

    Code blocks are indented, a row of a table becomes a line for each cell, and other text is filled without line
    breaks inside code.
    """
    filled = partial(fill, width=width, break_long_words=False, break_on_hyphens=False)
    blocks = []
    for code, text in _BLOCK.findall(page):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text.strip())
        text = re.sub(r"`[^`]*`", lambda match: match[0].replace(" ", "\xa0"), text)
        if code:
            blocks.append(indent(code.rstrip(), "    "))
        elif text.startswith("|"):
            (_, *names), _, *rows = (re.split(r" *(?<!\\)\| *", row)[1:-1] for row in text.split("\n"))
            for first, *cells in rows:
                named_cells = [f"  {name}: {cell}" for name, cell in zip(names, cells, strict=True) if cell]
                lines = [filled(first), *(filled(cell, subsequent_indent="    ") for cell in named_cells)]
                blocks.append("\n".join(lines))
        elif text.startswith("#"):
            title = text.strip("# ")
            rule = "-" if text.startswith("##") else "="
            blocks.append(f"{title}\n{rule * len(title)}")
        else:
            blocks.append(filled(text, subsequent_indent="  " * text.startswith("- ")))
    return "\n\n".join(blocks).replace("\xa0", " ").replace(r"\|", "|") + "\n"
