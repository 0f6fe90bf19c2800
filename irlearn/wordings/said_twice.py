"""Lists of one wording of which some say again what others say: each kept once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from irlearn.wordings.agreeing import grades_in, holds, is_best_of
from irlearn.wordings.lexicon import GRADES, IDEAL, RANKING, RELEVANT, SCORES
from irlearn.wordings.lists import NUMBER, OTHER
from irlearn.wordings.sections import Section


@dataclass
class Listed:
    """A list with its call, the clauses before it, and what they say that it is."""

    section: Section
    call: str
    before: list[str] = field(default_factory=list)
    roles: frozenset[str] = frozenset()


def once_each(found: list[Listed]) -> list[Listed]:
    """The lists without those that say again, in a remark, in a set or in the best order, what another one says.

    >>> from irlearn.wordings.sections import items_of
    >>> rel = Section([], "[", items_of("2, 0"))
    >>> again = [Listed(rel, "", [name], frozenset({GRADES})) for name in ("rel", "rel =")]
    >>> len(once_each(again))
    1
    """
    return _without_best(_without_set(_of_rows(_once(found))))


def without_top(found: list[Listed], k: int | None) -> list[Listed]:
    """The lists without the first k entries of another one, where k is the cutoff that stands beside them."""
    if len(found) != 2 or k is None:
        return found
    for top, whole in (found, found[::-1]):
        same = top.section.items == whole.section.items[:k] and len(top.section.items) == k < len(whole.section.items)
        if (
            same
            and not is_stated(top)
            and top.section.bracket == whole.section.bracket == "["
            and not top.section.pairs
        ):
            whole.roles = whole.roles or top.roles
            return [whole] if top.roles in (frozenset(), whole.roles) else found
    return found


def misses(clause: str) -> bool:
    """Whether the name of a list says that it is something else than what was retrieved.

    >>> misses("doc_ids"), misses("relevance")
    (True, False)
    """
    return bool({word.lower() for word in re.findall(r"[^\W_]+", clause)} & OTHER)


def _once(found: list[Listed]) -> list[Listed]:
    """The lists without those that are said again, in a remark and in the code below it."""
    kept: list[Listed] = []
    for one in found:
        for place, two in enumerate(kept):
            roles = _same(two, one)
            if roles is not None:
                plainer = two if two.section.pairs or not one.section.pairs else one
                kept[place] = Listed(plainer.section, two.call or one.call, plainer.before, roles)
                break
        else:
            kept.append(one)
    return kept


def _same(one: Listed, other: Listed) -> frozenset[str] | None:
    """What two lists are that hold the same, where they are one list said twice; None where they may be two."""
    first, second = one.section, other.section
    numbers = all(re.fullmatch(NUMBER, key) for key in first.keys + second.keys)
    if numbers and not first.pairs and not second.pairs:
        same = [float(key) for key in first.keys] == [float(key) for key in second.keys]
    else:
        same = first.keys == second.keys and (first.items == second.items or first.pairs != second.pairs)
    if not same or (first.bracket == "{") != (second.bracket == "{"):
        return None
    if (
        one.roles == other.roles
        and one.roles
        and not (is_stated(one) and is_stated(other) and one.before[-1].strip() != other.before[-1].strip())
    ):
        return one.roles
    if any(misses(word) for two in (one, other) if not two.roles for word in two.before[-1:]):
        return None
    if all(is_stated(two) for two in (one, other)) or (one.call and one.call == other.call):
        return None
    if {RANKING, GRADES} == one.roles | other.roles and numbers and len({*first.keys}) < len(first.keys):
        return frozenset({GRADES})
    return one.roles & other.roles or (None if one.roles and other.roles else one.roles | other.roles)


def is_stated(one: Listed) -> bool:
    """Whether a name and an equals sign stand before a list.

    >>> is_stated(Listed(Section(), "", ["gold = "]))
    True
    """
    return bool(one.before and re.search(r"\w\s*=\s*$", one.before[-1]))


def _without_set(found: list[Listed]) -> list[Listed]:
    """The lists without the set of relevant documents, where a third list has the grade of each of them."""
    wanted = [one for one in found if one.roles == {RELEVANT} and not one.section.pairs]
    judged = [one for one in found if one.roles & {RELEVANT, GRADES} and SCORES not in one.roles and one.section.pairs]
    if len(found) != 3 or len(wanted) != 1 or len(judged) != 1:
        return found
    grades = grades_in(judged[0].section) or []
    held = {key for key, grade in zip(judged[0].section.keys, grades, strict=False) if grade > 0}
    if held != {*wanted[0].section.keys}:
        return found
    judged[0].roles = frozenset({GRADES})
    return [one for one in found if one is not wanted[0]]


def _of_rows(found: list[Listed]) -> list[Listed]:
    """Two lists of documents with a list of grades behind each, the second pair the ideal one, as two lists."""
    if len(found) != 4 or found[2].roles != {IDEAL}:
        return found
    rows = []
    for ids, grades in (found[:2], found[2:]):
        numbers = [re.fullmatch("[0-9]", key) for key in grades.section.keys]
        if grades.roles != {GRADES} or len(ids.section.items) != len(numbers) or None in numbers or ids.section.pairs:
            return found
        items = [one._replace(value=key) for one, key in zip(ids.section.items, grades.section.keys, strict=True)]
        rows.append(Listed(Section([], "[", items), "", ids.before, ids.roles))
    return rows


def _without_best(found: list[Listed]) -> list[Listed]:
    """The lists without the grades of the other one in the best order; a set of all grades is the ideal list."""
    if len(found) != 2:
        return found
    for one, best in (found, found[::-1]):
        words = " ".join(best.before[-1:])
        grades = one.roles in (frozenset(), {RANKING}, {GRADES}, {RANKING, GRADES}) and not one.section.pairs
        if grades and re.search(_BEST, words) and is_best_of(best.section.keys, one.section.keys):
            one.roles = frozenset({GRADES})
            return [one]
        whole = len({*best.section.keys}) < len(best.section.keys) or re.search(r"(?i)\b(?:full|complete)\b", words)
        held = not best.section.pairs and holds(best.section.keys, one.section.keys)
        falls = re.search(_BEST, words) and is_best_of(best.section.keys, best.section.keys)
        if (
            one.roles == {GRADES}
            and held
            and ((best.roles == {RELEVANT} and whole) or (best.roles == {GRADES} and falls))
        ):
            best.roles = frozenset({IDEAL})
    return found


_BEST = r"(?i)\bsort\w*|ideal|optimal|best\s+(?:order|ranking)|理想|이상적|идеальн"
