"""Readings made of what a wording says: lists by their roles, the ranks of what is relevant, or counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from irlearn.errors import InputError, quoted
from irlearn.reading.clauses import Facts
from irlearn.reading.grade_notation import HIGHEST_OF_A_SCALE, MOST_RANKS, read_grades, untied
from irlearn.reading.lexicon import NUMBER, clarification, mark_of
from irlearn.reading.literals import UnreadError, Value, is_id
from irlearn.reading.reading import MOST_OPEN, ParsedRanking, graded, ranking_from_counts, ranking_from_precision_recall


def parsed_ranking(facts: Facts, text: str) -> ParsedRanking:
    """The reading of what is said, with its other readings. Raises `UnreadError`, or an `InputError` that asks back."""
    if facts.shares and (facts.lists or facts.ranks or facts.counts or len(facts.shares) < 2):
        raise UnreadError("", "has precision or recall alone, or beside something else", "write 'P = 0.6, R = 0.5'")
    if facts.lists:
        _refuse_likenesses(facts, text)
        found = _with_counts(_of_lists(facts, text), facts)
    elif facts.ranks is not None:
        found = _of_ranks(facts.ranks, _agreed(facts, hits=len(facts.ranks)), text)
    elif facts.shares:
        found = ranking_from_precision_recall(
            [*facts.shares["precision"], *facts.shares["recall"]], facts.settings.get("cutoff"), text
        )
    elif [*facts.counts] == ["first"]:
        found = _of_first(facts.counts["first"], text)
    elif facts.counts:
        found = _of_counts(_agreed(facts), text)
    else:
        raise UnreadError("", "tells of no list")
    first = next((rank for rank, grade in enumerate(found.grades, start=1) if grade > 0), None)
    if facts.counts.get("first", first) != first:
        raise UnreadError(str(facts.counts["first"]), "is not the first hit of the rest")
    cutoff = found.cutoff if facts.shares else facts.settings.get("cutoff")
    return replace(found, cutoff=cutoff, highest=facts.settings.get("highest"))


def _refuse_likenesses(facts: Facts, text: str) -> None:
    """Refuses names that are nearly the same, a name inside another, and a name that is a word of the sentence."""
    names = {entry.name for _, one in facts.lists for entry in one.entries if entry.name}
    numbers = [entry.name for _, one in facts.lists if one.numeric for entry in one.entries]
    total = str(facts.counts.get("rel", facts.counts.get("told"))) if "total" not in facts.counts else ""
    if total in numbers and names <= {*numbers, ""} and max(map(float, numbers)) > 1:
        raise InputError(clarification(text, "total or name", total=total, grades=" ".join(numbers)))
    alike: dict[str, str] = {}
    long = {f" {name.lower()} ": name for name in names if " " in name}
    for name in sorted(names):
        key = re.sub(r"[\W_]+", "", name.lower())
        if key and alike.setdefault(key, name) != name and mark_of(name) is None and not re.fullmatch(NUMBER, name):
            raise UnreadError(name, f"may be {alike[key]!r} or another document")
        if name.lower() in facts.spoken:
            raise UnreadError(name, "is a document and a word of the sentence")
        for row, other in long.items():
            if name != other and f" {name.lower()} " in row:
                raise UnreadError(other, f"may be {name!r} with other words")


# of lists


def _of_lists(facts: Facts, text: str) -> ParsedRanking:
    lists = [(role, one.lists[0] if len(one.lists) == 1 else one) for role, one in facts.lists]
    if any(one.lists or not one.entries for _, one in lists):
        raise UnreadError("", "holds an empty list, or lists inside of a list")
    if len(lists) == 1:
        return _of_one(*lists[0], facts, text)
    roles = dict(lists)
    if len(lists) == 2 and {*roles} == {""}:  # a list beside a set or a map
        (_, one), (_, other) = sorted(lists, key=lambda each: each[1].bracket != "[")
        marks = one.worths and other.worths
        if one.bracket == "[" and one.names and (other.map or (other.bracket == "{" and other.names and not marks)):
            return _of_pair(one, "", other, text)
    if len(lists) > 2 or len(roles) < 2:
        raise UnreadError("", "holds more lists than one ranking has, or does not say what each is")
    for name in ("predicted", "documents", "scores"):
        if name in roles and "ranking" not in roles:
            listed = roles.pop(name)
            scores = _fractional(listed) if name == "predicted" else name == "scores" and listed.map is None
            roles["scores" if scores else "ranking"] = listed
    if "" in roles and not ("ranking" in roles and roles[""].names):
        roles["grades" if "ranking" in roles else "ranking"] = roles.pop("")
    role = next((one for one in ("relevant", "grades", "either") if one in roles), "")
    if role and "ranking" in roles:
        return _of_pair(roles["ranking"], role, roles[role], text)
    if role and "scores" in roles:
        return _by_scores(roles[role], roles["scores"], text)
    if "ideal" in roles:
        raise InputError(clarification(text, "ideal"))
    raise UnreadError("", "does not say which documents are relevant and how they are ranked")


def _of_one(role: str, one: Value, facts: Facts, text: str) -> ParsedRanking:
    names, told = one.names or [], [entry for entry in one.entries if entry.worth is not None and entry.kind != "bare"]
    ranks = facts.ranks or []
    ranked = one.bracket != "{" and role in ("ranking", "documents", "")
    if ranks and ranked and len({*names}) == len(names) >= max(ranks):
        return ParsedRanking(tuple(int(rank in ranks) for rank, _ in enumerate(names, 1)), documents=tuple(names))
    labels = role == "relevant" and one.worths and {*one.worths} == {0, 1} and one.bracket != "{"
    if role in ("relevant", "scores") and not labels:
        raise UnreadError("", "tells what is relevant, or scores, and no ranking")
    if one.bracket == "{" and len(told) < len(one.entries):
        raise UnreadError("{", "begins a set, and a set has no order")
    if any(entry.rank for entry in one.entries):
        ordered = sorted(one.entries, key=lambda entry: entry.rank or 0)
        if [entry.rank for entry in ordered] != [*range(1, len(ordered) + 1)]:
            raise UnreadError("", "does not name the ranks from 1 on, each once")
        listed = tuple(entry.name for entry in ordered)
        return ParsedRanking(
            graded((entry.worth or 0 for entry in ordered), text), documents=listed if all(listed) else ()
        )
    if one.worths:
        if role == "documents" and one.numeric and max(one.worths) > 1:
            raise UnreadError("", "does not say whether its numbers are ids or grades")
        return ParsedRanking(_grades(one, role, text))
    if len(told) == len(one.entries):
        return _of_map(role, one, facts, text)
    if told and all(entry.worth == 1 and entry.kind == "mark" for entry in told):
        documents = tuple(_each_once([entry.name for entry in one.entries]))
        return ParsedRanking(tuple(int(entry.kind == "mark") for entry in one.entries), documents=documents)
    if len(names) == 1 or (names and all(re.fullmatch("[RNU]{2,}", name) for name in names)):
        return ParsedRanking(_packed(" ".join(names)))
    raise UnreadError("", "does not say which of its documents are relevant")


def _packed(word: str) -> tuple[int, ...]:
    if len(grades := untied(word)) < 2:
        raise UnreadError(word, "is one word")
    return tuple(grades)


def _of_map(role: str, one: Value, facts: Facts, text: str) -> ParsedRanking:
    names, worths = [entry.name for entry in one.entries], [float(entry.worth or 0) for entry in one.entries]
    ranks = [*range(1, len(names) + 1)]
    if one.numeric and one.kinds <= {"mark", "number"}:
        if [*map(float, names)] != ranks or worths == ranks:
            raise UnreadError("", "does not say which of its numbers are grades")
        return ParsedRanking(graded(worths, text))
    _each_once(names)
    if one.scored or "rank" in one.kinds:
        raise UnreadError("", "has scores, and no grades")
    if worths == ranks and role != "grades" and "number" in one.kinds and len(worths) > 1:
        raise InputError(clarification(text, "grades or ranks", many=len(ranks), grades=" ".join(map(str, ranks))))
    letters = max(map(len, names)) == 1
    bare = role in ("", "documents") and one.kinds == {"number"} and not one.bracket
    unlike_ids = not all(is_id(name) and mark_of(name) is None for name in names)
    few = bare and unlike_ids and len(names) < 3
    mixed = one.kinds >= {"mark", "number"} and max(worths) > 1 and min(worths) >= 0
    counted = facts.spoken & {"tp", "fp", "fn", "tn"}
    total = names[-1] in {*"kKnNRM"} and not letters and worths[-1] > 1  # of the whole list, as in R = 4
    setting = letters and any(one in facts.placed and one.isupper() == names[0].isupper() for one in "RnkK")
    worthy = role == "either" and {*worths} - {0, 1}
    if few or mixed or counted or total or setting or worthy:
        raise UnreadError("", "does not say whether its numbers are grades")
    return ParsedRanking(
        graded(worths, text), documents=tuple(names), named=one.kinds == {"number"} and role != "grades"
    )


def _each_once(names: Sequence[str]) -> Sequence[str]:
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise UnreadError(twice[0], "stands twice in one list; a document is ranked once")
    return names


def _fractional(one: Value) -> bool:
    return one.worths is not None and one.numeric and any("." in entry.name for entry in one.entries)


def _grades(one: Value, role: str, text: str) -> tuple[int, ...]:
    if len(one.entries) == 1 and one.names and (not one.worths or one.names[0].upper() == "NR"):
        return _packed(one.names[0])
    if one.worths is None:
        bare = next((entry.name for entry in one.entries if entry.worth is None), one.entries[0].name)
        raise UnreadError(bare, "is no grade alone")
    if packed := [entry.name for entry in one.entries if re.fullmatch(r"0\d+", entry.name)]:
        raise UnreadError(packed[0], "may be one grade or several")
    grades = graded(one.worths, text)
    if one.numeric and role != "grades":
        read_grades(f"[{' '.join(map(str, grades))}]" if one.bracket or len(grades) > 1 else str(grades[0]))
    return grades


_ANYTHING = {"X", "x", "_", "…"}  # stands for any document that is not relevant


def _names(one: Value) -> list[str]:
    """The names of a list, in its order; where each has a score, these have to fall; those of a map are sorted."""
    if one.map is not None and one.scored:
        names, scores = [*one.map], [*one.map.values()]
        if len({*scores}) < len(scores):
            raise UnreadError("", "has the same score for two documents, whose order is open")
        ordered = sorted(names, key=lambda name: -scores[names.index(name)])
        if ordered != names and one.bracket != "{":
            raise UnreadError("", "has scores that do not fall from document to document")
        return ordered
    if one.names is None:
        raise UnreadError("", "has a ranking that is no list of names in their order")
    _each_once([name for name in one.names if name not in _ANYTHING])
    return one.names


def _of_pair(ranking: Value, role: str, other: Value, text: str) -> ParsedRanking:
    """A list of names beside those that are relevant, or beside a grade for each: `role` says which, if anything."""
    parallel = other.worths is not None and len(other.entries) == len(ranking.entries)
    if other.map is not None:
        return _of_graded(ranking, other.map, other, text)
    if role == "relevant" or (role != "grades" and other.names is not None and not (other.numeric and parallel)):
        return _of_set(ranking, other, text)
    if other.worths is None or not parallel or other.bracket == "{":
        raise UnreadError("", "has not as many grades as documents")
    if ranking.names is None or (ranking.worths and not ranking.numeric):
        raise UnreadError("", "has no names beside its grades")
    said = [entry.name for entry in other.entries]
    ids = {*said} <= {*ranking.names} or (len({*said}) == len(said) and max(other.worths) > HIGHEST_OF_A_SCALE)
    if ranking.numeric and (role == "either" or ids or len({*ranking.names}) < len(ranking.names)):
        raise InputError(clarification(text, "grades or names", grades=" ".join(said), said=", ".join(said)))
    return ParsedRanking(graded(other.worths, text), documents=tuple(_names(ranking)))


def _of_graded(ranking: Value, grades: dict[str, float], other: Value, text: str) -> ParsedRanking:
    names = _names(ranking)
    if other.scored or "rank" in other.kinds:
        raise UnreadError("", "has scores for grades, which are whole numbers")
    if not {*names} & {*grades}:
        raise UnreadError(next(iter(grades)), "is graded, and no document of the list is")
    missed = graded((worth for name, worth in grades.items() if name not in names and worth), text)
    return ParsedRanking(graded((grades.get(name, 0) for name in names), text), missed, documents=tuple(names))


def _of_set(ranking: Value, relevant: Value, text: str) -> ParsedRanking:
    if relevant.names is None:
        raise UnreadError("", "has relevant documents that are no names")
    unordered = ranking.bracket == "{" and ranking.names is not None
    names, gold = (ranking.names or []) if unordered else _names(ranking), _each_once(relevant.names)
    if unordered or {*gold} & _ANYTHING:
        _each_once(names)
    numeric = ranking.numeric, relevant.numeric
    if any(numeric) and not all(numeric) and not {*names} & {*gold}:
        raise UnreadError(gold[0], "may be a rank or a name", f"write 'relevant at {', '.join(gold)}' for ranks")
    hits = tuple(int(name in gold) for name in names)
    if unordered:
        return ranking_from_counts(sum(hits), len(names), len(gold), text)
    if all(numeric) and relevant.bracket == "[" and sorted(gold) == sorted(names) and max(map(len, names)) < 2:
        raise UnreadError(
            ", ".join(gold), "may be ids or grades", f"put the relevant ones in braces, {{{', '.join(gold)}}}"
        )
    if ranking.worths and relevant.worths and not ranking.numeric and not {*gold} <= {*names}:
        raise UnreadError(names[0], "may be a mark or a name")
    other = tuple(int(str(rank) in gold) for rank, _ in enumerate(names, 1))
    bare = ranking.numeric and not (ranking.bracket and relevant.bracket)
    if bare and sum(other) == len(gold) and other != hits:
        raise InputError(clarification(text, "names or ranks", said=", ".join(gold)))
    return ParsedRanking(hits, relevant=len(gold), documents=tuple(names))


def _by_scores(labels: Value, scores: Value, text: str) -> ParsedRanking:
    grades, numbers = _grades(labels, "grades", text), scores.worths
    if numbers is None or len(numbers) != len(grades) or not scores.numeric:
        raise UnreadError("", "lacks a score such as 3 or 0.5 for each label")
    pairs = [*zip(numbers, grades, strict=True)]
    if len({*pairs}) > len({*numbers}):
        raise InputError(clarification(text, "equal scores"))
    return ParsedRanking(tuple(grade for _, grade in sorted(pairs, reverse=True)))


# of counts

_SUMS = (("total", "hits", "missed"), ("length", "hits", "nonrel"))


def _agreed(facts: Facts, **known: int) -> dict[str, int]:
    """The counts with what is `known`, and with what two of three say of the third; each has to agree.

    Relevant documents of which is not said whether they were found are those in all, or what is still to be told.
    """
    agreed = Facts(counts=dict(known))
    counts = agreed.counts
    for what in sorted(facts.counts, key=["rel", "told"].__contains__):
        later = "total" in counts or "nonrel" in counts or [*facts.counts].index(what) > 0
        hits = what == "rel" and later and not counts.keys() & {"hits", "missed"}
        agreed.note("hits" if hits else "total" if what in ("rel", "told") else what, facts.counts[what])
    for whole, one, other in _SUMS * 2:
        if one in counts and other in counts:
            agreed.note(whole, counts[one] + counts[other])
        if whole in counts and other in counts:
            agreed.note(one, counts[whole] - counts[other])
    return counts


def _with_counts(read: ParsedRanking, facts: Facts) -> ParsedRanking:
    ranks = [rank for rank, grade in enumerate(read.grades, start=1) if grade > 0]
    counts = _agreed(facts, length=len(read.grades), hits=len(ranks), nonrel=len(read.grades) - len(ranks))
    if facts.ranks is not None and sorted(facts.ranks) != ranks:
        raise UnreadError(", ".join(map(str, facts.ranks)), "are not the ranks of what the list says is relevant")
    total = counts.get("total")
    if total is None:
        return read
    known = read.relevant if read.relevant is not None else len(ranks) + len(read.missed) if read.missed else None
    if known not in (None, total):
        raise UnreadError(str(total), f"is said to be relevant in all, and {known} are named")
    return replace(read, relevant=total if not read.missed else None)


def _of_ranks(ranks: Sequence[int], counts: dict[str, int], text: str) -> ParsedRanking:
    length, total, named = counts.get("length"), counts.get("total"), quoted(text.strip())
    if (longest := max(length or 0, *ranks)) > MOST_RANKS:
        raise InputError(f"the ranking {named} has {longest:,} ranks; the longest that is read has {MOST_RANKS:,}")
    if wrong := [rank for rank in ranks if not 1 <= rank <= (length or MOST_RANKS)]:
        raise InputError(f"the ranking {named} names rank {wrong[0]}; ranks go from 1 to {length or MOST_RANKS:,}")
    if twice := [rank for rank in ranks if ranks.count(rank) > 1]:
        raise InputError(f"the ranking {named} names rank {twice[0]} twice")
    grades = tuple(int(rank in ranks) for rank in range(1, (length or max(ranks)) + 1))
    if length is not None:
        return ParsedRanking(grades, relevant=total, plain=True)
    others = tuple(ParsedRanking((*grades, *[0] * more), relevant=total) for more in (1, MOST_OPEN))
    doubt = clarification(text, "length", ranks=", ".join(map(str, ranks)), most=max(10, *ranks))
    return ParsedRanking(grades, relevant=total, others=others, doubt=doubt, leaves="the length of the list")


def _of_first(first: int, text: str) -> ParsedRanking:
    if not 1 <= first <= MOST_RANKS:
        raise UnreadError(str(first), "is no rank")
    one, *others = (ParsedRanking((*[0] * (first - 1), 1, *more), open=True) for more in ((), (0,), (1,)))
    return replace(
        one, others=tuple(others), doubt=clarification(text, "first hit"), leaves="what stands behind the first hit"
    )


def _of_counts(counts: dict[str, int], text: str) -> ParsedRanking:
    """Counts alone; where the length is not said, lists of several lengths fit."""
    hits, length, total = counts.get("hits", -1), counts.get("length"), counts.get("total")
    unfound = (0,) * counts["unfound"] if 0 < counts.get("unfound", 0) <= MOST_RANKS else ()
    if hits < 0 or (length is None and total is None):
        raise UnreadError("", "does not say how many documents were retrieved, and how many are relevant")
    longer = (0, 1, MOST_OPEN) if length is None else (0,)
    reads = [ranking_from_counts(hits, (hits if length is None else length) + more, total, text) for more in longer]
    every = [replace(one, others=(), missed=unfound) for read in reads for one in (read, *read.others)]
    read = replace(reads[0], others=tuple(every[1:]), missed=unfound)
    if length is not None:
        return read
    return replace(read, doubt=clarification(text, "retrieved"), leaves="the number of documents retrieved")
