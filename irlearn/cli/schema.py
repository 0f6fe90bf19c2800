"""`irlearn schema`: what each command writes with --format json, as a JSON schema."""

from __future__ import annotations

import argparse
from importlib.resources import files

from irlearn.cli.output import DONE, Add, add_output, check_output, json_text, write_output
from irlearn.errors import InputError, quoted
from irlearn.text.english import did_you_mean


def add(command: Add) -> None:
    """Add the command's arguments."""
    schema = command(
        _schema,
        "JSON Schema, draft 2020-12: under $defs one for each command. Later versions add keys and take none away.\n\n"
        "examples:\n  irlearn schema\n  irlearn schema compare --output compare.schema.json",
    )
    schema.add_argument("of", metavar="COMMAND", nargs="*", help="only what this command writes, such as score")
    add_output(schema)


def _schema(options: argparse.Namespace) -> int:
    check_output(options.output, force=options.force)
    write_output(json_text(schema_of(" ".join(options.of))), options.output, how="json")
    return DONE


def schema_of(command: str = "") -> dict[str, object]:
    """The schema of what one command writes with --format json; without a command, those of all of them.

    >>> schema_of("score")["$ref"]
    '#/$defs/score'
    """
    import json

    every: dict[str, object] = json.loads(files("irlearn.cli").joinpath("schema.json").read_text(encoding="utf-8"))
    described = every["$defs"]
    assert isinstance(described, dict)
    commands = [name for name, one in described.items() if "description" in one]
    if not command:
        return every
    if command not in commands:
        raise InputError(
            f"there is no schema of {quoted(command)}; {did_you_mean(command, commands, 'there are those of')}"
        )
    return every | {"$ref": f"#/$defs/{command.replace(' ', '%20')}"}
