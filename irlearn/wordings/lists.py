"""Wordings with lists: documents with the relevant ones or with grades, labels and scores, a list with a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.spelling import UNJUDGED, read_grades
from irlearn.wordings.agreeing import grades_in, of_agreeing
from irlearn.wordings.cardinalities import role_of
from irlearn.wordings.concepts import letters_of, meaning_of, tokens_of
from irlearn.wordings.lexicon import (
    GRADES,
    IDEAL,
    LABELS,
    RANKING,
    RELEVANT,
    SCORES,
    SIGNS,
    holds_ranks,
    is_count,
    mark_of,
)
from irlearn.wordings.marks import marked, yes_or_no
from irlearn.wordings.reading import Reading, grade_of, of_list
from irlearn.wordings.scored import NUMBER as NUMBER, by_score, of_relevant, refuse_twice, with_letters
from irlearn.wordings.sections import Item, Section, sections_of
from irlearn.wordings.unnamed import WHICH, of_unnamed

_K = frozenset(("k", "cutoff", "n", "depth", "topk", "top_k"))


def of_sections(text: str) -> Reading | None:
    """A wording of lists: two that belong together, or one with a name before it.

    >>> of_sections("relevant = {a, b}, retrieved = [a, x, b]").grades
    (1, 0, 1)
    >>> of_sections("[a, b]; {a: 2, c: 1}").grades, of_sections("Retrieved: [2, 0, 3]").grades
    ((2, 0), (2, 0, 3))
    """
    found = sections_of(text)
    return None if not found or any(one.nested for one in found) else of_lists(found, text)


def of_lists(found: Sequence[Section], text: str) -> Reading | None:
    """The ranking that some lists say together, with the settings (`k = 3`) beside them.

    >>> of_lists(sections_of("gains = [2, 0]; k = 1"), "").cutoff
    1
    """
    settings: dict[str | None, int] = {}
    lists = []
    for one in map(_signed, found):
        name = _setting(one)
        if name is None:
            lists.append(one)
        elif name in settings:
            return None
        else:
            settings[name] = int(one.keys[0])
    if any(_misnamed(one, alone=len(lists) == 1) for one in lists):
        return None
    if any(one.roles is None for one in lists) and (len(lists) > 1 or not _is_name(lists[0])):
        return None
    if any(map(_of_one_document, lists)) and len(lists) > 1:
        return None
    cutoff = settings.get("cutoff")
    read = None
    if len(lists) == 1 and (lists[0].bracket or lists[0].said):
        read = _named(lists[0], text, cutoff)
    elif len(lists) == 2 and not all(_is_number(one) for one in lists):
        read = _two(lists[0], lists[1], text, cutoff)
    return read and _with(read, settings, text)


def _is_number(one: Section) -> bool:
    """Whether a list is one bare number, which may as well count something: `retrieved = 5`."""
    return len(one.items) == 1 and not one.bracket and re.fullmatch(NUMBER, one.keys[0]) is not None


def with_settings(read: Reading, found: Sequence[Section], text: str) -> Reading | None:
    """A reading with the settings (`k = 3`, `R = 4`) that stand beside its list; None where one of them is none.

    >>> with_settings(of_list([1, 0]), sections_of("k = 1"), "").cutoff
    1
    """
    settings = {_setting(one): int(one.keys[0]) for one in found if _setting(one)}
    return _with(replace(read, cutoff=settings.get("cutoff")), settings, text) if len(settings) == len(found) else None


def _with(read: Reading, settings: Mapping[str | None, int], text: str) -> Reading | None:
    total = settings.get("total")
    if settings.get("hits", sum(grade > 0 for grade in read.grades)) != sum(grade > 0 for grade in read.grades):
        return None
    if "missed" in settings:
        found = sum(grade > 0 for grade in read.grades) + settings["missed"]
        if total not in (None, found) or read.missed or read.relevant not in (None, found):
            return None
        total = found
    if len(read.grades) != settings.get("length", len(read.grades)):
        return None
    if total is None:
        return replace(read, highest=settings.get("highest"))
    listed = read.relevant or (sum(grade > 0 for grade in read.grades + read.missed) if read.missed else None)
    if listed not in (None, total):
        raise InputError(f"the wording {quoted(text.strip())} says {total} relevant in all and lists {listed}")
    others = tuple(replace(other, relevant=total) for other in read.others)
    return replace(read, relevant=total, others=others, open=False, highest=settings.get("highest"))


def _signed(one: Section) -> Section:
    """A list whose documents have a sign behind their names, `[a✅, b❌]`, with the signs apart."""
    apart = [len(key) > 1 and key[-1] in SIGNS and key[0] not in SIGNS for key in one.keys]
    if not apart or not all(apart) or any(item.value for item in one.items):
        return one
    return replace(one, items=[Item(item.key.rstrip("".join(SIGNS)).strip(), item.key[-1]) for item in one.items])


def _setting(one: Section) -> str | None:
    """What a single number beside the lists says: the cutoff, the number of relevant documents, the highest grade."""
    if len(one.items) != 1 or not re.fullmatch("[0-9]{1,6}", one.keys[0]) or one.bracket or one.items[0].value:
        return None
    words = [part for word in one.heading for part in re.split(r"[_\s]+", word.lower())]
    if words in [[k] for k in _K]:
        return "cutoff"
    for name in ("length", "missed", "hits"):
        if words == [name]:
            return name
    if words and words[0] in ("max", "maximum", "highest") and words[-1] in ("grade", "rel", "relevance", "gain"):
        return "highest"
    said = letters_of(tokens_of(" ".join(one.heading)))
    total = words == ["r"] or re.fullmatch("[KT]+[HD]+T?|H[DT]*[KT]|HT", said)
    return "total" if total else None


def _of_one_document(one: Section) -> bool:
    """Whether a number stands behind a document's name, as in `relevant d1: 3`, and not behind that of a list."""
    alone = len(one.items) == 1 and not one.bracket and re.fullmatch(NUMBER, one.keys[0])
    return bool(alone and one.heading[1:] and re.fullmatch(r"[A-Za-z](?:\w*[0-9]\w*)?", one.heading[-1]))


def _is_name(one: Section) -> bool:
    """Whether a list has a name that says nothing of it, such as that of a system."""
    words = [part.lower() for word in one.heading for part in re.split(r"[_\W]+", word) if part]
    if not one.said or len(words) > _FEW_WORDS or holds_ranks(" ".join(one.heading)):
        return False
    return not any(is_count(word) or word in OTHER or word.startswith("non") for word in words)


def _misnamed(one: Section, *, alone: bool) -> bool:
    """Whether the words before a list say that it is something else, or shorter than they say."""
    words = " ".join(re.split(r"[_\s]+", " ".join(one.heading))).lower()
    top = re.search(r"\btop[\s-]?([0-9]{1,4})\b", words)
    strange = alone and (any(meaning_of(word) == "N" for word in words.split()) or bool(_NO_GRADES & {*words.split()}))
    if not one.roles and re.search(WHOLE, words):
        return True
    ranks = RELEVANT in (one.roles or ()) and not alone and "S" in letters_of(tokens_of(words))
    if ranks and one.keys and all(re.fullmatch(NUMBER, key) for key in one.keys):
        return True
    return strange or re.search(_TURNED, words) is not None or bool(top and int(top[1]) > len(one.items))


_TURNED = r"\b(?:revers\w*|bottom|worst|ascending|last|shuffled|swapped)\b"
WHOLE = r"\b(?:all|every|whole|entire|corpus|collection|terms?|pool|catalog\w*|universe|vocabulary)\b"
"""Words before a list that is more than what was retrieved."""
_NO_GRADES = frozenset(["ids", "id", "indices", "index", "discount", "discounts", "weights", "weight", "doc_ids"])
_FEW_WORDS = 4
OTHER = frozenset(
    re.findall(
        r"\S+",
        """
    ideal ids id indices index indexes idx not false negative negatives missed unjudged tp fp first hits
    discount discounts weights weight precisions recalls probs log logs time times values scores aps rrs cutoffs
    levels at cumulative cg dcg expected perfect optimal sorted best answers ranks order diff diffs before after
    wins p
    """,
    )
)
"""Words before a list that is something else than what was retrieved."""


def _named(one: Section, text: str, cutoff: int | None) -> Reading | None:
    roles = one.roles or frozenset()
    if (
        IDEAL in roles
        or roles == {RANKING, SCORES}
        or one.bracket == "{"
        or not one.items
        or any(item.value for item in one.items)
    ):
        return None
    numbers = all(re.fullmatch(NUMBER, key) for key in one.keys)
    plain = [str(grade_of(key, text)) if "." in key else key for key in one.keys] if numbers else one.keys
    if (
        GRADES in roles
        and numbers
        and (one.bracket or len(plain) > 1)
        and (roles <= {GRADES} or SCORES in roles or LABELS in roles)
    ):
        return of_list([grade_of(key, text) for key in plain], cutoff=cutoff)
    if roles == {RELEVANT}:
        marks = [int(key) for key in plain] if one.bracket and _is_mask(plain) else marked(plain)
        return of_list(marks, cutoff=cutoff) if marks else yes_or_no(plain)
    if roles == {SCORES}:
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


def _is_mask(keys: Sequence[str]) -> bool:
    """Whether numbers say of each rank whether it is relevant, as `1 0 1`: they are no ids, which stand once each."""
    return {*keys} == {"0", "1"} and len(keys) > len({*keys})


def _two(one: Section, other: Section, text: str, cutoff: int | None) -> Reading | None:
    for form in (_ideal, _agreeing, _scored, _graded, _beside, _with_relevant):
        for first, second in ((one, other), (other, one)):
            read = form(first, second, text, cutoff)
            if read:
                return read
    return of_unnamed(one, other, text, cutoff)


def _agreeing(ranked: Section, judged: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents with their own marks or grades, and which are relevant."""
    said = judged.roles or frozenset()
    wanted = said & {RELEVANT, GRADES, LABELS} or (judged.bracket == "{" and not judged.heading)
    if not wanted or (ranked.roles and RANKING not in ranked.roles) or ranked.bracket == "{":
        return None
    if re.search(r"\(\s*[\"']?[\w.\-]+[\"']?\s*,\s*[0-9]", text):
        return None  # ("a", 3), as documents stand with their scores
    read = of_agreeing(ranked, judged)
    return read and replace(read, cutoff=cutoff)


def _ideal(ranked: Section, best: Section, text: str, cutoff: int | None) -> Reading | None:
    """The grades of a list, and those of the ideal one."""
    numbers = [*ranked.keys, *best.keys]
    if (
        best.roles == frozenset({IDEAL})
        and best.pairs
        and ranked.pairs
        and ranked.roles in (frozenset(), frozenset({RANKING}))
    ):
        judged_beside = grades_in(best) or []
        read = of_agreeing(ranked, best) if judged_beside == sorted(judged_beside, reverse=True) else None
        return read and replace(read, cutoff=cutoff)
    if (
        best.roles != frozenset({IDEAL})
        or ranked.roles == best.roles
        or ranked.pairs
        or best.pairs  # the keys are documents
        or not (best.bracket or best.items[1:])  # `Ideal list: d1: 3`, whose grade is that of d1
        or not all(re.fullmatch(NUMBER, key) for key in numbers)
    ):
        return None
    grades, judged = ([grade_of(key, text) for key in one.keys] for one in (ranked, best))
    missed = Counter(judged) - Counter(grades)
    if (Counter(grades) - Counter(judged)).keys() - {0}:
        raise InputError(f"the wording {quoted(text.strip())} has a grade in its list that is not in the ideal one")
    return of_list(grades, missed=tuple(missed.elements()), cutoff=cutoff)


def _beside(ranked: Section, judged: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents, and in a second list their grades, one for each."""
    roles = judged.roles or frozenset()
    order = _order_of(ranked, text)
    told = roles & {GRADES, LABELS} or (RELEVANT in roles and _is_mask(judged.keys))
    if order is None or not told or judged.bracket == "{" or set(order) & set(judged.keys):
        return None
    numbers = all(re.fullmatch(NUMBER, key) for key in judged.keys)
    if (
        not numbers
        or not with_letters(order)
        or len(order) != len(judged.keys)
        or any(one.value for one in judged.items)
    ):
        return None
    return of_list([grade_of(key, text) for key in judged.keys], cutoff=cutoff)


def _order_of(ranked: Section, text: str) -> list[str] | None:
    """The documents of the list that was retrieved, in its order or in that of its scores; None where it is none."""
    roles = ranked.roles
    decimals = bool(ranked.items) and all(re.fullmatch(r"-?[0-9]*\.[0-9]+", item.value) for item in ranked.items)
    if not ranked.items or (roles and RANKING not in roles and not (SCORES in roles and decimals)):
        return None
    values = [item.value for item in ranked.items]
    if not any(values):
        return ranked.keys
    if not all(re.fullmatch(NUMBER, value) for value in values if value):
        return None
    if not roles and not any("." in value for value in values):
        return None
    scores = [Fraction(value) for value in values if value]
    if len(scores) > 1 and sorted(scores) == [*range(1, len(values) + 1)]:
        return None  # ranks, or scores
    few = ranked.bracket == "[" and all(re.fullmatch("[0-9]", value) for value in values)
    if few and (scores != sorted(scores, reverse=True) or 0 in scores):
        return None  # "[a (1), b (3)]": grades, or scores
    if len(scores) < len(values):
        return ranked.keys if scores == sorted(scores, reverse=True) and not any(values[len(scores) :]) else None
    if len(set(scores)) < len(scores):
        raise InputError(f"the wording {quoted(text.strip())} gives one score to two documents; write them in order")
    return [key for _, key in sorted(zip(scores, ranked.keys, strict=True), reverse=True)]


def _with_relevant(ranked: Section, wanted: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents, and which are relevant."""
    roles = wanted.roles or frozenset()
    is_set = RELEVANT in roles or (not roles and not wanted.heading and wanted.bracket == "{")
    order = _order_of(ranked, text)
    if order is None or not is_set or any(item.value for item in wanted.items):
        return None
    if ranked.bracket == "{" and not ranked.roles and not all("." in item.value for item in ranked.items):
        return None
    if not (ranked.bracket or ranked.roles or with_letters(ranked.keys)):
        return None
    number = len(wanted.keys) == 1 and wanted.keys[0].isdigit() and not wanted.bracket
    if number and (wanted.keys[0] not in order or set(order) <= {"0", "1"}):
        return None  # how many are relevant, as far as one can tell
    binary = bool(wanted.keys) and set(wanted.keys) <= {"0", "1"}
    if binary and (len(wanted.keys) == len(order) > 1 or set(order) <= {"0", "1"}):
        return None
    strange = wanted.keys and not set(wanted.keys) & set(order)
    if strange and all(mark_of(key) is not None for key in order):
        return None
    if strange and (LABELS in roles or GRADES in roles or with_letters(wanted.keys) != with_letters(order)):
        return None
    read = of_relevant(order, wanted.keys, text, cutoff)
    if sorted(order) == sorted(wanted.keys) and len(order) > 1 and not with_letters(order):
        doubt = f"the wording {quoted(text.strip())} may be ids, or grades and scores; {WHICH}"
        scored = by_score(list(zip(order, [int(key) for key in wanted.keys], strict=True)), text, cutoff)
        return replace(read, others=(scored,), doubt=doubt)
    if ranked.bracket != "{" or any(item.value for item in ranked.items) or len(order) == 1:
        return read
    doubt = f"the wording {quoted(text.strip())} has a set in braces, which has no order; write the list in [ ]"
    return replace(
        read,
        others=tuple(replace(read, grades=tuple(sorted(read.grades, reverse=down))) for down in (False, True)),
        doubt=doubt,
    )


def _graded(ranked: Section, judged: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents, and a grade for each of them."""
    roles = judged.roles
    if not judged.pairs or (roles and not roles & {RELEVANT, GRADES, LABELS}):
        return None
    order = _order_of(ranked, text)
    if order is None or not all(
        mark_of(item.value) is not None or item.value.isdigit() or re.fullmatch(r"[0-9]+\.0*", item.value)
        for item in judged.items
    ):
        return None
    if any((key in _K or role_of(key)) and key not in order for key in judged.keys):
        return None
    refuse_twice(judged.keys, "the grades", text)
    grades = {item.key: _grade_or_mark(item.value, text) for item in judged.items}
    refuse_twice([key for key in order if grades.get(key, 0) > 0], "the list", text)
    rest = UNJUDGED if 0 in grades.values() else 0
    missed = [grade for key, grade in grades.items() if key not in set(order) and grade >= 0]
    return of_list([grades.get(key, rest) for key in order], missed=tuple(missed), cutoff=cutoff)


def _grade_or_mark(word: str, text: str) -> int:
    mark = mark_of(word)
    return grade_of(word, text) if mark is None else mark


def _scored(labels: Section, scores: Section, text: str, cutoff: int | None) -> Reading | None:
    """Labels and scores, document by document: the order is that of the scores."""
    first, second = labels.roles or frozenset(), scores.roles or frozenset()
    numbers = labels.keys + scores.keys
    if not (first & {LABELS, GRADES, RELEVANT} and SCORES in second) or len(labels.items) != len(scores.items):
        return None
    if labels.pairs or scores.pairs or not numbers:
        return None
    marks = [mark_of(key) for key in labels.keys]
    said = labels.keys if None in marks else [str(mark) for mark in marks]
    if not all(re.fullmatch(NUMBER, key) for key in [*said, *scores.keys]):
        return None
    if RANKING in second and LABELS not in first and GRADES not in first and not any("." in key for key in scores.keys):
        return None
    if GRADES in second and Counter(map(Fraction, said)) == Counter(map(Fraction, scores.keys)):
        return None  # grades twice, or grades and scores
    return by_score([(key, grade_of(label, text)) for label, key in zip(said, scores.keys, strict=True)], text, cutoff)
