"""Shared parts of the commands: exit statuses, options, output, notes and progress bars."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, TypeVar

from irlearn.errors import InputError, escaped, quoted, visible
from irlearn.text.tables import Columns, csv_text as csv_text, guarded, text_table

if TYPE_CHECKING:
    from pathlib import Path

DONE, WRONG_ANSWER, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
_CHUNK = 1 << 16


Add = Callable[..., argparse.ArgumentParser]
"""Creates the parser of a command from its function, its examples, and a function for the end of its help."""


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses between a table, JSON and CSV."""
    add_formats(parser, ["table", "json", "csv"], "output format (default: table)")


def add_formats(parser: argparse.ArgumentParser, formats: Sequence[str], description: str) -> None:
    """Add the option that chooses between formats; the first is the default."""
    parser.add_argument("--format", choices=formats, default=formats[0], help=description)


def whole(text: str) -> int:
    """Parse a whole number given as an argument."""
    if len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"must be a whole number of at most {_DIGITS} digits, given: {quoted(text)}")
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, given: {quoted(text)}") from None


def number(text: str) -> float:
    """Parse a finite number given as an argument."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value - value != 0:
        raise argparse.ArgumentTypeError(f"must be a number such as 0.2, given: {quoted(text)}")
    return value


_DIGITS = 100  # Characters of a whole number; Python itself rejects numbers of several thousand digits.


def whole_numbers(text: str | None) -> list[int] | None:
    """Parse the whole numbers of `--relevant`, a number for each ranking; return None for empty text.

    >>> whole_numbers("8"), whole_numbers("2,3"), whole_numbers(" ")
    ([8], [2, 3], None)
    """
    if text is None or not text.strip():
        return None
    words = text.replace("|", ",").split(",")
    try:
        return [whole(word) for word in words]
    except argparse.ArgumentTypeError:
        what = "whole numbers, separated by commas" if len(words) > 1 else "a whole number"
        raise InputError(f"the number of relevant documents must be {what}, given: {quoted(text)}") from None


def add_output(parser: argparse.ArgumentParser, figure: str = "") -> None:
    """Add the options that write to a file, for `check_output` and `write_output`.

    `figure` is what `--figure` draws, for `check_figure` and `write_figure`; without it there is no such option.
    """
    parser.add_argument("--output", metavar="FILE", type=_path, help="write to this file instead of the terminal")
    if figure:
        parser.add_argument("--figure", metavar="FILE", type=_path, help=f"also draw {figure}, as .svg, .pdf or .png")
    which = "--output or --figure" if figure else "--output"
    parser.add_argument("--force", action="store_true", help=f"let {which} replace an existing file")


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


STDIN = "-"


def standard_input() -> IO[Any]:
    """Return standard input in binary mode, because it may be compressed; raise `InputError` if it is closed."""
    if sys.stdin is None:
        raise InputError("- is standard input, but it is closed; give a file")
    return getattr(sys.stdin, "buffer", sys.stdin)


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add the option that suppresses notes, for `print_notes`."""
    parser.add_argument("--quiet", action="store_true", help="leave out notes on the files")


def print_notes(notes: Iterable[str], options: argparse.Namespace) -> None:
    """Print each note on a line of its own, unless `--quiet` was given."""
    for note in () if options.quiet else notes:
        print_note(note)


def check_seed(seed: int) -> None:
    """Raise `InputError` for a negative seed."""
    if seed < 0:
        raise InputError(f"--seed must be 0 or more; given: {seed}")


def check_output(
    path: Path | None, *, force: bool, inputs: Iterable[str | Path] = (), option: str = "--output"
) -> None:
    """Raise `InputError` before the work begins if the output file cannot be written.

    One of the `inputs` is never replaced, even with `--force`. `option` is the option that names the file.
    """
    if path is None:
        return
    named = f"{option} {shown(path)}"
    folder = path.absolute().parent
    if "\0" in str(path):
        raise InputError(f"{option} {quoted(str(path))} contains a zero byte; give another name")
    try:
        if os.path.islink(os.path.realpath(path)):  # noqa: PTH114 - as text
            raise InputError(f"{named} is a link that leads back to itself; give another name")
        if path.is_dir():
            raise InputError(f"{named} is a folder; give a file")
        if path.exists() and not path.is_file():
            instead = "leave it out to write to the terminal or a pipe" if option == "--output" else "give another name"
            raise InputError(f"{named} is not a plain file; {instead}")
        if path.exists() and any(os.path.exists(read) and path.samefile(read) for read in inputs):  # noqa: PTH110 - a path
            raise InputError(f"{named} is one of the input files; give another name")
        if path.exists() and not force:
            raise InputError(f"{named} exists already; give another name, or --force to replace it")
        if not folder.is_dir():
            raise InputError(f"{named} is in a folder that does not exist: {shown(path.parent)}")
        if not os.access(folder, os.W_OK):
            raise InputError(f"{named} is in a folder that you cannot write to: {shown(path.parent)}")
    except OSError as error:  # Such as a name that is too long.
        raise InputError(f"{named} cannot be written: {(error.strerror or str(error)).lower()}") from None


def check_figure(options: argparse.Namespace, inputs: Iterable[str | Path], count: int = 1) -> None:
    """Raise `InputError` before the work begins if `--figure`, a file with `count` plots, cannot be drawn."""
    if options.figure is None:
        return
    check_output(options.figure, force=options.force, inputs=inputs, option="--figure")
    if options.output is not None and options.output.resolve() == options.figure.resolve():
        raise InputError(f"--output and --figure are both {shown(options.figure)}; give two names")
    if count > _MOST_PLOTS:
        raise InputError(f"--figure draws at most {_MOST_PLOTS} plots, one for each result; given: {count}")
    try:
        from irlearn.plots.files import suffix_of
    except ModuleNotFoundError as error:
        raise InputError(str(error)) from None
    suffix_of(options.figure)


_MOST_PLOTS = 6


def write_figure(options: argparse.Namespace, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Write plots to `--figure`, one above the other: for each, the function of `irlearn.plots` and its arguments."""
    if options.figure is None:
        return
    from irlearn import plots

    several = len(calls) > 1
    figure = plots.Canvas(figsize=(7, 3.2 * len(calls)), layout="constrained", facecolor="white")
    axes = figure.subplots(len(calls)) if several else [None]
    drawn = [getattr(plots, name)(**arguments, ax=ax) for (name, arguments), ax in zip(calls, axes, strict=True)]
    plots.save(figure if several else drawn[0], options.figure)


def shown(path: str | Path, most: int = 200) -> str:
    """Return a path for a message: printable, and shortened to `most` characters.

    >>> shown("runs/a.run"), shown("a" * 1000, 20)
    ('runs/a.run', 'aaaaaaaa…aaaaaaaaaaa')
    """
    text = str(path)
    cut = text if len(text) <= most else f"{text[: most // 2 - 2]}…{text[-most // 2 - 1 :]}"
    return visible(safe_filename(cut))


def safe_filename(text: str) -> str:
    r"""Return a file name in which bytes that are not valid text are written as \xff, so that it can be printed."""
    return text if text.isascii() else re.sub(_BYTE, lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02x}", text)


_BYTE = r"[\udc80-\udcff]"


def write_output(text: str, path: Path | None = None, *, how: str = "table") -> None:
    """Write text to standard output or to a file; `how` is its format.

    Control characters are escaped. Only CSV for a file or a program keeps them, so that its data stay unchanged, and
    JSON has its own escapes.
    """
    to_terminal = path is None and sys.stdout is not None and sys.stdout.isatty()
    if how not in ("json", "csv") or (how == "csv" and to_terminal):
        text = visible(text, keep="\n")
    if path is not None:
        from irlearn.atomic_write import write_atomically

        write_atomically(path, text.encode(errors="backslashreplace"))
        return
    if sys.stdout is None:
        raise InputError("standard output is closed, so nothing can be shown; give --output FILE")
    for start in range(0, len(text), _CHUNK):  # In chunks, so that a closed pipe is noticed early.
        sys.stdout.write(text[start : start + _CHUNK])


def say_reading(data: object) -> None:
    """Print on standard error how unusual notations were parsed, and an equivalent text to type."""
    from irlearn.ranking import echoes_to_copy  # Imported here, because it loads NumPy.

    for line in echoes_to_copy(data):
        print_note(line)


def print_note(line: str) -> None:
    """Print a line on standard error, with control characters escaped and at most 800 characters.

    Errors are ignored, because standard error may be closed.
    """
    if sys.stderr is None:
        return
    if len(line) > _LINE:
        line = f"{line[: _LINE * 2 // 3]} … {line[-_LINE // 3 + 3 :]}"
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{visible(safe_filename(line))}\n")


_LINE = 800


def internal_error_message(error: Exception) -> str:
    """Return the message about an error that irlearn should have caught.

    If the environment variable `IRLEARN_TRACEBACK` is set, print the traceback first.
    """
    if os.environ.get(_TRACEBACK):
        import traceback

        traceback.print_exception(error)
    return (
        f"this is a mistake in irlearn itself ({type(error).__name__}: {shown(str(error))}); please report it with "
        f"what you typed and the files; with {_TRACEBACK}=1 in the environment, Python shows where it happened"
    )


_TRACEBACK = "IRLEARN_TRACEBACK"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, left: Columns = 1) -> str:
    r"""Return a table as aligned plain text, with control characters escaped and long cells cut.

    >>> print(table(["query", "AP"], [["q\x1b[31m", "0.3"]]))
    query        AP
    q\x1b[31m  0.3
    """
    return text_table([*map(_cell, header)], [[*map(_cell, row)] for row in rows], left=left)


def table_in(how: str, header: Sequence[str], rows: Sequence[Sequence[str]], *, left: Columns = 1) -> str:
    """Return a table in the format `markdown` or `latex`, or else as aligned plain text."""
    if how not in ("markdown", "latex"):
        return table(header, rows, left=left)
    from irlearn.formulas.page_formats import booktabs, markdown_table  # Imported here to keep starts fast.

    if how == "markdown":
        return markdown_table(header, rows, left=left)
    return f"% needs \\usepackage{{booktabs}}\n{booktabs(header, rows, left=left)}"


def _cell(text: str) -> str:
    return visible(text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…")


_WIDEST = 100  # Characters of a cell in a table; CSV and JSON contain the full text.


def json_text(data: object, *, indent: int | None = 2) -> str:
    """Return plain data as readable JSON, in which control characters are escaped."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return escaped(text, lambda sign: f"\\u{ord(sign):04x}", keep="\n") + "\n"


def with_version(data: Mapping[str, Any], notes: Iterable[str] | None = None) -> dict[str, Any]:
    """Return plain data with the version of irlearn, and with the notes unless they are None."""
    from importlib.metadata import version

    with_notes = {} if notes is None else {"notes": [*notes]}
    return {**data, **with_notes, "version": version("irlearn")}


def csv_cell(text: str) -> str:
    """Return a cell as it is written in a line of CSV: guarded, and quoted if necessary."""
    return csv_text([text], [])[:-1] if re.search(_QUOTED, text) or not text else guarded(text)


_QUOTED = r'[,"\r\n]'


_Item = TypeVar("_Item")
_SLOW = 1.0  # Seconds of work before a progress bar appears.
_FORMAT = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
_READING = 0.9  # The share of the time for a run that reading takes.


class Progress:
    """The progress of reading and scoring files, shown as a bar on a terminal after a second of work."""

    def __init__(self, paths: Sequence[str], label: str = "scoring") -> None:
        self._label = label
        self._sizes = {path: _size(path) for path in paths}
        self._total = sum(self._sizes.values())
        self._before = self._size = 0
        self._started = time.monotonic()
        self._bar: Any = None

    def start(self, path: str) -> None:
        """Begin with the next file."""
        self._before += self._size
        self._size = self._sizes[path]

    def reading(self, share: float) -> None:
        """Report the share of the current file that has been read."""
        self._show(_READING * share)

    def scoring(self, share: float) -> None:
        """Report the share of the current file that has been scored."""
        self._show(_READING + (1 - _READING) * share)

    def _show(self, share: float) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < _SLOW or not sys.stderr.isatty():
                return
            from tqdm import tqdm

            self._bar = tqdm(
                total=100,
                desc=self._label,
                bar_format=_FORMAT,
                leave=False,
            )
        self._bar.update(100 * (self._before + self._size * share) / self._total - self._bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()


def each(items: Sequence[_Item], label: str) -> Iterable[_Item]:
    """Iterate over the items, with a bar on a terminal after a second of work."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    with_bar: Iterable[_Item] = tqdm(items, desc=label, delay=_SLOW, leave=False)
    return with_bar


@contextmanager
def shares(label: str) -> Iterator[Callable[[float], None]]:
    """Yield a function that takes the share of work done, from 0 to 1, and shows a bar after a second of work."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=100, desc=label, bar_format=_FORMAT, delay=_SLOW, leave=False) as bar:

        def show(share: float) -> None:
            bar.update(100 * share - bar.n)

        yield show


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size or 1  # noqa: PTH116 - Importing pathlib would slow every start.
    except (OSError, ValueError):
        return 1  # The reader will raise the error.
