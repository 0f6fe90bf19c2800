"""Lists that stand in calls, sentences and comments: taken where one assignment of them to their roles makes sense."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from irlearn.wordings.annotated import of_entries
from irlearn.wordings.aside import beside, harms, without_results
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.groups import Between, Group, groups_of
from irlearn.wordings.lexicon import GRADES, IDEAL, LABELS, RANKING, RELEVANT, SCORES, mark_of, roles_among
from irlearn.wordings.lists import NUMBER, OTHER, WHOLE, of_lists, with_settings
from irlearn.wordings.reading import Reading
from irlearn.wordings.sections import Item, Section, bare, items_of, unwrapped
from irlearn.wordings.tidy import CHAIN, split, without_legend

_HEADINGS = {
    frozenset({RELEVANT}): "relevant", frozenset({RANKING}): "retrieved", frozenset({GRADES}): "grades",
    frozenset({RELEVANT, GRADES, LABELS}): "labels", frozenset({RELEVANT, GRADES}): "rel",
    frozenset({SCORES, GRADES}): "scores", frozenset({SCORES}): "yscore", frozenset({IDEAL}): "ideal",
    frozenset({RANKING, SCORES}): "pred",
}  # fmt: skip
_SCORED = re.compile(r"(?i)(?:n?dcg|average_precision|ranking_average_precision|roc_auc)_score$|retrieval_\w+$")
_GRADED = re.compile(r"(?i)(?:^|[._])n?(?:dcg|cg|err)(?:$|[_@A-Z])|(?:^|\.)(?:compute|calc\w*|get|calculate)_?n?dcg")
_MOST = 4  # lists of one query


@dataclass
class _Listed:
    section: Section
    call: str
    before: list[str] = field(default_factory=list)
    roles: frozenset[str] = frozenset()


def of_wrapped(text: str) -> Reading | None:
    """The ranking of lists that stand in code, a call or a sentence; None where anything beside them is not understood.

    >>> of_wrapped("assert p_at(relevant={'a'}, retrieved=['b', 'a']) == 0.5").grades
    (0, 1)
    >>> of_wrapped("The system returned: [b, a] and the relevant documents are [a, c]").missed
    (1,)
    >>> of_wrapped("The system returned [b, a], but b counts as relevant: [a]") is None
    True
    """
    if all(word in "Uu" or mark_of(word) is not None for word in re.findall(r"[^\W\d_]+", text)):
        return None  # nothing but ranks, which are a list or a mistake in one
    sections = lists_in(text)
    if not sections or any(one.nested for one in sections):
        return None
    alone = sections[0] if sum(bool(one.bracket) for one in sections) == 1 else None
    if alone and alone.pairs and alone.bracket == "[" and alone.heading in ([], ["retrieved"], ["grades"]):
        read = of_entries(alone.items, text)
        return read and with_settings(read, sections[1:], text)
    return of_lists(sections, text)


def lists_in(text: str) -> list[Section] | None:
    """The lists of a wording and its settings, each with one plain name; None where something is not understood."""
    parts = groups_of(_plain(text))
    if parts is None or not any(isinstance(one, Group) for one in parts):
        return None
    found: list[_Listed] = []
    gaps = [""]
    for part in parts:
        if isinstance(part, Between):
            gaps[-1] = part.text
            continue
        items = entries_of(part.inside)
        if items is None:
            return None
        section = unwrapped(Section([], "[" if part.bracket == "(" else part.bracket, items))
        found.append(_Listed(section, part.call, _clauses(gaps[-1])))
        gaps.append("")
    around = [clause for gap in gaps for clause in _clauses(gap)]
    if not _name(found, gaps) or any(_is_other(one) for one in found):
        return None
    settings = _settings(around, found)
    if settings is None or not found or len(found) > _MOST:
        return None
    found = _once(found)
    _assign(found)
    if not _sound(found):
        return None
    for one in found:
        one.section.heading = [_HEADINGS[one.roles]] if one.roles in _HEADINGS else []
        one.section.said = True
    return [one.section for one in found] + settings


_MARKED = re.compile(
    r"(?P<key>[^()\[\]{}:=]{1,60}?)\s*(?:\(\s*(?:rel\w*\s*[=:]?\s*|grade\s*[=:]?\s*)?(?P<value>[^()]{1,20}?)(?:分|점|点|pts?)?\s*\)"
    r"|(?P<sign>[✓✔✅☑✗✘✕✖❌☒]))"
)


def flat_lists(text: str) -> list[tuple[str, str]] | None:
    """The lists of a text with the words before them, where nothing else in it has a number; None elsewhere.

    >>> flat_lists("kendall(x=[1, 2], y=[2, 1])")
    [('x=', '1, 2'), ('y=', '2, 1')]
    """
    parts = groups_of(_plain(text)) if re.search(r"[\[(]", text) else None
    found, name = [], ""
    for part in parts or []:
        if isinstance(part, Group):
            if part.bracket == "{" or re.search(r"[\[\](){}:]", part.inside):
                return None
            found.append((" ".join(name.split()), re.sub("[\"']", "", part.inside)))
        elif re.search(r"(?<!\w)[0-9]", part.text) or harms(part.text):
            return None
        name = part.text if isinstance(part, Between) else ""
    return found or None


def entries_of(inside: str) -> list[Item] | None:
    """The entries of a list; titles of several words where each has its grade or its mark.

    >>> [tuple(one)[:2] for one in entries_of("The Old Man (3), Doc B ✗")]
    [('The Old Man', '3'), ('Doc B', '✗')]
    """
    objects = _objects(inside) if re.match(r"\s*\{", inside) else None
    if objects:
        return objects
    items = items_of(inside)
    if items is None or all(re.search("[✓✔✅☑✗✘✕✖❌☒]$", one.key) and len(one.key) > 1 for one in items):
        found = [_MARKED.fullmatch(part) for part in split(inside, ",;\n") if part]
        marked = [Item(one["key"], one["value"] or one["sign"]) for one in found if one]
        return marked if marked and len(marked) == len(found) else items
    return items


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
        if len(grades) != 1 or len(names) > 1 or len(order) > 1 or len(pairs) > len(grades) + len(names) + len(order):
            return None
        numbers.append((pairs[order[0]], order[0]) if order else ("", ""))
        items.append(Item(pairs[names[0]] if names else f"#{len(items)}", pairs[grades[0]]))
    said = [number for number, _ in numbers if re.fullmatch(NUMBER, number)]
    falls = [float(number) for number in said] == sorted(
        map(float, said), reverse=not re.search(r"(?i)rank|pos", numbers[0][1])
    )
    return (
        items
        if not any(key for _, key in numbers) or (len(said) == len(items) and len(set(said)) == len(said) and falls)
        else None
    )


def _plain(text: str) -> str:
    body = re.sub(
        r"(?m)^\s*(?:>>>|\.\.\.(?=\s)|In \[\d+\]:|Out\[\d+\]:.*|```\w*|from\s+\S+\s+import.*|import\s+.*|[-*+•]\s)\s?",
        "",
        text,
    )
    body = re.sub(r"`([\w\-]+(?:\s?,\s?[\w\-]+)+)`", r"[\1]", body)
    body = re.sub(r"\\l?(?:langle|left)\b\s*\\?[\[(]?", "[", re.sub(r"\\?[\])]?\s*\\(?:rangle|right)\b", "]", body))
    body = re.sub(r"\*\*|`|\$|\\[\[\]()]|\\(?=[{}])|\\(?:text|mathrm|mathbf)(?=\{)|&&|@(?=e?\.)", " ", body)
    body = re.sub(r"\b(?:assert|print|return|val|var|let|const|final|auto|static)\b\s*", "", body)
    body = re.sub(r"<-|:=", "=", body)
    body = re.sub(CHAIN, lambda chain: "[" + re.sub(r"\s*(?:>|≻|→|➔)\s*", ", ", chain[0]) + "]", body)
    body = "".join(
        part if part[:1] in ("[", "{") else _RUNS.sub(_bracketed, part)
        for part in re.split(r"(\[[^\[\]]*\]|\{[^{}]*\})", body)
    )
    body = re.sub(r"\[\]\w+(?=\{)", "List", body)
    body = re.sub(r"(?<=\w)\s*:\s*(?:(?:Seq|List|Set|Array|list|set|dict|tuple)\b(?:\[[\w, ]*\])?)\s*=", " =", body)
    body = re.sub(r"\b(?:List|Set|Map|ArrayList|HashSet|IList)<[\w<>, ]*>(?=\s+\w)", "", body)
    body = re.sub(r"(?<=[\w\"'])\s*=>\s*(?=[\d.])", ": ", body) if "{" in body or "[" in body else body
    body = re.sub(r"\b([0-9]+(?:\.[0-9]+)?)[dfL]\b", r"\1", body)
    return without_legend(without_results(body.strip()))


_BINARY, _NAME = r"(?:[01]|NR|[RN])", r"(?:[A-Za-z]{1,6}[-_]?[0-9]{1,6}|[A-Z])"
_RUNS = re.compile(
    rf"(?<![\w.\])@=-])(?:{_BINARY}(?:(?:\s*,\s*|\s){_BINARY}){{2,}}|[0-9](?:\s*,\s*[0-9]){{2,}}"
    rf"|{_NAME}(?:\s*,\s*{_NAME})+(?:,?\s*(?:and|und|et|y|e)\s{_NAME})?|{_NAME}\s(?:and|und|et|y|e)\s{_NAME})(?!\w|\.\w|\s*[({{=:])"
)
"""Lists without brackets: of 0 and 1 or R and N, of grades, of names."""


def _bracketed(run: re.Match[str]) -> str:
    """A run as a list; one of numbers only where a 0 says that they are no ranks."""
    words = re.sub(r",?\s(?:and|und|et|y|e)\s", ", ", run[0])
    return run[0] if not re.search(r"[A-Za-z]|\b0\b", words) else f"[{words}]" if words[0] != "[" else words


def _clauses(text: str) -> list[str]:
    """The clauses of what stands between two lists, each with its words."""
    parts = re.split(
        r"\n|[;,。；，、]|\.(?=\s|$)|(?://|--|#)|[()]|\s(?:and|und|et|y|e)\s|^(?:and|und|et|y|e)\s|\s-\s", text
    )
    return [part for part in parts if re.search(r"\w", part)]


def _name(found: list[_Listed], gaps: Sequence[str]) -> bool:
    """Give each list the role that the words before it say, or all of them what the words behind them say.

    False where the words between two lists may belong to either, or say two things.
    """
    ahead = [_said_before(gap) for gap in gaps[:-1]]
    last = _role(_clauses(re.sub(r"(?i)\btop[\s-]?[0-9]+", " ", gaps[-1]))[:1])
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


def _settings(clauses: Sequence[str], found: Sequence[_Listed]) -> list[Section] | None:
    """The numbers beside the lists as settings; None where one of them, or a document, is not explained."""
    ids = {key for one in found for key in one.section.keys if re.search(r"[^\W_]", key)} - {"a", "A", "I", "k"}
    said: dict[str, set[int]] = {"k": set(), "R": set()}
    for one in clauses:
        clause = beside(one)
        lengths = {len(two.section.items) for two in found}
        if not clause.sound or clause.length not in (None, *lengths):
            return None
        if clause.total is None and ids & {word for word in re.findall(r"[\w\-]+", one) if not word.isdigit()}:
            return None
        said["k"] |= {clause.k} if clause.k is not None else set()
        said["R"] |= {clause.total} if clause.total is not None else set()
    queries = {one.lower() for clause in clauses for one in re.findall(_QUERY, clause)}
    if any(len(numbers) > 1 for numbers in said.values()) or len(queries) > 1:
        return None
    return [Section([name], "", items_of(str(*numbers)) or [], said=True) for name, numbers in said.items() if numbers]


def _is_other(one: _Listed) -> bool:
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


def _once(found: list[_Listed]) -> list[_Listed]:
    """The lists without those that are said again."""
    kept: list[_Listed] = []
    for one in found:
        same = [
            two for two in kept if two.section.items == one.section.items and two.section.bracket == one.section.bracket
        ]
        if not (same and (one.roles == same[0].roles)):
            kept.append(one)
    return kept


def _assign(found: list[_Listed]) -> None:
    """Give lists without a name the role that their call, their bracket, or the list beside them leaves to them."""
    if len(found) == 1 and not found[0].roles and _GRADED.search(found[0].call):
        found[0].roles = frozenset({GRADES})
    if len(found) != 2:
        return
    one, other = found
    bare = not one.roles and not other.roles
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
        elif named.roles == {RANKING} and left.section.bracket == "{":
            left.roles = frozenset({RELEVANT})


def _sound(found: Sequence[_Listed]) -> bool:
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
    if len(numbers) == len(alone.section.keys) and binary and alone.roles == {RELEVANT}:
        alone.roles = frozenset({GRADES})
    if len(numbers) < len(alone.section.keys):
        return not any(item.value for item in alone.section.items) and all(
            mark_of(key) is not None or len(key) <= 2 for key in alone.section.keys
        )
    if not alone.roles and any(_misses(word) for word in alone.before[-1:]):
        return False
    if binary or _are_grades(numbers):
        return True
    places = "S" in letters_of(tokens_of(" ".join(alone.before)))
    return bool(alone.roles & {GRADES, LABELS}) and not (places and numbers == sorted(set(numbers), key=float))


def _misses(clause: str) -> bool:
    """Whether the name of a list says that it is something else than what was retrieved."""
    return bool({word.lower() for word in re.findall(r"[^\W_]+", clause)} & OTHER)


def _are_grades(numbers: Sequence[str]) -> bool:
    return "0" in numbers and len(set(numbers)) < len(numbers) and not any("." in one for one in numbers)
