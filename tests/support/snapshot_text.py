"""Text for snapshots: results or error messages, JSON, and numbers rounded to machine-independent digits.

OpenBLAS adds in a different order on other processors, so the last digits of floats differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from irlearn import InputError

DIGITS = 10
_LONG = re.compile(r"-?\b\d+\.\d{9,}(?:e[-+]\d+)?")


def round_numbers(text: str) -> str:
    """Round the long numbers in a text.

    >>> round_numbers("t = 2.13808993529939, p = 0.05")
    't = 2.138089935, p = 0.05'
    """
    return _LONG.sub(lambda number: f"{float(number[0]):.{DIGITS}g}", text)


def round_values(value: object) -> object:
    """Round the floats in JSON data."""
    match value:
        case float():
            return float(f"{value:.{DIGITS}g}")
        case Mapping():
            return {name: round_values(item) for name, item in value.items()}
        case list() | tuple():
            return [round_values(item) for item in value]
    return value


def json_lines(data: Mapping[str, object]) -> Iterator[str]:
    """Generate JSON data as text, with a line for each item of a list."""
    for name, value in data.items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"  {json.dumps(round_values(item), ensure_ascii=False)}" for item in value)
        else:
            yield f"{name}: {json.dumps(round_values(value), ensure_ascii=False)}"


def text_or_refusal(heading: str, make: Callable[[], object]) -> Iterator[str]:
    """Yield a heading, and the lines or text from `make`, or the error message for the input."""
    yield f"# {heading}"
    try:
        result = make()
        lines = result if isinstance(result, Iterable) and not isinstance(result, str) else [result]
        yield from [round_numbers(str(line)) for line in lines]
    except InputError as error:
        yield f"refused: {error}"
