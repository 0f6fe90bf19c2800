"""All families, by name."""

from __future__ import annotations

from frozen import calculations, formulas, inputs, pictures, results, shell, tasks, verdicts
from frozen.golden import Family

_ROOMS = (calculations, formulas, verdicts, results, tasks, inputs, pictures, shell)


def families() -> dict[str, Family]:
    """Every family by its name, in the order of the rooms."""
    listed = [family for room in _ROOMS for family in room.families()]
    found = {family.name: family for family in listed}
    if len(found) < len(listed):
        raise ValueError("two families have one name")
    return found
