"""Wordings with lists: documents with the relevant ones or with grades, labels and scores, a list with a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.spelling import UNJUDGED, read_grades
from irlearn.wordings.lexicon import GRADES, LABELS, RANKING, RELEVANT, SCORES, SIGNS, is_count, joined, mark_of
from irlearn.wordings.reading import Reading, grade_of, of_list
from irlearn.wordings.sections import Item, Section, bare, items_of, sections_of, split

_NUMBER = r"-?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})"
_K = frozenset(("k", "cutoff", "n", "depth", "topk", "top_k"))
_EITHER = "write which is which, such as 'ranking: d1 d4 d2; relevant: d2 d8'"


def of_sections(text: str) -> Reading | None:
    """A wording of lists: two that belong together, or one with a name before it.

    >>> of_sections("relevant = {a, b}, retrieved = [a, x, b]")
    Reading(grades=(1, 0, 1), missed=(), relevant=2, others=(), open=False, cutoff=None, doubt='')
    >>> of_sections("[a, b]; {a: 2, c: 1}").grades, of_sections("Retrieved: [2, 0, 3]").grades
    ((2, 0), (2, 0, 3))
    """
    found = sections_of(text)
    if not found:
        return None
    cutoffs = [one for one in found if [word.lower() for word in one.heading] in [[k] for k in _K]]
    lists = [one for one in found if one not in cutoffs]
    if len(cutoffs) > 1 or any(one.roles is None for one in lists):
        return None
    cutoff = None
    if cutoffs:
        if len(cutoffs[0].items) != 1 or not re.fullmatch("[0-9]{1,6}", cutoffs[0].keys[0]):
            return None
        cutoff = int(cutoffs[0].keys[0])
    if len(lists) == 1 and (lists[0].bracket or lists[0].said):
        return _named(lists[0], text, cutoff)
    return _two(lists[0], lists[1], text, cutoff) if len(lists) == 2 else None


def _named(one: Section, text: str, cutoff: int | None) -> Reading | None:
    roles = one.roles or frozenset()
    if one.bracket == "{" or not one.items or any(item.value for item in one.items):
        return None
    numbers = all(re.fullmatch(_NUMBER, key) for key in one.keys)
    plain = [str(grade_of(key, text)) if "." in key else key for key in one.keys] if numbers else one.keys
    if (
        GRADES in roles
        and numbers
        and (one.bracket or len(plain) > 1)
        and (roles <= {GRADES} or SCORES in roles or LABELS in roles)
    ):
        return of_list([grade_of(key, text) for key in plain], cutoff=cutoff)
    if roles == {RELEVANT} or roles == {SCORES}:
        return None
    if len(plain) == 1 and not one.bracket and (numbers or len(plain[0]) == 1):
        return None
    try:
        packed = len(plain) == 1 and not one.bracket
        return of_list(read_grades(plain[0] if packed else "[" + ", ".join(plain) + "]").grades, cutoff=cutoff)
    except InputError:
        marks = marked(plain)
        if marks is not None or not one.heading or not numbers:
            return of_list(marks, cutoff=cutoff) if marks is not None else None
        raise


def marked(words: Sequence[str]) -> list[int] | None:
    """The grades of words for relevant and not, in any language; None where another word is there, or a single letter.

    >>> marked(["ja", "nein"]), marked(["r", "nr"])
    ([1, 0], None)
    """
    marks = [None if word.lower() in _DOUBTFUL else mark_of(word) for word in words]
    return [mark or 0 for mark in marks] if None not in marks and {0, 1} <= set(marks) else None


def of_marks(text: str) -> Reading | None:
    """Words for relevant and not, rank by rank, in other languages than English, too.

    >>> of_marks("ja, nein, ja").grades, of_marks("是 否 是").grades
    ((1, 0, 1), (1, 0, 1))
    """
    body = joined(text.strip().strip("[]"))
    parts = [bare(part) for part in split(body)]
    marks = marked(parts if len(parts) > 1 else text.strip().strip("[]").split())
    return of_list(marks) if marks is not None and len(marks) >= 2 else None


_DOUBTFUL = frozenset(["r", "n", "nr", "u", "y", "t", "f", "non", "not", "nicht", "не", "-", "+", "?", "×"])


def _two(one: Section, other: Section, text: str, cutoff: int | None) -> Reading | None:
    for form in (_scored, _graded, _with_relevant):
        for first, second in ((one, other), (other, one)):
            read = form(first, second, text, cutoff)
            if read:
                return read
    known = [section for section in (one, other) if section.roles or section.bracket == "{"]
    shared = set(one.keys) & set(other.keys)
    if not known and shared and not all(re.fullmatch(_NUMBER, key) for key in one.keys + other.keys):
        raise InputError(f"the wording {quoted(text.strip())} has two lists and says of neither what it is; {_EITHER}")
    return None


def _is_ranking(section: Section) -> bool:
    """Whether this may be the list that was retrieved."""
    roles = section.roles
    plain = not any(item.value for item in section.items)
    return bool(section.items) and plain and section.bracket != "{" and (not roles or RANKING in roles)


def _with_relevant(ranked: Section, wanted: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents, and which are relevant."""
    roles = wanted.roles or frozenset()
    is_set = RELEVANT in roles or (not roles and not wanted.heading and wanted.bracket == "{")
    if not _is_ranking(ranked) or not is_set or any(item.value for item in wanted.items):
        return None
    if not (ranked.bracket or ranked.roles or _with_letters(ranked.keys)):
        return None
    relevant = wanted.keys
    _refuse_twice(relevant, "the relevant documents", text)
    if len(relevant) == len(ranked.keys) > 1 and set(relevant) <= {"0", "1"}:
        return None
    if LABELS in roles and len(set(relevant) & set(ranked.keys)) == 0:
        return None
    _refuse_twice([key for key in ranked.keys if key in set(relevant)], "the list", text)
    hits = set(relevant)
    grades = [int(key in hits) for key in ranked.keys]
    return of_list(grades, missed=(1,) * (len(hits) - sum(grades)), relevant=len(hits), cutoff=cutoff)


def _with_letters(keys: Sequence[str]) -> bool:
    return not all(re.fullmatch(_NUMBER, key) for key in keys)


def _graded(ranked: Section, judged: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents, and a grade for each of them."""
    roles = judged.roles
    if not _is_ranking(ranked) or not judged.pairs or (roles and not roles & {RELEVANT, GRADES, LABELS}):
        return None
    _refuse_twice(judged.keys, "the grades", text)
    grades = {item.key: _grade_or_mark(item.value, text) for item in judged.items}
    _refuse_twice([key for key in ranked.keys if grades.get(key, 0) > 0], "the list", text)
    rest = UNJUDGED if 0 in grades.values() else 0
    missed = [grade for key, grade in grades.items() if key not in set(ranked.keys) and grade >= 0]
    listed = [grades.get(key, rest) for key in ranked.keys]
    return of_list(listed, missed=tuple(missed), cutoff=cutoff)


def _grade_or_mark(word: str, text: str) -> int:
    mark = mark_of(word)
    return grade_of(word, text) if mark is None else mark


def _refuse_twice(keys: Sequence[str], where: str, text: str) -> None:
    for key, times in Counter(keys).items():
        if times > 1:
            raise InputError(
                f"the wording {quoted(text.strip())} has {quoted(key)} twice in {where}; "
                "each document stands once in a ranking, so leave the second out"
            )


def _scored(labels: Section, scores: Section, text: str, cutoff: int | None) -> Reading | None:
    """Labels and scores, document by document: the order is that of the scores."""
    first, second = labels.roles or frozenset(), scores.roles or frozenset()
    numbers = labels.keys + scores.keys
    if not (first & {LABELS, GRADES, RELEVANT} and SCORES in second) or len(labels.items) != len(scores.items):
        return None
    if labels.pairs or scores.pairs or not numbers or not all(re.fullmatch(_NUMBER, key) for key in numbers):
        return None
    if RANKING in second and LABELS not in first and GRADES not in first and not any("." in key for key in scores.keys):
        return None
    return by_score(
        [(key, grade_of(label, text)) for label, key in zip(labels.keys, scores.keys, strict=True)], text, cutoff
    )


def by_score(rows: Sequence[tuple[str, int]], text: str, cutoff: int | None = None) -> Reading:
    """The reading of scores with grades, from the highest score down.

    >>> by_score([("0.3", 1), ("0.9", 0)], "")
    Reading(grades=(0, 1), missed=(), relevant=None, others=(), open=False, cutoff=None, doubt='')
    """
    numbers = [(Fraction(score), grade) for score, grade in rows]
    if {score for score, _ in numbers} <= {0, 1}:
        raise InputError(
            f"the wording {quoted(text.strip())} has scores of 0 and 1 alone, which order nothing; "
            "write the labels in the order of the list, such as '1 0 1'"
        )
    grades: dict[Fraction, set[int]] = {}
    for score, grade in numbers:
        grades.setdefault(score, set()).add(grade)
    for score, tied in grades.items():
        if len(tied) > 1:
            raise InputError(
                f"the wording {quoted(text.strip())} gives one score, {float(score):g}, to different grades, "
                "so their order is open; write the grades from rank 1 down, such as '1 0 1'"
            )
    order = sorted(numbers, key=lambda one: one[0], reverse=True)
    return of_list([grade for _, grade in order], cutoff=cutoff)


def of_annotated(text: str) -> Reading | None:
    """Documents with a mark or a grade each: `D1 (rel), D2, D3 (rel)`, `A✓ B✗`, `d1=2, d2=0`, `(0.9, yes), (0.3, no)`.

    >>> of_annotated("A✓, B✗").grades, of_annotated("x=2, y=0, z=1").grades, of_annotated("a (rel), b, c").grades
    ((1, 0), (2, 0, 1), (1, 0, 0))
    """
    body = joined(text.strip().rstrip("."))
    if len(body) > 1 and body[0] == "[" and body[-1] == "]":
        body = body[1:-1]
    if re.search(r"[\[\]{}]", body):
        return None
    if re.fullmatch(r"[0-9]{1,10}\.0*(?:(?:\s*[,;]\s*|\s+)[0-9]{1,10}\.0*)+", body):
        return of_list([grade_of(word, text) for word in re.split(r"[\s,;]+", body)])
    parts = [part for part in split(body) if part]
    if len(parts) == 1:
        pairs = all(re.fullmatch(r"[^\s:=]+[:=][^\s:=]+", word) for word in body.split())
        parts = body.split() if SIGNS & set(body) or pairs else re.findall(r"[^\s()]+\s*\([^()]*\)", body)
        if re.sub(r"[^\s()]+\s*\([^()]*\)", "", body).strip() and not pairs and not SIGNS & set(body):
            return None
    if len(parts) < 2:
        return None
    tuples = [re.fullmatch(rf"\(\s*({_NUMBER})\s*,\s*([^(),]+?)\s*\)", part) for part in parts]
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
    return _listed([one for one in items if one], text)


def _rows(rows: Sequence[tuple[str, str]], text: str) -> Reading | None:
    """Scores with labels, in their order."""
    marks = [mark_of(label) for _, label in rows]
    if None in marks:
        if not all(re.fullmatch(_NUMBER, label) for _, label in rows):
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
    words = part.rsplit(None, 1)
    if (
        len(words) == 2
        and mark_of(words[1]) is not None
        and len(words[0].split()) == 1
        and words[1] not in ("-", "+", "?")
    ):
        return Item(words[0].rstrip(":"), words[1])
    found = items_of(part)
    return found[0] if found and len(found) == 1 else None


def _listed(items: Sequence[Item], text: str) -> Reading | None:
    keys = [item.key for item in items]
    if any(is_count(key) for key in keys):
        return None
    said = [item.value for item in items if item.value]
    marks = [mark_of(value) for value in said]
    if None not in marks:
        if len(said) < len(items) and set(marks) != {1}:
            return None
        if (
            len(said) == len(items)
            and all(re.fullmatch(_NUMBER, key) for key in keys)
            and any("." in key for key in keys)
        ):
            return None
        _refuse_twice([key for key in keys if key != "-"], "the list", text)
        return of_list([mark_of(item.value) or 0 if item.value else 0 for item in items])
    if len(said) < len(items) or not all(re.fullmatch(_NUMBER, value) for value in said):
        return None
    numbers = all(re.fullmatch(_NUMBER, key) for key in keys)
    if numbers and any("." in value for value in said) and not any("." in key for key in keys):
        return by_score([(value, grade_of(key, text)) for key, value in zip(keys, said, strict=True)], text)
    if numbers and keys != [str(rank) for rank in range(1, len(keys) + 1)]:
        return None
    if any("." in value and not re.fullmatch(r"[0-9]+\.0*", value) for value in said):
        return None
    _refuse_twice(keys, "the list", text)
    return of_list([grade_of(value, text) for value in said])
