"""The guard behind all forms: each document that is named in a list or a set is in what was read, or it is refused.

It knows no form. It finds the names again by their shape, in the runs in which they were typed, and counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.wordings.lexicon import mark_of
from irlearn.wordings.reading import MOST_WORDED, Reading
from irlearn.words import in_a_row

_SHAPES = {
    "roman": r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})",
    "capital": r"[A-Z]",
    "letter": r"[a-z]",
    "file": r"[A-Za-z]\w*\.[a-z]{2,4}",
    "lettered": r"[A-Za-z]+[_-][A-Za-z]",
    "numbered": r"[A-Za-z][A-Za-z_.-]{0,11}?[0-9]{1,9}(?:(?<=[0-9]{4})-[0-9]{2,9})?",
}
"""The shapes of names."""
_NAME = (
    r"(?<![\w.\-@/'^])(?:" + "|".join(f"(?P<{name}>{shape})" for name, shape in _SHAPES.items()) + r")"
    r"(?![\w@'^(]|\s*=|[.\-]\w)"
)
_BETWEEN = r"\s*(?:(?:[,>&*]|->|→|\band\b)\s*){0,2}"
"""What stands between the names of one list; a space alone, too."""
_LISTED = (
    r"(?:[:=]\s*[\[({]?|[\[({;]|\b(?:results|ranking|gold|returns|retrieves)\s)\s*"
    r"(?P<words>[^\W\d_]+(?:\s*,\s*(?:and\s+)?[^\W\d_]+|\s+and\s+[^\W\d_]+)+)"
    r"\s*(?=[\])};.\n]|$|(?:are )?relevant\b)"
)
"""Words with commas between them behind a colon, an equals sign, a bracket or the name of the list."""
_NO_DOCUMENTS = (
    r"(?i)(?:q|query|topic|run|sys|system|user|rank|pos|position|grade|rel|k|p|r|f|ndcg|map|ap|mrr|rr)[-_. ]?"
)
_RANKED = (
    r"(?i)(?<!relevant )(?<!correct )(?<!right )(?<!good )\b(?:results?|ranking|ranked list|list|returned|retrieved"
    r"|returns|retrieves)(?: (?:is|are|list|the|documents?|docs?|results?)){0,2}\s*[:=]?\s*[\[({]?\s*$"
)
"""What stands before the list and never before the set of what is relevant."""
_SURE = ("file", "lettered", "numbered")
"""Shapes of names that no word of a sentence has, so that one may stand alone."""


class _Name(NamedTuple):
    text: str
    kind: str
    start: int
    end: int


def none_lost(found: Sequence[Reading], text: str) -> None:
    """Refuse what was read where fewer documents are counted than are named, or where others of them are marked.

    >>> none_lost([Reading((0, 1, 0, 0))], "A B C D E were returned; B relevant")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the wording 'A B C D E were returned; B relevant' names 5 documents, and 4 would be
    counted: C, D or E was lost; write it as 'ranking: d1, d2, d3; relevant: d1, d3'
    """
    if len(text) > MOST_WORDED:
        return
    runs = [*_groups(text)]
    groups = [[name.text for name in run] for run in runs]
    named = list(dict.fromkeys(name for group in groups for name in group))
    counted = sum(len(one.grades) + max(len(one.missed), _not_found(one)) for one in found)
    if len(named) > counted:
        kept = found[0].grades if len(found) == 1 else ()
        _refuse(text, f"names {len(named)} documents, and {counted} would be counted", _dropped(groups, kept) or named)
    whole = not any(_goes_on(run, text) for run in runs)
    if len(found) == 1 and len(groups) == 2 and whole and not found[0].others:
        ranked = [group for group, run in zip(groups, runs, strict=True) if re.search(_RANKED, text[: run[0].start])]
        _refuse_unlike(found[0], groups, ranked if len(ranked) == 1 else groups, text)


def _not_found(read: Reading) -> int:
    return (read.relevant or 0) - sum(grade > 0 for grade in read.grades)


def _refuse_unlike(read: Reading, groups: Sequence[list[str]], ranked: Sequence[list[str]], text: str) -> None:
    """Refuse a list and a set of names whose members are not those that are marked in the list or missed."""
    fits = [one for one in ranked if len(one) == len(read.grades)]
    lost: list[str] = []
    for listed in fits:
        (marked,) = [one for one in groups if one is not listed]
        on = [name for name, grade in zip(listed, read.grades, strict=True) if grade > 0]
        off = [name for name in listed if name not in on]
        beyond = [name for name in marked if name not in listed]
        wrong = [[name for name in marked if name in other] for other in (off, on)]
        wrong[0] += [name for name in on if name not in marked]
        wrong[1] += [name for name in off if name not in marked]
        if not all(wrong) and len(beyond) <= max(len(read.missed), _not_found(read)):
            missed = len(read.missed) <= len(beyond) or bool(wrong[0])
            if missed:
                return
        lost = lost or wrong[0] or beyond
    if fits or min(map(len, groups)) > 1 or ranked is not groups:
        _refuse(text, "would not be read with just the documents that it names as relevant", lost)


def _dropped(groups: Sequence[Sequence[str]], grades: Sequence[int]) -> list[str]:
    """The names of a list of which one was lost, as far as the grades of the others tell which."""
    for listed in groups:
        rest = {name for group in groups if group is not listed for name in group}
        if len(listed) == len(grades) + 1:
            marks = [name in rest for name in listed]
            return [
                name
                for place, name in enumerate(listed)
                if [*marks[:place], *marks[place + 1 :]] == [grade > 0 for grade in grades]
            ]
    return []


def _refuse(text: str, what: str, lost: Sequence[str]) -> None:
    told = in_a_row([*lost[:_MOST_TOLD]], "or") if len(lost) <= _MOST_TOLD else ""
    raise InputError(
        f"the wording {quoted(text.strip())} {what}{f': {told} was lost' if told else ''}; "
        "write it as 'ranking: d1, d2, d3; relevant: d1, d3'"
    )


_MOST_TOLD = 5


def _groups(text: str) -> Iterator[list[_Name]]:
    """The names of each list or set, in their order; a name alone where it is one of a list.

    A letter that comes back in its list is a mark, such as R and N.
    """
    runs = [*_runs(text)]
    marks = {run[0].kind for run, (first, *_) in pairwise(runs) if _is_next(run[-1], first, text)}
    runs = [run for run in runs if run[0].kind not in marks or run[0].kind.startswith(_SURE)]
    lists = [run for run in runs if len(run) > 1]
    known = {name.text for run in lists for name in run}
    kinds = {run[0].kind for run in lists}
    for run in runs:
        if len(run) > 1 or run[0].text in known or (run[0].kind in kinds and run[0].kind.startswith(_SURE)):
            yield run


def _runs(text: str) -> Iterator[list[_Name]]:
    """The names that follow each other with nothing but commas and the like between them, each once."""
    run: list[_Name] = []
    for name in sorted(_names(text), key=lambda name: name.start):
        if run and (not _is_next(run[-1], name, text) or name.text in {one.text for one in run}):
            yield run
            run = []
        run.append(name)
    if run:
        yield run


def _goes_on(run: Sequence[_Name], text: str) -> bool:
    """Whether a list holds something else, too, of a shape that is not known."""
    behind, before = text[run[-1].end :], text[: run[0].start]
    return bool(re.match(r"\s*,\s*\w", behind) or re.search(r"\w\s*,\s*$", before))


def _is_next(one: _Name, other: _Name, text: str) -> bool:
    return one.kind == other.kind and bool(re.fullmatch(_BETWEEN, text[one.end : other.start]))


def _names(text: str) -> Iterator[_Name]:
    found = [*re.finditer(_NAME, text)]
    roman = any(match["roman"] and len(match[0]) > 1 for match in found)
    taken = []
    for match in re.finditer(_LISTED, text):
        words = [*re.finditer(r"[^\W\d_]+", match["words"])]
        listed = [one for one in words if one[0] != "and"]
        known = any(mark_of(one[0]) is not None for one in listed) or all(re.fullmatch(_NAME, one[0]) for one in listed)
        if len({one[0] for one in listed}) == len(listed) > 1 and not known:
            taken.append(match.span("words"))
            at = match.start("words")
            for one in listed:
                yield _Name(one[0], "word", at + one.start(), at + one.end())
    for match in found:
        if any(start <= match.start() < end for start, end in taken):
            continue
        if re.fullmatch("[eiouy]", match[0]) and re.search(r",\s*\w+ $", text[: match.start()]):
            continue  # "and" or "or" in another language, as in "a, c e d"
        shape = match.lastgroup or ""
        if shape == "roman" and not roman:
            shape = "capital"
        stem = re.sub(r"(?<=\.)[a-z]+$|(?<=[_-])[A-Za-z]$|[0-9][0-9-]*$", "", match[0]) if shape in _SURE else ""
        if shape != "file" and stem and re.fullmatch(_NO_DOCUMENTS, stem):
            continue
        yield _Name(match[0], shape + (stem if shape != "file" else ""), match.start(), match.end())
