"""What the file of a lesson's progress holds: how it is understood, and how two states of it become one."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from irlearn.errors import InputError

STATES = ("tried", "done")
"""How far a part in the file is; the later one wins."""
Parts = dict[str, dict[str, Any]]
"""By the id of a part, its state, the last answer, and details."""


def understood(content: bytes, lesson: str) -> Parts:
    """The parts that a file of a lesson holds, of whatever version; `ValueError` or `InputError` where it is damaged.

    >>> understood(b'{"lesson": "03", "parts": {"turn-1": {"state": "done"}}}', "03")
    {'turn-1': {'state': 'done'}}
    """
    found = json.loads(content.decode("utf-8"))
    if not isinstance(found, dict) or not isinstance(found.get("parts"), dict):
        raise InputError("it does not hold the parts of a lesson")
    if found.get("lesson") != lesson:
        raise InputError(f"it is of lesson {found.get('lesson')}")
    for part, entry in found["parts"].items():
        if not isinstance(entry, dict) or entry.get("state") not in STATES:
            raise InputError(f"the part {part} is neither tried nor done")
        if not isinstance(entry.get("answer", ""), str):
            raise InputError(f"the answer to the part {part} is no text")
    return dict(found["parts"])


def joined(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Parts:
    """Both, part by part: the later answer and details, and "done" before "tried"."""
    joined = {part: dict(entry) for part, entry in before.items()}
    for part, entry in after.items():
        states = [joined.get(part, entry)["state"], entry["state"]]
        joined[part] = {**joined.get(part, {}), **entry, "state": max(states, key=STATES.index)}
    return joined


def plain(value: Any) -> bool:
    """Whether a detail is a number, a text, a truth value, None, or a list of these."""
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def reason(error: Exception) -> str:
    """What hinders, as the end of a sentence."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said[:1].lower() + said[1:]
