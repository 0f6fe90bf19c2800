"""`irlearn schema`: the JSON schema of the output of each command."""

from __future__ import annotations

import argparse
from importlib.resources import files

from irlearn.cli.output import DONE, Add, add_output, check_output, json_text, write_output
from irlearn.errors import InputError, quoted
from irlearn.text.english import did_you_mean


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn schema`."""
    parser = command(
        _schema,
        "JSON Schema, draft 2020-12, with one schema per command under $defs. Later versions add keys but remove "
        "none.\n\n"
        "examples:\n  irlearn schema\n  irlearn schema compare --output compare.schema.json",
    )
    parser.add_argument("of", metavar="COMMAND", nargs="*", help="a command, such as score; without it, all commands")
    add_output(parser)


def _schema(options: argparse.Namespace) -> int:
    check_output(options.output, force=options.force)
    write_output(json_text(schema_of(" ".join(options.of))), options.output, how="json")
    return DONE


def schema_of(command: str = "") -> dict[str, object]:
    """Return the JSON schema of the output of a command, or of all commands.

    >>> schema_of("score")["$ref"]
    '#/$defs/score'
    """
    import json

    schema: dict[str, object] = json.loads(files("irlearn.cli").joinpath("schema.json").read_text(encoding="utf-8"))
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    commands = [name for name, definition in definitions.items() if "description" in definition]
    if not command:
        return schema
    if command not in commands:
        raise InputError(
            f"there is no schema of {quoted(command)}; {did_you_mean(command, commands, 'there are those of')}"
        )
    return schema | {"$ref": f"#/$defs/{command.replace(' ', '%20')}"}
