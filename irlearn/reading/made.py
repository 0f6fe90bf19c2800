"""Readings made of what a wording says: lists by their roles, the ranks of what is relevant, or counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from irlearn.errors import InputError, quoted
from irlearn.reading.clauses import Facts
from irlearn.reading.pieces import Entry, UnreadError, Value, is_id
from irlearn.reading.ranks import HIGHEST_OF_A_SCALE, MOST_RANKS, read_grades
from irlearn.reading.reading import MOST_OPEN, Reading, graded, hits_among, of_shares

Listed = tuple[str, Value]


def reading_of(facts: Facts, text: str) -> Reading:
    """The reading of what is said, with its other readings. Raises `UnreadError`, or an `InputError` that asks back."""
    if facts.lists:
        _refuse_likenesses(facts)
        found = _with_counts(_of_lists(_unnested(facts.lists), facts, text), facts, text)
    elif facts.ranks is not None:
        found = _of_ranks(facts, text)
    elif facts.shares:
        if {*facts.shares} != {"precision", "recall"} or facts.counts:
            raise UnreadError(next(iter(facts.shares)), "is said without the other share; F takes both")
        (precision, far), (recall, off) = facts.shares["precision"], facts.shares["recall"]
        found = of_shares([precision, far, recall, off], facts.settings.get("cutoff"), text)
    elif facts.counts:
        found = _of_counts(facts, text)
    else:
        raise UnreadError(text.strip(), "tells of no list")
    cutoff = found.cutoff if facts.shares else facts.settings.get("cutoff")
    return replace(found, cutoff=cutoff, highest=facts.settings.get("highest"), doubt=found.doubt or _doubt(text))


def _doubt(text: str) -> str:
    return f"the wording {quoted(text.strip())} leaves open what the value hangs on; write one grade a rank, as '1 0 1'"


def _unnested(lists: Sequence[Listed]) -> list[Listed]:
    """Lists without a second pair of brackets around a single one."""
    return [(role, one.lists[0] if len(one.lists) == 1 else one) for role, one in lists]


def _refuse_likenesses(facts: Facts) -> None:
    """Refuses names that are nearly the same, a name inside another, and a name that is a word of the sentence."""
    names = [entry.name for _, one in facts.lists for entry in one.entries if entry.name]
    alike: dict[str, str] = {}
    for name in names:
        key = re.sub(r"[\W_]+", "", name.lower())
        if key and alike.setdefault(key, name) != name and mark_like(name) is None:
            raise UnreadError(name, f"and {alike[key]} may be one document or two")
        if name.lower() in facts.spoken:
            raise UnreadError(name, "is a document and a word of the sentence; put quotes around names")
    long = {tuple(name.lower().split()) for name in names if " " in name}
    for name in {*names}:
        words = tuple(name.lower().split())
        for other in long:
            rows = [other[at : at + len(words)] for at in range(len(other) - len(words) + 1)]
            if words != other and words in rows:
                raise UnreadError(" ".join(other), f"may be {name!r} with other words; put quotes around names")


def mark_like(name: str) -> int | None:
    """A name that may be a mark, as R or r."""
    return 0 if re.fullmatch(r"(?i)[rnu]|rel|nonrel|relevant|yes|no|true|false|hit|miss", name) else None


# of lists


def _of_lists(lists: list[Listed], facts: Facts, text: str) -> Reading:
    if any(one.lists or one.fields for _, one in lists):
        raise UnreadError(text.strip(), "holds lists inside of a list")
    by_role: dict[str, list[Value]] = {}
    for role, one in lists:
        if not one.entries:
            raise UnreadError("[]", "is empty")
        by_role.setdefault(role, []).append(one)
    if len(lists) == 1:
        return _of_one(*lists[0], facts, text)
    twice = next((role for role, found in by_role.items() if len(found) > 1 and role), "")
    if twice:
        raise UnreadError(twice, "is said of two lists")
    roles = {role: found[0] for role, found in by_role.items() if role}
    bare = by_role.get("", [])
    nonrelevant = roles.pop("nonrelevant", None)
    found = _of_roles(roles, bare, text)
    if nonrelevant is not None:
        judged = dict(zip(found.documents, found.grades, strict=True))
        if any(judged.get(name) != 0 for name in nonrelevant.names or ["?"]):
            raise UnreadError("not relevant", "is said of documents that are not in the list, or that are relevant")
    return found


def _of_roles(roles: dict[str, Value], bare: list[Value], text: str) -> Reading:
    """The reading of two lists or three, by what they are said to be."""
    given = {*roles}
    if len(roles) + len(bare) > 3 or len(bare) > 2 or (len(bare) == 2 and roles):
        raise UnreadError(text.strip(), "holds more lists than one ranking has")
    if len(bare) == 2:
        return _of_unnamed(bare[0], bare[1], text)
    for name in ("documents", "predicted"):
        if name in roles and "ranking" not in roles:
            roles = {("ranking" if one == name else one): value for one, value in roles.items()}
    if bare:
        roles = {**roles, ("ranking" if "ranking" not in roles else "grades"): bare[0]}
        if len(roles) < len(given) + 1 or ("grades" in roles and "grades" not in given and bare[0].names):
            raise UnreadError(text.strip(), "does not say what each list is")
    said = {*roles}
    if "predicted" in given and {"grades", "relevant", "either"} & said and len(said) == 2:
        other = next(roles[one] for one in ("grades", "relevant", "either") if one in roles)
        if _fractional(roles["ranking"]) and other.worths:
            return _by_scores(other, roles["ranking"], text)
        if roles["ranking"].numeric and other.numeric and {"0", "1"} >= {*(other.names or [])}:
            raise UnreadError("0 and 1", "order nothing; write the labels in the order of the list, such as 1 0 1")
    if said in ({"grades", "scores"}, {"relevant", "scores"}, {"either", "scores"}):
        return _by_scores(next(roles[one] for one in said if one != "scores"), roles["scores"], text)
    if "scores" in said and "ranking" in said and len(said) == 3:
        roles["ranking"] = _ordered(roles["ranking"], roles.pop("scores"))
        said = {*roles}
    if said in ({"ranking", "ideal"}, {"grades", "ideal"}):
        ranked = next(roles[one] for one in said if one != "ideal")
        return _with_ideal(_grades(ranked, "grades", text), _grades(roles["ideal"], "grades", text))
    if said == {"ranking", "relevant"}:
        return _of_set(roles["ranking"], roles["relevant"], text)
    if said in ({"ranking", "grades"}, {"ranking", "either"}):
        other = next(roles[one] for one in said if one != "ranking")
        return _of_grades(roles["ranking"], other, text, either="either" in said)
    raise UnreadError(text.strip(), "does not say which documents are relevant and how they are ranked")


def _of_one(role: str, one: Value, facts: Facts, text: str) -> Reading:
    """The reading of a list alone."""
    if (
        facts.ranks is not None
        and one.bracket != "{"
        and (one.names or one.worths)
        and role in ("ranking", "documents", "")
    ):
        names = one.names or []
        grades = [int(rank in facts.ranks) for rank in range(1, len(one.entries) + 1)]
        if names and len({*names}) == len(names) and sum(grades) == len(facts.ranks):
            return Reading(tuple(grades), documents=tuple(names))
    if role in ("relevant", "nonrelevant", "ideal", "scores"):
        labels = role == "relevant" and one.worths and {*one.worths} == {0, 1} and one.bracket != "{"
        if not labels:
            raise UnreadError(role, "is all that is said; write the ranking, too")
        return Reading(_grades(one, "grades", text))
    if one.bracket == "{":
        raise UnreadError("{", "holds a set, which has no order")
    if any(entry.rank for entry in one.entries):
        return _of_numbered(one)
    if one.worths:
        if role == "documents" and one.numeric and max(one.worths) > 1:
            raise UnreadError(role, "are ids or grades; say which")
        return Reading(_grades(one, role, text))
    named = [entry for entry in one.entries if entry.worth is not None and entry.kind != "bare"]
    if len(named) == len(one.entries):
        return _of_map(role, one, text)
    if named and len(named) < len(one.entries) and all(entry.worth == 1 and entry.kind == "mark" for entry in named):
        _refuse_twice([entry.name for entry in one.entries])
        marks = tuple(int(entry.kind == "mark") for entry in one.entries)
        return Reading(marks, documents=tuple(entry.name for entry in one.entries))
    if len(one.entries) == 1 and one.names:
        return Reading(_packed(one.names[0], text))
    if one.names:
        raise UnreadError(one.names[0], "is a name; say which documents are relevant, too")
    raise UnreadError(text.strip(), "mixes what its entries tell")


def _packed(word: str, text: str) -> tuple[int, ...]:
    try:
        grades, ties = read_grades(word)
    except InputError:
        raise UnreadError(word, "is one word") from None
    if len(grades) < 2 or max(ties) > 1:
        raise UnreadError(text.strip(), "is one word")
    return tuple(grades)


def _of_numbered(one: Value) -> Reading:
    """Places with their ranks: they are in the order of the ranks, which go from 1 on."""
    found = {entry.rank: entry for entry in one.entries}
    if {*found} != {*range(1, len(one.entries) + 1)}:
        raise UnreadError("rank", "does not go from 1 on, each rank once")
    ordered = [found[rank] for rank in sorted(found, key=lambda rank: rank or 0)]
    names = tuple(entry.name for entry in ordered)
    return Reading(graded((entry.worth or 0 for entry in ordered), ""), documents=names if all(names) else ())


def _of_map(role: str, one: Value, text: str) -> Reading:
    """Names, ranks or scores, each with what it is worth."""
    names, worths = [entry.name for entry in one.entries], [float(entry.worth or 0) for entry in one.entries]
    if one.numeric and one.kinds <= {"mark", "number"}:
        numbers = [*map(float, names)]
        if numbers == [*range(1, len(numbers) + 1)] and len(numbers) > 1 and worths != numbers:
            return Reading(graded(worths, text))
        if {*numbers} <= {0, 1} and any(worth % 1 for worth in worths):
            return _by_scores(_bare(names), _bare([f"{worth!r}" for worth in worths]), text)
        if one.kinds == {"mark"} and any(number % 1 for number in numbers):
            return _by_scores(_bare([str(int(worth)) for worth in worths]), _bare(names), text)
        raise UnreadError(text.strip(), "does not say which of its numbers are grades")
    _refuse_twice(names)
    if any(worth % 1 for worth in worths) or "score" in one.kinds or "rank" in one.kinds:
        raise UnreadError(text.strip(), "has scores, and no grades")
    counting = worths == [*range(1, len(worths) + 1)] and role != "grades" and "number" in one.kinds
    if counting and len(worths) > 1:
        raise InputError(
            f"the wording {quoted(text.strip())} may tell the grades of {len(worths)} documents or their ranks; write "
            f"'grades {' '.join(str(int(worth)) for worth in worths)}' for grades, or which of the documents are "
            "relevant, as in 'ranking: a b c; relevant: b'"
        )
    bare = role in ("", "documents") and one.kinds == {"number"} and not one.bracket
    if bare and len(names) < 3 and not all(is_id(name) and mark_like(name) is None for name in names):
        raise UnreadError(text.strip(), "does not say what its numbers are")
    if role == "either" and {*worths} - {0, 1}:
        raise UnreadError(text.strip(), "does not say whether its numbers are grades")
    return Reading(graded(worths, text), documents=tuple(names), named=one.kinds == {"number"} and role != "grades")


def _bare(words: Sequence[str]) -> Value:
    return Value(tuple(Entry(word, float(word), "bare") for word in words))


def _refuse_twice(names: Sequence[str]) -> None:
    again = next((name for name, times in Counter(names).items() if times > 1), "")
    if again:
        raise UnreadError(again, "stands twice in one list; a document is ranked once")


def _fractional(one: Value) -> bool:
    return one.worths is not None and one.numeric and any("." in entry.name for entry in one.entries)


def _grades(one: Value, role: str, text: str) -> tuple[int, ...]:
    """The grades of a list; asked back where its numbers may be something else."""
    if len(one.entries) == 1 and one.names and not one.worths:
        return _packed(one.names[0], text)
    if one.map is not None and role == "grades":
        return graded(one.map.values(), text)
    if one.worths is None:
        raise UnreadError(next(entry.name for entry in one.entries if entry.worth is None), "is no grade")
    grades = graded(one.worths, text)
    if one.numeric and role != "grades":
        read_grades(f"[{' '.join(map(str, grades))}]" if one.bracket or len(grades) > 1 else str(grades[0]))
    return grades


def _names(one: Value, what: str) -> list[str]:
    if one.map is not None and (_scored(one) or one.kinds == {"rank"}):
        return _by_own_scores(one)
    if one.names is None:
        raise UnreadError(what, "has to be a list of names here")
    _refuse_twice([name for name in one.names if name not in _ANYTHING])
    return one.names


_ANYTHING = ("X", "x", "_", "…")  # stands for any document that is not relevant


def _scored(one: Value) -> bool:
    return "score" in one.kinds or any((entry.worth or 0) % 1 for entry in one.entries)


def _by_own_scores(one: Value) -> list[str]:
    """The names of a list with a score beside each, which have to fall; those of a map are sorted."""
    names, scores = [entry.name for entry in one.entries], [float(entry.worth or 0) for entry in one.entries]
    if len({*scores}) < len(scores):
        raise UnreadError("score", "is the same for two documents, whose order is open")
    order = sorted(range(len(names)), key=lambda place: -scores[place])
    if order != [*range(len(names))] and one.bracket != "{":
        raise UnreadError("scores", "do not fall; write the documents in the order of the list")
    _refuse_twice(names)
    return [names[place] for place in order]


def _ordered(one: Value, scores: Value) -> Value:
    """A list of names in the order of the list of scores beside it."""
    numbers = scores.worths
    if numbers is None or len(numbers) != len(one.entries) or len({*numbers}) < len(numbers) or not scores.numeric:
        raise UnreadError("scores", "are no list with one score for each document")
    order = sorted(range(len(numbers)), key=lambda place: -numbers[place])
    return Value(tuple(one.entries[place] for place in order), one.bracket)


def _of_set(ranking: Value, relevant: Value, text: str) -> Reading:
    """A list of names with those that are relevant."""
    if relevant.map is not None:
        return _of_grades(ranking, relevant, text)
    if relevant.names is None:
        raise UnreadError("relevant", "is said of what are no names")
    unordered = ranking.bracket == "{" and ranking.names is not None
    names, gold = (ranking.names or []) if unordered else _names(ranking, "ranking"), relevant.names
    _refuse_twice(gold)
    if ranking.bracket == "{" or {*gold} & {*_ANYTHING}:
        _refuse_twice(names)
    numbers = [one for one in (ranking, relevant) if one.numeric]
    if len(numbers) == 1 and not {*names} & {*gold}:
        raise UnreadError(gold[0], "may be a rank or a name; write 'relevant at ranks' for ranks")
    hits = tuple(int(name in gold) for name in names)
    if unordered:
        return hits_among(sum(hits), len(names), len(gold), text)
    if (
        ranking.numeric
        and relevant.bracket == "["
        and sorted(gold) == sorted(names)
        and all(len(one) < 2 for one in names)
    ):
        raise UnreadError(
            ", ".join(gold), "may be ids or grades; put the relevant documents in braces, {3, 2}, for ids"
        )
    read = Reading(hits, relevant=len(gold), documents=tuple(names))
    labels = ranking.worths is not None and relevant.worths is not None and not ranking.numeric
    if labels and not {*gold} <= {*names}:
        raise UnreadError(names[0], "may be a mark or a name; put quotes around names")
    if ranking.numeric and not (ranking.bracket and relevant.bracket):
        places = [int(one) for one in gold if one.isdigit()]
        fits = len(places) == len(gold) and all(1 <= one <= len(names) for one in places)
        other = tuple(int(rank in places) for rank in range(1, len(names) + 1))
        if fits and other != hits:
            doubt = (
                f"the wording {quoted(text.strip())} may name the relevant documents or their ranks; write the set in "
                "braces, 'relevant {3, 5}', or 'relevant at ranks 3, 5'"
            )
            others = (Reading(other, relevant=len(gold)),)
            return replace(read, others=others, doubt=doubt, leaves="whether names or ranks are meant")
    return read


def _of_grades(ranking: Value, other: Value, text: str, *, either: bool = False) -> Reading:
    """A list of names with a grade for each: a map by name, or a second list in the same order."""
    if other.map is not None:
        names = _names(ranking, "ranking")
        if other.kinds & {"score", "rank"} or any(worth % 1 for worth in other.map.values()):
            raise UnreadError("grades", "are whole numbers")
        if not {*names} & {*other.map}:
            raise UnreadError(next(iter(other.map)), "is graded, and no document of the list is")
        grades = graded((other.map.get(name, 0) for name in names), text)
        missed = graded((worth for name, worth in other.map.items() if name not in names and worth), text)
        return Reading(grades, missed, documents=tuple(names))
    as_set = other.names is not None and either
    parallel = other.worths is not None and len(other.entries) == len(ranking.entries)
    if as_set and not (other.numeric and parallel):
        return _of_set(ranking, other, text)
    if not parallel or other.bracket == "{":
        raise UnreadError("grades", "are not as many as the documents")
    if ranking.names is None or (ranking.worths and not ranking.numeric):
        raise UnreadError("ranking", "holds no names beside the grades")
    said = [entry.name for entry in other.entries]
    ids = {*said} <= {*ranking.names} or (len({*said}) == len(said) and max(other.worths or [0]) > HIGHEST_OF_A_SCALE)
    if ranking.numeric and (either or ids or len({*ranking.names}) < len(ranking.names)):
        raise InputError(
            f"the wording {quoted(text.strip())} may hold grades or the names of documents; write "
            f"'grades {' '.join(said)}' for grades, or the relevant documents as a "
            "set, 'relevant {3, 5}'"
        )
    names = _names(ranking, "ranking")
    return Reading(graded(other.worths or (), text), documents=tuple(names))


def _with_ideal(grades: tuple[int, ...], ideal: tuple[int, ...]) -> Reading:
    """Grades beside those of the ideal list, which holds what the list misses besides."""
    rest = Counter(ideal)
    rest.subtract(grades)
    if any(times < 0 for grade, times in rest.items() if grade > 0) or list(ideal) != sorted(ideal, reverse=True):
        raise UnreadError("ideal", "does not hold the grades of the list, highest first")
    return Reading(grades, tuple(sorted((+rest).elements(), reverse=True))[: sum(rest[g] for g in rest if g > 0)])


def _by_scores(labels: Value, scores: Value, text: str) -> Reading:
    """Labels in the order of the scores beside them, which are decimals."""
    grades = _grades(labels, "grades", text)
    numbers = scores.worths
    if numbers is None or not scores.numeric or len(numbers) != len(grades) or not _fractional(scores):
        raise UnreadError("scores", "are no decimals, one for each label")
    orders = [sorted(range(len(grades)), key=lambda place: (-numbers[place], side * grades[place])) for side in (-1, 1)]
    first, *others = dict.fromkeys(tuple(grades[place] for place in order) for order in orders)
    doubt = (
        f"the wording {quoted(text.strip())} has equal scores, and their order is open; write the labels in the order "
        "of the list, such as '1 0 1'"
    )
    leaves = "the order of equal scores" if others else ""
    return Reading(first, others=tuple(map(Reading, others)), doubt=doubt if others else "", leaves=leaves)


def _of_unnamed(one: Value, other: Value, text: str) -> Reading:
    """Two lists of which nothing is said: a list beside a set or a map, or two lists that may be either."""
    if other.map is not None and one.names:
        return _of_grades(one, other, text)
    if one.names is None or other.names is None or (one.worths and other.worths):
        raise UnreadError(text.strip(), "does not say what each list is")
    if one.bracket == "[" and other.bracket == "{":
        return _of_set(one, other, text)
    if one.bracket == "{" and other.bracket == "[":
        return _of_set(other, one, text)
    if one.bracket != other.bracket or not {*one.names} & {*other.names}:
        raise UnreadError(text.strip(), "does not say what each list is")
    reads = [_of_set(one, other, text), _of_set(other, one, text)]
    doubt = (
        f"the wording {quoted(text.strip())} says of neither list what it is; write 'ranking: [...]; relevant: [...]'"
    )
    others = (*reads[0].others, reads[1], *reads[1].others)
    return replace(reads[0], others=others, doubt=doubt, leaves="which list is the ranking")


# with counts


def _with_counts(read: Reading, facts: Facts, text: str) -> Reading:
    """A reading of lists beside which counts are said; each has to agree."""
    counts, hits = facts.counts, sum(grade > 0 for grade in read.grades)
    if {*counts} - {"length", "hits", "total", "rel", "told", "missed", "nonrel"} or facts.shares:
        raise UnreadError(next(iter({*counts} | {*facts.shares})), "is said beside a list")
    totals = {counts[one] for one in ("total", "rel", "told") if one in counts}
    if "missed" in counts:
        totals.add(hits + counts["missed"])
    checks = {"length": len(read.grades), "hits": hits, "nonrel": sum(grade == 0 for grade in read.grades)}
    for what, number in checks.items():
        if counts.get(what, number) != number:
            raise UnreadError(str(counts[what]), f"is said, and the list has {number}")
    ranks = [rank for rank, grade in enumerate(read.grades, start=1) if grade > 0]
    if facts.ranks is not None and sorted(facts.ranks) != ranks:
        raise UnreadError(", ".join(map(str, facts.ranks)), "are not the ranks of what the list says is relevant")
    if len(totals) > 1:
        raise UnreadError(" and ".join(map(str, sorted(totals))), "are both said to be relevant in all")
    if not totals:
        return read
    total = totals.pop()
    names = {entry.name for _, one in facts.lists if one.numeric for entry in one.entries}
    if str(total) in names and not read.documents and "total" not in counts and max(read.grades) > 1:
        listed = " ".join(map(str, read.grades))
        raise InputError(
            f"the wording {quoted(text.strip())} may have {total} relevant documents in all or the one named {total}; "
            f"write 'grades {listed}; {total} relevant in all' or 'relevant {{{total}}}; ranking [{listed}]'"
        )
    known = read.relevant if read.relevant is not None else hits + len(read.missed) if read.missed else None
    if known not in (None, total):
        raise UnreadError(str(total), f"is said to be relevant in all, and {known} are named")
    others = tuple(replace(other, relevant=total, open=False) for other in read.others)
    return replace(read, relevant=total if not read.missed else None, open=False, others=others)


def _of_ranks(facts: Facts, text: str) -> Reading:
    """The ranks of what is relevant, perhaps with the length of the list and what is relevant in all."""
    ranks, counts = facts.ranks or [], facts.counts
    if {*counts} - {"length", "hits", "total", "rel", "told", "missed", "nonrel"} or facts.shares:
        raise UnreadError(next(iter({*counts} | {*facts.shares})), "is said beside ranks")
    length = counts.get("length")
    named = quoted(text.strip())
    if (length is not None and length > MOST_RANKS) or max(ranks) > MOST_RANKS:
        raise InputError(f"the ranking {named} has {length} ranks; the longest that is read is {MOST_RANKS}")
    for rank in ranks:
        if not 1 <= rank <= (length or MOST_RANKS):
            raise InputError(f"the ranking {named} names rank {rank}; ranks go from 1 to {length or MOST_RANKS}")
        if ranks.count(rank) > 1:
            raise InputError(f"the ranking {named} names rank {rank} twice")
    totals = {counts[one] for one in ("total", "rel", "told") if one in counts}
    totals |= {len(ranks) + counts["missed"]} if "missed" in counts else set()
    if len(totals) > 1 or counts.get("hits", len(ranks)) != len(ranks):
        raise UnreadError(" and ".join(map(str, sorted(totals))), "do not agree with the ranks")
    total = totals.pop() if totals else None
    if "nonrel" in counts and counts["nonrel"] != (length or max(ranks)) - len(ranks):
        raise UnreadError(str(counts["nonrel"]), "does not agree with the ranks")
    grades = tuple(int(rank in ranks) for rank in range(1, (length or max(ranks)) + 1))
    if length is not None:
        return Reading(grades, relevant=total, plain=True)
    others = tuple(Reading((*grades, *[0] * more), relevant=total) for more in (1, MOST_OPEN))
    doubt = (
        f"the wording {named} leaves open how long the list is; write it, such as "
        f"'relevant at {', '.join(map(str, ranks))} of {max(10, *ranks)}'"
    )
    return Reading(grades, relevant=total, others=others, doubt=doubt, leaves="the length of the list")


def _of_counts(facts: Facts, text: str) -> Reading:
    """Counts alone: how many documents were found, and how many of them are relevant."""
    counts = dict(facts.counts)
    if {*counts} & {"tp", "fp", "fn", "tn"}:
        return _of_outcomes(counts, text)
    rel, told = counts.pop("rel", None), counts.pop("told", None)
    if rel is not None:
        hits = "hits" not in counts and ("total" in counts or facts.order.index("rel") > 0 or "nonrel" in counts)
        if hits and "missed" not in counts:
            counts["hits"] = rel
        elif counts.setdefault("total", rel) != rel:
            raise UnreadError(str(rel), "is another number of relevant documents than before")
    if told is not None and counts.setdefault("total", told) != told:
        raise UnreadError(str(told), "is another number of relevant documents than before")
    for _ in range(2):  # what two of three say of the third
        for whole, one, other in (("total", "hits", "missed"), ("length", "hits", "nonrel")):
            if (
                one in counts
                and other in counts
                and counts.setdefault(whole, counts[one] + counts[other]) != (counts[one] + counts[other])
            ):
                raise UnreadError(str(counts[other]), "does not agree with the other counts")
            if whole in counts and other in counts:
                counts.setdefault(one, counts[whole] - counts[other])
    if "hits" not in counts or counts["hits"] < 0:
        raise UnreadError(text.strip(), "does not say how many of the retrieved documents are relevant")
    return _hits_of(counts["hits"], counts.get("length"), counts.get("total"), text)


def _of_outcomes(counts: dict[str, int], text: str) -> Reading:
    """True and false positives and negatives; other numbers beside them have to be their sums."""
    if "tp" not in counts:
        raise UnreadError(next(iter(counts)).upper(), "is said without TP")
    hits, wrong, lost = counts["tp"], counts.get("fp"), counts.get("fn")
    length, total = None if wrong is None else hits + wrong, None if lost is None else hits + lost
    sums = {
        "length": length,
        "total": total,
        "hits": hits,
        "rel": total,
        "told": total,
        "missed": lost,
        "nonrel": wrong,
    }
    for what, number in sums.items():
        if what in counts and counts[what] != number:
            raise UnreadError(str(counts[what]), "is no sum of the outcomes")
    read = _hits_of(hits, length, total, text)
    unfound = counts.get("tn", 0)
    if not unfound or unfound > MOST_RANKS:
        return read
    others = tuple(replace(other, missed=(0,) * unfound) for other in read.others)
    return replace(read, missed=(0,) * unfound, others=others)


def _hits_of(hits: int, length: int | None, total: int | None, text: str) -> Reading:
    """A reading of counts; where the length is not said, lists of several lengths fit."""
    if length is not None:
        return hits_among(hits, length, total, text)
    if total is None:
        raise UnreadError(
            text.strip(), "does not say how many documents were retrieved, and how many are relevant in all"
        )
    reads = [hits_among(hits, hits + more, total, text) for more in (0, 1, MOST_OPEN)]
    doubt = f"the wording {quoted(text.strip())} does not say how many documents were retrieved; write it, too"
    others = tuple(one for read in reads for one in (replace(read, others=()), *read.others))
    return replace(reads[0], others=others[1:], doubt=doubt, leaves="the number of documents retrieved")
