"""`irlearn help`: a page of the reference, written for a terminal."""

from __future__ import annotations

import argparse
import re
from functools import partial
from shutil import get_terminal_size
from textwrap import fill, indent

from irlearn.cli.lessons import shipped_folder
from irlearn.cli.output import DONE, Add, write_output
from irlearn.errors import InputError, quoted
from irlearn.text.english import did_you_mean

_BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$|(^- [^\n]+\n|(?:^(?!```|- )[^\n]+\n)+)", re.MULTILINE | re.DOTALL)


def add(command: Add) -> None:
    """Add the command's arguments."""
    parser = command(_help, "examples:\n  irlearn help\n  irlearn help forms\n  irlearn help score")
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="a page, or a command; without one, all pages")


def _help(options: argparse.Namespace) -> int:
    pages = {path.stem: path.read_text("utf-8") for path in sorted((shipped_folder() / "reference").glob("*.md"))}
    if options.topic is None:
        about = [f"{name:<12}{page.splitlines()[0].partition(': ')[2]}\n" for name, page in pages.items()]
        write_output(f"{''.join(about)}\nOpen one with irlearn help PAGE.\n")
    elif options.topic not in pages:
        raise InputError(f"there is no page {quoted(options.topic)}; {did_you_mean(options.topic, pages, 'there are')}")
    else:
        write_output(_plain(pages[options.topic], min(100, get_terminal_size().columns)))
    return DONE


def _plain(page: str, width: int) -> str:
    """A page of Markdown as plain text: code set in, rows of tables by cell, all else filled, no line ended in code."""
    filled = partial(fill, width=width, break_long_words=False, break_on_hyphens=False)
    said = []
    for code, text in _BLOCK.findall(page):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text.strip())
        text = re.sub(r"`[^`]*`", lambda words: words[0].replace(" ", "\xa0"), text)
        if code:
            said.append(indent(code.rstrip(), "    "))
        elif text.startswith("|"):
            (_, *names), _, *rows = (re.split(r" *(?<!\\)\| *", row)[1:-1] for row in text.split("\n"))
            for first, *cells in rows:
                told = [f"  {name}: {cell}" for name, cell in zip(names, cells, strict=True) if cell]
                said.append("\n".join([filled(first), *(filled(cell, subsequent_indent="    ") for cell in told)]))
        elif text.startswith("#"):
            said.append(f"{(title := text.strip('# '))}\n{'=-'[text.startswith('##')] * len(title)}")
        else:
            said.append(filled(text, subsequent_indent="  " * text.startswith("- ")))
    return "\n\n".join(said).replace("\xa0", " ").replace(r"\|", "|") + "\n"
