"""The shell command `irlearn`, whose subcommands apply the package to files and write tables, JSON or CSV."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from irlearn.cli.output import BAD_INPUT, BROKEN_PIPE, DONE, INTERRUPTED, internal_error_message, print_note
from irlearn.errors import InputError, quoted, visible
from irlearn.text.english import did_you_mean

_COMMANDS = {
    "lessons": "copy the lessons to a folder and open JupyterLab on them",
    "score": "score runs against relevance judgments",
    "compare": "test whether the difference between two runs is real, or between one run and many",
    "diff": "show which queries and documents the difference of two runs comes from",
    "outcomes": "split the queries of two runs into those that neither, one or both of them answer",
    "extremes": "ask whether the best of many systems is just lucky",
    "adjudicate": "ask which significant differences low-cost judgments keep, miss and invent",
    "conventions": "score a run by the choices of trec_eval, ir_measures, ranx and scikit-learn",
    "report": "compare runs on one page with figures, tests and methods, to send",
    "explain": "work out measures for one ranking, or a mean over queries, step by step",
    "check": "check a hand calculation and name the mistake behind a wrong number",
    "exercises": "list the topics of generated exercises, or show an exercise",
    "worksheet": "write homework with different numbers for each student of a class",
    "site": "build the course as plain files that run in any browser",
    "schema": "print the JSON schema of what --format json writes",
    "help": "open a page of the reference, such as forms, or explain the id of a mistake",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments, by default those of the shell, and return the exit status.

    >>> main(["explain", "RR", "0 1"])
    RR, reciprocal rank: 2 retrieved, 1 relevant in all
    <BLANKLINE>
    rank  grade  term
       1      0
       2      1   1/2  0.5000
    <BLANKLINE>
    RR = 1/2 = 0.5
    Only the first relevant document counts, and moving it by one rank matters less further down the list.
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # A terminal without Greek letters still gets an answer.
    try:
        with _exit_on_signals():
            status = _run(sys.argv[1:] if arguments is None else list(arguments))
            if sys.stdout is not None:
                sys.stdout.flush()
    except InputError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return BROKEN_PIPE
    except OSError as error:
        return _refuse(f"{error.filename or 'the output'}: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        return _refuse("there is not enough memory for this input")
    except Exception as error:  # The last line of defense; an error that gets here is a bug elsewhere.
        return _refuse(internal_error_message(error))
    finally:
        _discard_unwritten()
    return status


def _run(words: Sequence[str]) -> int:
    """Run the subcommand that the words name, and return its exit status."""
    if words[:1] == ["help"] and len(words) == 2 and words[1] in _COMMANDS:
        words = [words[1], "--help"]
    if not words or words[0] in ("-h", "--help", "--version"):
        options = _overview().parse_args(words[:1])
    elif words[0] in _COMMANDS:
        options = _parse(_parser(words[0]), words[1:])
    else:
        raise InputError(_unknown_command(words))
    options.words = words
    status: int = options.command(options)
    return status


def _parse(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; options may be anywhere among the other words, but not after `--`."""
    if not {"--", "-h", "--help"}.isdisjoint(words):
        return parser.parse_args(words)
    parser.usage = parser.prog  # Only help shows the usage, and building it would take half of the time.
    return parser.parse_intermixed_args(words)


def _unknown_command(words: Sequence[str]) -> str:
    """Return the error message for words that do not begin with a subcommand."""
    first = words[0]
    if not first.startswith("-") or first == "-":
        hint = did_you_mean(first[:_LONGEST], _COMMANDS, "the commands are")
        return f"there is no command {quoted(first)}; {hint}{'' if hint.endswith('?') else ';'} see irlearn --help"
    command = next((word for word in words if word in _COMMANDS), "COMMAND")
    option = first.partition("=")[0]
    return (
        f"the command comes first and its options after it, as in irlearn {command} {visible(option[:_LONGEST])}; "
        "see irlearn --help"
    )


_LONGEST = 40  # Characters of a word that are quoted in a message.


def _refuse(sentence: str) -> int:
    print_note(f"irlearn: {' '.join(sentence.split())}")
    return BAD_INPUT


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turn termination signals into `SystemExit`, so that temporary files are removed."""
    before: dict[int, Any] = {}

    def end(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    with suppress(ValueError):  # Only the main thread can set handlers.
        for member in signal.Signals:
            if member.name in ("SIGTERM", "SIGHUP") and signal.getsignal(member) is signal.SIG_DFL:
                before[member] = signal.signal(member, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _discard_unwritten() -> None:
    """Discard buffered output that cannot be written; Python would try again at exit and print an error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are `InputError` sentences without the usage."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_layout, allow_abbrev=False, **options)
        self._negative_number_matcher = _NEGATIVE
        self.register("action", None, _Once)
        self.register("action", "store_true", partial(_Once, nargs=0, const=True, default=False))
        self.more: Callable[[], str] = str
        """Returns the end of the help text; it is called only if help is shown, because it may be slow."""

    def format_help(self) -> str:
        self.epilog, self.more = f"{self.epilog}{self.more()}", str
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{_shortened(message)}; see {self.prog} --help")


class _Once(argparse.Action):
    """An action that rejects an option given twice, because the second value would silently replace the first."""

    was_given = False

    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> None:
        """Store the value, or True for an option without one. Raise `InputError` the second time."""
        if option and self.was_given:
            both = f", with {quoted(str(vars(namespace)[self.dest]))} and {quoted(str(values))}" if values else ""
            parser.error(f"{option} is given twice{both}; give it once")
        self.was_given = True
        vars(namespace)[self.dest] = self.const if self.nargs == 0 else values


def _layout(prog: str) -> argparse.HelpFormatter:
    """Create a help formatter with a fixed width; argparse would otherwise ask for the width at every argument."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
    except (OSError, ValueError):
        columns = 0
    return argparse.RawDescriptionHelpFormatter(prog, width=(columns or _COLUMNS) - 2)


_COLUMNS = 80  # The width if the terminal does not report one.
_NEGATIVE = re.compile(r"-\.?\d")  # Answers such as -50% and -1/2 are not options.


def _shortened(message: str) -> str:
    """Return a message of argparse with very long words cut."""
    return re.sub(_WORD, lambda word: f"{word[0][:_LONGEST]}… ({len(word[0]):,} characters)", message)


_WORD = r"[^\s,]{200,}"


def _overview() -> argparse.ArgumentParser:
    """Return the parser of `irlearn` without a subcommand, for help and version."""
    from importlib.metadata import version

    parser = _Parser(
        prog="irlearn",
        description="Learn how information retrieval is evaluated, and evaluate your own runs.",
        epilog="example: irlearn lessons",
    )
    parser.add_argument(
        "--version", action="version", version=f"irlearn {version('irlearn')}", help="print the version and stop"
    )
    parser.set_defaults(command=_help, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, description in _COMMANDS.items():
        commands.add_parser(name, help=description)
    return parser


def _parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand; the others are not imported, so that each starts fast."""
    parsers: list[argparse.ArgumentParser] = []

    def command(
        run: Callable[[argparse.Namespace], int], example: str, more: Callable[[], str] = str
    ) -> argparse.ArgumentParser:
        summary = _COMMANDS[name]
        description = f"{summary[0].upper()}{summary[1:]}."
        parser = _Parser(prog=f"irlearn {name}", description=description, epilog=example)
        parser.more = more
        parser.set_defaults(command=run)
        parsers.append(parser)
        return parser

    import_module(f"irlearn.cli.{name}").add(command)
    return parsers[0]


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return DONE
