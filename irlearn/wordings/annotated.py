"""Documents with a mark or a grade beside each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.wordings.cardinalities import role_of
from irlearn.wordings.concepts import meaning_of
from irlearn.wordings.lexicon import SIGNS, is_count, is_no_name, joined, mark_of
from irlearn.wordings.lists import NUMBER
from irlearn.wordings.reading import Reading, beside_names, grade_of, of_list
from irlearn.wordings.scored import by_score, refuse_twice
from irlearn.wordings.sections import Item, bare, items_of
from irlearn.wordings.tidy import split, unnumbered

_HIGHEST = 10  # of grades beside names


def of_annotated(text: str) -> Reading | None:
    """Documents with a mark or a grade each: `D1 (rel), D2, D3 (rel)`, `A✓ B✗`, `d1=2, d2=0`, `(0.9, yes), (0.3, no)`.

    >>> of_annotated("A✓, B✗").grades, of_annotated("x=2, y=0, z=1").grades, of_annotated("a (rel), b, c").grades
    ((1, 0), (2, 0, 1), (1, 0, 0))
    """
    numbers = [int(number) for number in re.findall(r"(?m)^\s*([0-9]{1,4})[.)]\s", text)]
    if numbers and numbers != [*range(1, len(numbers) + 1)]:
        return None  # ranks, of which some are left out
    body = _suffixed(_starred(_ticked(joined(text.strip().rstrip(".")))))
    if len(body) > 1 and body[0] == "[" and body[-1] == "]":
        body = body[1:-1]
    if re.search(r"[\[\]{}]", body):
        rows = items_of(body) if body[:1] in "[(" and text.strip().startswith("[") else None
        return of_entries(rows, text) if rows and all(one.value for one in rows) else None
    if re.fullmatch(r"[0-9]{1,10}\.0*(?:(?:\s*[,;]\s*|\s+)[0-9]{1,10}\.0*)+", body):
        return of_list([grade_of(word, text) for word in re.split(r"[\s,;]+", body)])
    parts = [part for part in split(body) if part]
    if len(parts) == 1:
        pairs = all(re.fullmatch(r"[^\s:=]+[:=][^\s:=]+", word) for word in body.split())
        if SIGNS & set(body) and not pairs:
            parts = _SIGNED.findall(body)
            if len("".join("".join(parts).split())) < len("".join(body.split())):
                return None
        else:
            parts = body.split() if pairs else re.findall(r"[^\s()]+\s*\([^()]*\)", body)
        if re.sub(r"[^\s()]+\s*\([^()]*\)", "", body).strip() and not pairs and not SIGNS & set(body):
            return None
    if len(parts) < 2:
        return None
    tuples = [re.fullmatch(rf"\(\s*({NUMBER})\s*,\s*([^(),]+?)\s*\)", part) for part in parts]
    if all(tuples):
        return _rows([(one[1], one[2]) for one in tuples if one], text)
    parts = [
        re.sub(r"(?i)^(?:doc(?:ument)?|item|product|movie|page|result)\s+(?=[\w\-]+\s*[:=(])", "", part)
        for part in parts
    ]
    named = [re.fullmatch(r"\(\s*([^\s(),]+)\s*,\s*([^(),]+?)\s*\)", part) for part in parts]
    if all(named):
        parts = [f"{one[1]}: {one[2]}" for one in named if one]
    items = [_marked(part) for part in parts]
    if None in items or not any(one.value for one in items if one):
        return None
    return of_entries([one for one in items if one], text)


_SIGNED = re.compile(r"[^\s✓✔✅☑✗✘✕✖❌☒]+\s*[✓✔✅☑✗✘✕✖❌☒]|[✓✔✅☑✗✘✕✖❌☒](?:\s*[^\s✓✔✅☑✗✘✕✖❌☒]+)?")


def _ticked(body: str) -> str:
    """A list with boxes, as of tasks, with ticks and crosses for them."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    boxes = [re.fullmatch(r"(?:[-*+]\s+)?\[(?P<mark>[ xX])\]\s*(?P<name>\S.*)", line) for line in lines]
    if len(lines) < 2 or None in boxes:
        return body
    found = [(re.sub(r"\s+", "_", one["name"]), one["mark"]) for one in boxes if one]
    return "\n".join(name + ("✗" if mark == " " else "✓") for name, mark in found)


_SUFFIX = re.compile(r"(?P<name>[A-Za-z]+[0-9]+)(?:(?P<hit>\+|[-/]R)|-N?|/N)")


def _suffixed(body: str) -> str:
    """A list whose documents end in + and -, or in -R and -N, with ticks and crosses for them."""
    words = re.split(r"\s*,\s*|\s+", body)
    found = [_SUFFIX.fullmatch(word) for word in words]
    if len(words) < 2 or None in found or {bool(one["hit"]) for one in found if one} != {True, False}:
        return body
    return ", ".join(f"{one['name']}{'✓' if one['hit'] else '✗'}" for one in found if one)


def _starred(body: str) -> str:
    """A list whose relevant documents have a sign that is explained, as `a*, b (* = relevant)`, with marks for it."""
    key = re.search(
        r"\(?\s*(?P<sign>[*†+^!])\s*(?:=|:|means|marks|denotes|indicates|is|\s)\s*(?:a\s+)?relevant\w*(?:\s+documents?)?\s*\)?\.?",
        body,
    ) or re.search(
        r"(?i)\(?\s*\b(?:the\s+)?relevant(?:\s+(?:docs?|documents?|ones|items?|results?))?\s+(?:are\s+|is\s+)?"
        r"(?:marked|flagged|starred|shown|denoted)\s*(?:with|by|as)?\s*(?:an?\s+)?(?P<sign>[*†+^!])\s*\)?\.?$",
        body,
    )
    if not key:
        return body
    rest = unnumbered((body[: key.start()] + body[key.end() :]).strip(" ,;.\n"))
    parts = [part for part in re.split(r"[,;\s]+", rest) if part]
    if any(not re.fullmatch(r"[\w.\-]+[*†+^!]?|[*†+^!][\w.\-]+", part) for part in parts):
        return body
    return ", ".join(f"{part.strip(key['sign'])}{'✓' if key['sign'] in part else '✗'}" for part in parts)


def _rows(rows: Sequence[tuple[str, str]], text: str) -> Reading | None:
    """Scores with labels, in their order."""
    marks = [mark_of(label) for _, label in rows]
    if None in marks:
        if not all(re.fullmatch(NUMBER, label) for _, label in rows):
            return None
        if not any("." in score for score, _ in rows):
            return None
        return by_score([(score, grade_of(label, text)) for score, label in rows], text)
    return by_score([(score, mark or 0) for (score, _), mark in zip(rows, marks, strict=True)], text)


def _marked(part: str) -> Item | None:
    """A document and the mark or grade beside it."""
    if part and (part[-1] in SIGNS or part[0] in SIGNS):
        sign, key = (part[-1], part[:-1]) if part[-1] in SIGNS else (part[0], part[1:])
        return Item(bare(key.strip(" (")) or "-", sign) if len(key.split()) <= 1 else None
    named = re.fullmatch(r"(?P<key>[\w.\-]+(?:\s[\w.\-]+){0,2}?)\s*(?:\s-|:|=|\bis\b)\s*(?P<mark>[^\W\d_][\w-]*)", part)
    if named and re.search(r"\.\s", named["key"]) and not named["key"][0].isdigit():
        return None  # "a, b, c. Only b is relevant"
    if named and re.fullmatch(r"(?i)(?:the )?(?:first|second|third|fourth|fifth|last|only|rest|others?)", named["key"]):
        return None  # "a, b, c; third is relevant"
    if named and mark_of(named["mark"]) is not None and len(named["mark"]) > 1:
        return Item(named["key"], named["mark"])
    graded = re.fullmatch(r"(?P<key>[A-Za-z]\w*[0-9])\s+-\s+(?P<grade>[0-9]{1,2})", part)
    if graded:
        return Item(graded["key"], graded["grade"])
    words = part.rsplit(None, 1)
    if (
        len(words) == 2
        and mark_of(words[1]) is not None
        and len(words[0].split()) == 1
        and words[1] not in ("-", "+", "?")
        and not words[0].isdigit()  # 8 relevant, 10 nonrelevant
    ):
        return Item(words[0].rstrip(":"), words[1])
    found = items_of(part)
    return found[0] if found and len(found) == 1 else None


def of_entries(items: Sequence[Item], text: str) -> Reading | None:
    """The reading of entries with a mark or a grade each.

    >>> of_entries([Item("a", "2"), Item("b", "0")], "").grades
    (2, 0)
    """
    keys = [item.key for item in items]
    marked = all(mark_of(item.value) is not None for item in items if item.value)
    plain = {key for key in keys if marked and len(key) > 1 and meaning_of(key) in ("D", "W")}  # any document
    named = [key for key in keys if key not in plain]
    if any(is_count(key) or role_of(key) or re.search("[|∩]", key) or is_no_name(key) for key in named):
        return None
    if all(key.isdigit() for key in keys) and int(keys[-1]) > len(keys) and keys == sorted(set(keys), key=int):
        return None  # ranks, of which some are left out
    said = [item.value for item in items if item.value]
    marks = [mark_of(value) for value in said]
    if None not in marks:
        if len(said) < len(items) and (set(marks) != {1} or any(mark_of(key) is not None for key in keys)):
            return None
        if (
            len(said) == len(items)
            and all(re.fullmatch(NUMBER, key) for key in keys)
            and any("." in key for key in keys)
        ):
            return None
        refuse_twice([key for key in named if key != "-"], "the list", text)
        return of_list([mark_of(item.value) or 0 if item.value else 0 for item in items])
    if len(said) < len(items) or not all(re.fullmatch(NUMBER, value) for value in said):
        return None
    numbers = all(re.fullmatch(NUMBER, key) for key in keys)
    scores = any(re.fullmatch(r"-?[0-9]*\.0*[1-9][0-9]*", value) for value in said)
    ranked = keys == [str(rank) for rank in range(1, len(keys) + 1)]
    if numbers and scores and not ranked and not any("." in key for key in keys):
        return by_score([(value, grade_of(key, text)) for key, value in zip(keys, said, strict=True)], text)
    if numbers and not ranked:
        return None
    if any("." in value and not re.fullmatch(r"[0-9]+\.0*", value) for value in said):
        return None
    grades = [grade_of(value, text) for value in said]
    if max(grades) > _HIGHEST and not any(re.search("[0-9]", key) for key in keys):
        return None  # A = 30, B = 10 are counts
    refuse_twice(keys, "the list", text)
    return beside_names(grades)
