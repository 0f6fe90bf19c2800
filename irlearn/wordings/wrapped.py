"""Lists that stand in calls, sentences and comments: taken where one assignment of them to their roles makes sense."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from irlearn.wordings.agreeing import grades_in
from irlearn.wordings.annotated import of_entries
from irlearn.wordings.aside import beside, harms
from irlearn.wordings.claims import claims_of
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.entries import entries_of, numbered_in
from irlearn.wordings.groups import Between, Group, groups_of
from irlearn.wordings.lexicon import GRADES, IDEAL, LABELS, RANKING, RELEVANT, SCORES, mark_of, roles_among
from irlearn.wordings.lists import NUMBER, WHOLE, of_lists, with_settings
from irlearn.wordings.prose import total_said
from irlearn.wordings.reading import Reading
from irlearn.wordings.remarks import without_remarks
from irlearn.wordings.said_twice import Listed, is_stated, misses, once_each, without_top
from irlearn.wordings.sections import Section, items_of, unwrapped
from irlearn.wordings.source import plain_source
from irlearn.wordings.tidy import with_repeats

_HEADINGS = {
    frozenset({RELEVANT}): "relevant", frozenset({RANKING}): "retrieved", frozenset({GRADES}): "grades",
    frozenset({RELEVANT, GRADES, LABELS}): "labels", frozenset({RELEVANT, GRADES}): "rel",
    frozenset({SCORES, GRADES}): "scores", frozenset({SCORES}): "yscore", frozenset({IDEAL}): "ideal",
    frozenset({RANKING, SCORES}): "pred",
}  # fmt: skip
_SCORED = re.compile(r"(?i)(?:n?dcg|average_precision|ranking_average_precision|roc_auc)_score$|retrieval_\w+$")
_GRADED = re.compile(r"(?i)(?:^|[._])n?(?:dcg|cg|err)(?:$|[_@A-Z])|(?:^|\.)(?:compute|calc\w*|get|calculate)_?n?dcg")
_MOST = 4  # lists of one query
_SHORT = 3  # letters of a grade such as HR


def of_wrapped(text: str) -> Reading | None:
    """The ranking of lists that stand in code, a call or a sentence; None where anything beside them is not understood.

    >>> of_wrapped("assert p_at(relevant={'a'}, retrieved=['b', 'a']) == 0.5").grades
    (0, 1)
    >>> of_wrapped("The system returned: [b, a] and the relevant documents are [a, c]").missed
    (1,)
    >>> of_wrapped("The system returned [b, a], but b counts as relevant: [a]") is None
    True
    """
    few = 1 if re.search(r"[\[{(]", text) else _SHORT
    words = re.findall(r"[^\W\d_]+", text)
    if "=" not in text and all(len(word) < few or word in "Uu" or mark_of(word) is not None for word in words):
        return None  # nothing but ranks, which are a list or a mistake in one
    claims = claims_of(text)
    body, remarks = without_remarks(claims.text)
    sections = lists_in(body)
    if not sections or any(one.nested for one in sections):
        return None
    alone = sections[0] if sum(bool(one.bracket) for one in sections) == 1 else None
    marked = alone and alone.bracket == "[" and alone.heading in ([], ["retrieved"], ["grades"])
    if alone and marked and (alone.pairs or grades_in(alone)):
        read = of_entries(alone.items, text)
        read = read and with_settings(read, sections[1:], text)
    else:
        read = of_lists(sections, text)
    names = next((one.keys for one in sections if one.roles == frozenset({RANKING}) or one is alone), [])
    return read if read and claims.hold(read, names) and all(one(read, names) for one in remarks) else None


def lists_in(text: str) -> list[Section] | None:
    """The lists of a wording and its settings, each with one plain name; None where something is not understood."""
    body = plain_source(text)
    parts = None if re.search(_TURNED, body) else groups_of(body)
    if parts is None or not any(isinstance(one, Group) for one in parts):
        return None
    called = {name: call for call, name in re.findall(r"([A-Za-z_][\w.]*)\(\s*([A-Za-z_]\w*)\s*[,)]", body)}
    found: list[Listed] = []
    gaps = [""]
    numbered = any(
        isinstance(part, Group) and numbered_in(part.inside) and re.search("[,;]", part.inside) for part in parts
    )
    for part in parts:
        if isinstance(part, Between):
            gaps[-1] += part.text
            continue
        items = (numbered_in(part.inside) if numbered else None) or entries_of(part.inside)
        if items is None:
            return None
        number = _number(part, gaps[-1])
        if number:
            gaps[-1] += number
            continue
        section = unwrapped(Section([], "[" if part.bracket == "(" else part.bracket, items))
        found.append(Listed(section, part.call, _clauses(gaps[-1])))
        gaps.append("")
    around = [clause for gap in gaps for clause in _clauses(gap)]
    if not found or not _name(found, gaps) or any(_is_other(one) for one in found):
        return None
    settings = _settings(around, found)
    if settings is None or not found or len(found) > _MOST:
        return None
    found = without_top(once_each(found), next((int(one.keys[0]) for one in settings if one.heading == ["k"]), None))
    for one in found:
        variable = re.search(r"(\w+)\s*=\s*$", one.before[-1]) if one.before else None
        one.call = one.call or (called.get(variable[1], "") if variable else "")
    _assign(found)
    if not _sound(found):
        return None
    for one in found:
        one.section.heading = [_HEADINGS[one.roles]] if one.roles in _HEADINGS else []
        one.section.said = True
    return [one.section for one in found] + settings


def _number(part: Group, before: str) -> str:
    """The number that a list holds, where the name before it says that it is how many are relevant."""
    number = re.fullmatch(r"\s*\[?\s*([0-9]{1,4})(?:\.0*)?\s*\]?\s*", part.inside)
    name = re.search(r"(?:^|[\n;,])\s*(\w+)\s*=\s*$", before)
    said = (
        re.fullmatch(r"(?i)(?:n|num|total|n_total|number_of|count)_?rel\w*|relevant_count|total_relevant", name[1])
        if name
        else None
    )
    return number[1] if number and said else ""


_TURNED = r"(?i)\.(?:sort|reverse|shuffle)\w*\(|\[::-1\]|=\s*(?<!ideal = )sorted\(|\(sorted\("
_SWAPS = r"(?i):?\s*\b[0-9]+\s+(?:swaps?|inversions?|(?:dis|con)cordant(?:\s+pairs?)?)\b"


def _numbers(inside: str) -> tuple[str, ...]:
    return tuple(re.sub(r"(\.[0-9]*?)0+$", r"\1", one).rstrip(".") for one in re.findall(r"[^\s,]+", inside))


def flat_lists(text: str) -> list[tuple[str, str]] | None:
    """The lists of a text with the words before them, where nothing else in it has a number; None elsewhere.

    >>> flat_lists("kendall(x=[1, 2], y=[2, 1])")
    [('x=', '1, 2'), ('y=', '2, 1')]
    """
    plain = plain_source(re.sub(_SWAPS, "", with_repeats(text)))
    parts = groups_of(plain) if re.search(r"[\[(]", plain) else None
    found: list[tuple[str, str]] = []
    name = ""
    for part in parts or []:
        if isinstance(part, Group):
            inside = re.sub("[\"']", "", part.inside)
            if part.bracket == "{" or re.search(r"[\[\](){}:]", inside):
                return None
            found.append((" ".join(name.split()), inside))
        elif re.search(r"(?<!\w)[0-9]", part.text) or harms(part.text):
            return None
        name = part.text if isinstance(part, Between) else ""
    again = [(name, inside) for name, inside in found if re.search(r"=\s*$", name)]
    if len(again) == 2 < len(found) and {_numbers(one) for _, one in found} == {_numbers(one) for _, one in again}:
        return again  # the others stand in a remark
    return found or None


def _clauses(text: str) -> list[str]:
    """The clauses of what stands between two lists, each with its words."""
    parts = re.split(
        r"\n|[;,。；，、]|\.(?=\s|$)|(?://|--|#)|[()]|\s(?:and|und|et|y|e)\s(?!\s*=)|^(?:and|und|et|y|e)\s(?!\s*=)|\s-\s",
        text,
    )
    return [part for part in parts if re.search(r"\w", part)]


def _name(found: list[Listed], gaps: Sequence[str]) -> bool:
    """Give each list the role that the words before it say, or all of them what the words behind them say.

    False where the words between two lists may belong to either, or say two things.
    """
    ahead = [_said_before(gap) for gap in gaps[:-1]]
    tail = _clauses(re.sub(r"(?i)\btop[\s-]?[0-9]+", " ", gaps[-1]))[:1]
    last = _role([] if any(total_said(clause) is not None for clause in tail) else tail)
    if len(found) > 1 and not ahead[0][0] and last:
        for one, gap in zip(found, gaps[1:], strict=True):
            one.roles = _role(_clauses(gap)[:1])
        return True
    for place, (one, (roles, used)) in enumerate(zip(found, ahead, strict=True)):
        clauses = _clauses(gaps[place])
        before = found[place - 1] if place else None
        if before and not before.roles:
            if roles and used == 0 and re.match(r" *[^\W_]", gaps[place]) and not re.search(_JOINED, gaps[place]):
                return False  # "[a, b] were retrieved {a}"
            before.roles = _role(clauses[:used][:1])
        one.roles = roles
    ranks = "S" in letters_of(tokens_of(" ".join(tail)))
    named = last == {GRADES} and not ranks and not re.search(r"\n\s*\w|[=:]\s*$", gaps[-1])
    if (
        found[-1].roles == {RANKING}
        and named
        and not any(misses(re.sub("(?i)scores?|values?", "", one)) for one in tail)
    ):
        found[-1].roles = last  # "results: [3, 0, 2] (relevance)"
    if len(found) > 1 and last and found[-1].roles not in (frozenset(), last):
        return False
    found[-1].roles = found[-1].roles or last
    return True


_JOINED = re.compile(r"(?i)^\s*(?:and|und|et|y|e|with|vs\.?|against|for|where)\b")


def _said_before(gap: str) -> tuple[frozenset[str], int]:
    """What the clauses before a list say that it is: the nearest that says it; and which one does."""
    clauses = _clauses(gap)
    own = re.search(r"=\s*$", gap) is not None
    for place in range(len(clauses) - 1, -1, -1):
        roles = _role(clauses[place : place + 1])
        if roles or own:
            return roles, place
    return frozenset(), len(clauses)


def _role(clauses: Sequence[str]) -> frozenset[str]:
    roles = roles_among(clauses[0]) if clauses else frozenset()
    return frozenset({"?"}) if roles is None else roles


def _settings(clauses: Sequence[str], found: Sequence[Listed]) -> list[Section] | None:
    """The numbers beside the lists as settings; None where one of them, or a document, is not explained."""
    ids = {key for one in found for key in one.section.keys if re.search(r"[^\W_]", key)} - {"a", "A", "I", "k"}
    said: dict[str, set[int]] = {"k": set(), "R": set(), "missed": set(), "hits": set()}
    for one in clauses:
        clause = beside(one)
        lengths = {len(two.section.items) for two in found}
        if not clause.sound or clause.length not in (None, *lengths):
            return None
        if any(int(top) > max(lengths) for top in re.findall(r"(?i)\btop[\s_-]?([0-9]{1,4})\b", one)):
            return None
        if clause.total is None and ids & {word for word in re.findall(r"[\w\-]+", one) if not word.isdigit()}:
            return None
        said["k"] |= {clause.k} if clause.k is not None else set()
        said["R"] |= {clause.total} if clause.total is not None else set()
        said["missed"] |= {clause.missed} if clause.missed is not None else set()
        said["hits"] |= {clause.hits} if clause.hits is not None else set()
    queries = {one.lower() for clause in clauses for one in re.findall(_QUERY, clause)}
    if any(len(numbers) > 1 for numbers in said.values()) or len(queries) > 1:
        return None
    return [Section([name], "", items_of(str(*numbers)) or [], said=True) for name, numbers in said.items() if numbers]


def _is_other(one: Listed) -> bool:
    """Whether the words before a list say that it holds everything, or the ranks of the relevant documents."""
    words = " ".join(one.before[-1:])
    ranks = one.roles == {RELEVANT} and re.search(
        r"(?i)\b(?:ranks?|pos\w*|places?|indices|indexes|rang|plätze)\b", words
    )
    numbers = all(re.fullmatch(NUMBER, key) for key in one.section.keys)
    return (
        bool(ranks and numbers)
        or re.search(r"(?i)\bterms?\b", words) is not None
        or (not one.roles and re.search(WHOLE, words.lower()) is not None)
    )


_QUERY = r"(?i)\b(?:query|topic|user|question)[\s_#-]*([0-9]{1,4})\b"


def _assign(found: list[Listed]) -> None:
    """Give lists without a name the role that their call, their bracket, or the list beside them leaves to them."""
    strange = any(misses(word) for word in found[0].before[-1:])
    if len(found) == 1 and not found[0].roles and not strange and _GRADED.search(found[0].call):
        found[0].roles = frozenset({GRADES})
    if len(found) != 2:
        return
    one, other = found
    bare = not one.roles and not other.roles
    for labels, scores in ((one, other), (other, one)):
        if bare and _scores(labels, scores):
            labels.roles, scores.roles = frozenset({RELEVANT, GRADES, LABELS}), frozenset({SCORES})
            return
    if bare and _SCORED.search(one.call):
        one.roles, other.roles = frozenset({RELEVANT, GRADES, LABELS}), frozenset({SCORES})
    elif bare and {one.section.bracket, other.section.bracket} == {"[", "{"}:
        wanted = one if one.section.bracket == "{" else other
        if not wanted.section.pairs:
            wanted.roles = frozenset({RELEVANT})
    elif {RANKING, GRADES} == one.roles | other.roles and {len(one.roles), len(other.roles)} == {1}:
        judged = one if one.roles == {GRADES} else other
        if judged.section.bracket == "{" and not judged.section.pairs:
            judged.roles = frozenset({RELEVANT})
    elif not one.roles or not other.roles:
        named, left = (one, other) if one.roles else (other, one)
        if left.before and re.search(r"[^\W\d_]{3,}\s*=\s*$", left.before[-1]):
            left.roles = frozenset({"?"})  # a name of its own, which says something else
            return
        if named.roles == {RELEVANT} and not left.section.pairs:
            left.roles = frozenset({RANKING})
        elif named.roles == {RANKING} and left.section.pairs:
            left.roles = frozenset({GRADES})
        elif named.roles == {RANKING} and (left.section.bracket == "{" or (left.call and _has_letters(left.section))):
            left.roles = frozenset({RELEVANT})


def _scores(labels: Listed, scores: Listed) -> bool:
    """Whether lists without names are 0 and 1 and the decimals that order them: falling, or in the call of a measure.

    Decimals that do not fall may be precisions or discounts, where no measure takes them.
    """
    marks = [mark_of(key) if key in ("True", "False", "true", "false") else key for key in labels.section.keys]
    values = scores.section.keys
    if labels.section.bracket + scores.section.bracket != "[[" or labels.section.pairs or scores.section.pairs:
        return False
    if {str(mark).removesuffix(".0") for mark in marks} != {"0", "1"} or len(marks) != len(values):
        return False
    if not all(re.fullmatch(NUMBER, key) and "." in key for key in values) or any(
        is_stated(one) for one in (labels, scores)
    ):
        return False
    numbers = [float(key) for key in values]
    falls = all(first > second for first, second in pairwise(numbers))
    return falls or (labels.call == scores.call and _OF_LABELS.search(labels.call) is not None)


_OF_LABELS = re.compile(
    r"(?i)(?:^|[._])(?:compute_|calc\w*_|get_)?(?:average_?precision|ap|n?dcg|mrr|reciprocal_?rank)(?:_|@|$|at)"
)


def _has_letters(one: Section) -> bool:
    return not any(re.fullmatch(NUMBER, key) or mark_of(key) is not None for key in one.keys)


def _sound(found: Sequence[Listed]) -> bool:
    """Whether the lists can be what their names say: no name twice, and one list alone is one of grades."""
    roles = [one.roles for one in found if one.roles]
    if any("?" in one for one in roles) or len(set(roles)) < len(roles):
        return False
    if len(found) > 1:
        return len(found) == 2
    alone, numbers = found[0], [key for key in found[0].section.keys if re.fullmatch(NUMBER, key)]
    if alone.section.pairs:
        return True
    binary = {key.rstrip("0").rstrip(".") or "0" for key in numbers} <= {"0", "1"}
    if len({*numbers}) < len(numbers) == len(alone.section.keys) and binary and alone.roles == {RELEVANT}:
        alone.roles = frozenset({GRADES})
    if len(numbers) < len(alone.section.keys):
        return grades_in(alone.section) is not None or all(
            mark_of(key) is not None or len(key) <= 2 for key in alone.section.keys
        )
    if not alone.roles and any(misses(word) for word in alone.before[-1:]):
        return False
    if binary or _are_grades(numbers):
        return True
    places = "S" in letters_of(tokens_of(" ".join(alone.before)))
    return bool(alone.roles & {GRADES, LABELS}) and not (places and numbers == sorted(set(numbers), key=float))


def _are_grades(numbers: Sequence[str]) -> bool:
    return "0" in numbers and len(set(numbers)) < len(numbers) and not any("." in one for one in numbers)
