"""The entries of a list: words, titles with a grade or a mark, objects."""

from __future__ import annotations

import re

from irlearn.wordings.lexicon import GRADES, LABELS, RELEVANT, SCORES, plain_grade, roles_among
from irlearn.wordings.lists import NUMBER
from irlearn.wordings.sections import Item, bare, items_of
from irlearn.wordings.tidy import split

_MARKED = re.compile(
    r"(?P<key>[^()\[\]{}:=]{1,60}?)\s*(?:\(\s*(?P<value>[^()]{1,20}?)(?:pts?)?\s*\)"
    r"|(?P<sign>[✓✔✅☑✗✘✕✖❌☒]))"
)


def entries_of(inside: str) -> list[Item] | None:
    """The entries of a list; titles of several words where each has its grade or its mark.

    >>> [tuple(one)[:2] for one in entries_of("The Old Man (3), Doc B ✗")]
    [('The Old Man', '3'), ('Doc B', '✗')]
    """
    objects = _objects(inside) if re.match(r"\s*\{", inside) else None
    if objects:
        return objects
    items = items_of(inside)
    half = items is not None and any("(" in one.key and ")" not in one.key for one in items)  # Up(rel=0)
    if items is None or half or all(re.search("[✓✔✅☑✗✘✕✖❌☒]$", one.key) and len(one.key) > 1 for one in items):
        found = [_MARKED.fullmatch(part) for part in split(inside, ",;\n") if part]
        marked = [Item(one["key"], plain_grade(one["value"] or one["sign"])) for one in found if one]
        return marked if marked and len(marked) == len(found) else items or numbered_in(inside)
    return items


def numbered_in(inside: str) -> list[Item] | None:
    """The entries of a list whose names are one word and a number each; None where they are not.

    >>> [one.key for one in numbered_in("chunk 3, chunk 7")], numbered_in("chunk 3, 7")
    (['chunk_3', 'chunk_7'], None)
    """
    found = [re.fullmatch(r"([^\W\d_]{1,20}) ([0-9]{1,6})", part.strip()) for part in split(inside, ",;\n")]
    words = {one[1].lower() for one in found if one}
    return [Item(f"{one[1]}_{one[2]}") for one in found if one] if None not in found and len(words) == 1 else None


def _objects(inside: str) -> list[Item] | None:
    """The entries of a list of objects, with the grade that each of them says: `{"id": "a", "relevant": true}`."""
    items: list[Item] = []
    numbers: list[tuple[str, str]] = []
    for part in split(inside, ",\n"):
        one = re.fullmatch(r"\{([^{}\[\]]*)\}", part.strip())
        if not one:
            if part.strip():
                return None
            continue
        pairs = {
            bare(key.strip()): bare(value) for key, _, value in (entry.partition(":") for entry in split(one[1], ","))
        }
        roles = {key: roles_among(key) for key in pairs}
        if None in roles.values():
            return None
        grades = [
            key for key, said in roles.items() if said and said & {RELEVANT, GRADES, LABELS} and SCORES not in said
        ]
        names = [key for key in pairs if re.search(r"(?i)id$|^doc|name|title|url|item", key)]
        order = [key for key in pairs if re.search(r"(?i)rank|pos|score|sim", key)]
        if not grades and len(names) == 1 and len(order) <= 1 and len(pairs) == 1 + len(order):
            items.append(Item(pairs[names[0]]))
            numbers.append((pairs[order[0]], order[0]) if order else ("", ""))
            continue
        if len(grades) != 1 or len(names) > 1 or len(order) > 1 or len(pairs) > len(grades) + len(names) + len(order):
            return None
        numbers.append((pairs[order[0]], order[0]) if order else ("", ""))
        items.append(Item(pairs[names[0]] if names else f"#{len(items)}", pairs[grades[0]]))
    if len({bool(item.value) for item in items}) > 1:
        return None
    said = [number for number, _ in numbers if re.fullmatch(NUMBER, number)]
    falls = [float(number) for number in said] == sorted(
        map(float, said), reverse=not re.search(r"(?i)rank|pos", numbers[0][1])
    )
    return (
        items
        if not any(key for _, key in numbers) or (len(said) == len(items) and len(set(said)) == len(said) and falls)
        else None
    )
