"""The shell command `irlearn`: the package's functions on files, for people (tables) and programs (JSON, CSV)."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from irlearn.cli.output import BAD_INPUT, BROKEN_PIPE, DONE, INTERRUPTED
from irlearn.errors import InputError

_COMMANDS = {
    "lessons": "copy the lessons to a folder and open JupyterLab on them",
    "score": "score runs against relevance judgments",
    "compare": "test whether the difference between two runs is real, or between one run and many",
    "outcomes": "break two runs down into queries that neither, one or both of them answer",
    "explain": "work measures out on one ranking, or a mean over queries, step by step",
    "check": "check a hand calculation and name the mistake behind a wrong number",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the shell's by default); the exit status.

    >>> main(["explain", "RR", "0 1"])
    RR, reciprocal rank: 2 retrieved, 1 relevant in all
    <BLANKLINE>
    rank  grade  term
       1      0
       2      1   1/2  0.5000
    <BLANKLINE>
    RR = 1/2 = 0.5
    Only the first relevant document counts; the steps between ranks shrink as the list goes on.
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters still gets its answer
    try:
        typed = sys.argv[1:] if arguments is None else list(arguments)
        given = [f" {word}" if _NEGATIVE.match(word) else word for word in typed]  # -50% is a number, not an option
        chosen = next((word for word in given if not word.startswith("-")), None)
        options = _parser(chosen).parse_args(given)
        status: int = options.command(options)
        sys.stdout.flush()
    except InputError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        with suppress(OSError, ValueError):  # what is still buffered has no reader any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return _refuse(f"{error.filename or 'the output'}: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        return _refuse("there is not enough memory for this input")
    return status


_NEGATIVE = re.compile(r"-\.?\d")


def _refuse(sentence: str) -> int:
    print(f"irlearn: {' '.join(sentence.split())}", file=sys.stderr)
    return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are sentences, without the usage before them."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser; of the commands only the chosen one is imported, so that each starts fast."""
    parser = _Parser(
        prog="irlearn",
        description="Learn how information retrieval is evaluated, and evaluate your own runs.",
        epilog="example: irlearn lessons",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version and stop")
    parser.set_defaults(command=_help, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, what in _COMMANDS.items():
        if name != chosen:
            commands.add_parser(name, help=what)
            continue

        def command(
            run: Callable[[argparse.Namespace], int], example: str, name: str = name, what: str = what
        ) -> argparse.ArgumentParser:
            added = commands.add_parser(
                name,
                help=what,
                description=what[0].upper() + what[1:] + ".",
                epilog=example,
                formatter_class=argparse.RawDescriptionHelpFormatter,
                allow_abbrev=False,
            )
            added.set_defaults(command=run)
            return added

        import_module(f"irlearn.cli.{name}").add(command)
    return parser


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return DONE


class _Version(argparse.Action):
    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, *_: Any) -> None:
        from importlib.metadata import version

        print(f"irlearn {version('irlearn')}")
        sys.exit(DONE)
