"""What the commands share: exit statuses, options, and output that appears whole or not at all."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

from irlearn.errors import InputError
from irlearn.files import write_whole

DONE, WRONG_ANSWER, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
_CHUNK = 1 << 16


class Add(Protocol):
    """Begins a command's own parser: what runs it, and examples."""

    def __call__(self, run: Callable[[argparse.Namespace], int], example: str) -> argparse.ArgumentParser:
        """The command's own parser, for its arguments."""


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses between a table, JSON and CSV."""
    parser.add_argument(
        "--format", choices=["table", "json", "csv"], default="table", help="how to write it (default: table)"
    )


def whole(text: str) -> int:
    """The whole number that an argument spells."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, given: {text!r}") from None


def whole_numbers(text: str | None) -> list[int] | None:
    """The whole numbers that `--relevant` spells, one for each ranking; None where there is nothing.

    >>> whole_numbers("8"), whole_numbers("2,3"), whole_numbers(" ")
    ([8], [2, 3], None)
    """
    if text is None or not text.strip():
        return None
    try:
        return [int(number) for number in text.replace("|", ",").split(",")]
    except ValueError:
        what = "whole numbers with commas between them" if "," in text else "a whole number"
        raise InputError(f"the number of relevant documents must be {what}, given: {text!r}") from None


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options that write to a file; `check_output` and `put` follow them."""
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to this file instead of the terminal")
    parser.add_argument("--force", action="store_true", help="let --output replace a file that exists")


def check_output(path: Path, *, force: bool) -> None:
    """Refuse a place that cannot be written to before the work begins."""
    if path.is_dir():
        raise InputError(f"--output {path} is a folder; give a file")
    if path.exists() and not path.is_file():
        raise InputError(f"--output {path} is no plain file; leave --output out to write to the terminal or a pipe")
    if path.exists() and not force:
        raise InputError(f"--output {path} exists already; give another name, or --force to replace it")
    if not path.absolute().parent.is_dir():
        raise InputError(f"--output {path} is in a folder that does not exist: {path.parent}")
    if not os.access(path.absolute().parent, os.W_OK):
        raise InputError(f"--output {path} is in a folder that you may not write to: {path.parent}")


def put(text: str, path: Path | None = None) -> None:
    """Write to standard output, or to a file."""
    if path is None:
        for start in range(0, len(text), _CHUNK):  # so that a reader who goes away is noticed, buffered or not
            sys.stdout.write(text[start : start + _CHUNK])
    else:
        write_whole(path, text.encode())


def json_text(data: object) -> str:
    """Plain data as JSON, to be read by people too."""
    import json

    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def number(value: float) -> float | None:
    """A number as programs read it: None, which JSON writes as null and CSV as nothing, for what is not defined."""
    return value if math.isfinite(value) else None


def csv_text(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table as CSV, its lines ended as on Unix."""
    import csv

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def csv_cell(text: str) -> str:
    """One cell of a CSV line, quoted where it has to be."""
    return csv_text([text], [])[:-1] if _QUOTED.search(text) or not text else text


_QUOTED = re.compile(r'[,"\r\n]')
