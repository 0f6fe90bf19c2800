"""Wordings in prose: the ranks of the relevant documents, counts, precision and recall, the ranks of first hits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.spelling import MOST_RANKS
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import Token, alike, letters_of, tokens_of
from irlearn.wordings.predicates import is_said_last, put_plainly
from irlearn.wordings.reading import MOST_OPEN, Reading, hits_among
from irlearn.wordings.translated import translated

_LIST = "[nor](?:&*[nor])*"
_PLACES = (
    rf"(?<![nAr])@?S[HDW]*[=@]{{0,2}};?@?(?P<places>{_LIST})(?!&*[nor]W?L|H?[DW](?!L)|H[DW]?T)(?:;?S)?",
    rf"H[DW]?S?G?=?@;?(?P<places>{_LIST})",
    r"(?P<places>o(?:&*o)+|o(?![DW]?H))[SDW]?",
)
_FIRST = re.compile("o[DW]?H")
_SILENT = re.compile("[HDWGTKSLO@=E]*")


def of_prose(text: str) -> Reading | None:
    """The ranks of the relevant documents, or how many there are, told in a sentence.

    >>> of_prose("the 1st, 3rd and 4th of 6 results are relevant").grades
    (1, 0, 1, 1, 0, 0)
    >>> of_prose("Les documents pertinents sont aux rangs 1 et 4 ; 3 documents pertinents en tout").relevant
    3
    >>> of_prose("8 relevant, 10 nonrelevant, 20 relevant in all").relevant
    20
    """
    if re.search(r"[,;]\s*[,;]|(?i:\bfor\s+(?:the\s+)?[0-9]+\s+relevant)", text):
        return None
    plain = put_plainly(re.sub(r"(?i)^\s*(?:system|engine|run|query|topic)\s(?-i:[A-Z])\s*:", "", text))
    tokens, cutoff = _without_cutoff(tokens_of(plain))
    read = _of_tokens(tokens, text, cutoff)
    if read is None and not re.search(r"[\[{<]|ない|なし|없|않|[没無无]", text):
        read = _of_tokens(_known(tokens), text, cutoff)
    return read and replace(read, cutoff=read.cutoff or cutoff)


def _without_cutoff(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], int | None]:
    """The tokens without `k = 10`, and the 10."""
    for place in range(len(tokens) - 2):
        if tokens[place].text == "k" and letters_of(tokens[place + 1 : place + 3]) == "=n":
            before = place - (place > 0 and tokens[place - 1].letter == "A")
            return (*tokens[:before], *tokens[place + 3 :]), tokens[place + 2].numbers[0]
    return tuple(tokens), None


def _known(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens of a sentence without its words that are none of the field's; none where one of them may change it."""
    unknown = [one.text for one in tokens if one.letter == "x"]
    if not unknown or any(
        harms(word)
        or re.fullmatch("follow\\w*|preced\\w*|beyond|outside|below|behind|past", word)
        or not re.fullmatch(r"[^\W\d_]{2,}(?:['-][^\W\d_]+)*|[a-z]'[^\W\d_]+", word)
        or re.search(r"[\u3040-\u9fff\uac00-\ud7af]", word)
        for word in unknown
    ):
        return ()
    sure = set("nHDNGTOAB;&=") | set("S@or")
    kept = tuple(one for one in tokens if one.letter != "x")
    return kept if set(letters_of(kept)) <= sure else ()


def _of_tokens(tokens: tuple[Token, ...], text: str, cutoff: int | None) -> Reading | None:
    said = letters_of(tokens)
    if not set(said) <= set("nor&;=@HNDWSGTKLOABMEa") or not set(said) & set("HN"):
        return None
    if "H" not in said:
        said = said.replace("N", "H") if re.search("[So@]", said) else said
        tokens = tuple(one._replace(letter=letter) for letter, one in zip(said, tokens, strict=True))
        turned = "H" in said
    else:
        turned = False
    listed = re.fullmatch(f"(?P<what>[DW@]*S?)(?P<list>{_LIST})(?P<rest>O+n[DWG]*)(?P<said>[HN]);*", said)
    if listed and (len(listed["list"]) > 1 or "S" in listed["what"]) and listed["list"][0] in "nr":
        if not is_said_last(text):
            return None
        if "S" not in listed["what"]:  # documents 1 and 3 of 4: ranks or names
            many = sum(len(one.numbers) for one in tokens[slice(*listed.span("list"))])
            length = tokens[listed.end("list") :][listed["rest"].index("n")].numbers[0]
            hits = many if listed["said"] == "H" else length - many
            return hits_among(hits, length, None, text) if 0 <= hits <= length else None
        tokens = (Token("H"), *(one for one in tokens if one.letter not in "H;"))
        said = letters_of(tokens)
    first = _FIRST.search(said)
    if first and tokens[first.start()].numbers != (1,):
        first = None
    if first and "S" in said:
        tokens = tokens[: first.start()] + tokens[first.start() + 1 :]
        said = letters_of(tokens)
    for pattern in _PLACES:
        found = list(re.finditer(pattern, said))
        if len(found) > 1:
            return None
        if found:
            start, end = found[0].span("places")
            places = [number for one in tokens[start:end] for number in one.numbers]
            after = tokens[found[0].end() :]
            if re.fullmatch("O+nH;*", letters_of(after)) and is_said_last(text):  # the 1st of 6 is relevant
                after = tuple(one for one in after if one.letter != "H")
            rest = [*tokens[: found[0].start()], Token(";"), Token("p"), *after]
            facts = _facts(rest, len(places))
            bare = pattern == _PLACES[1] and not re.search(r"[\[(]", text)
            if facts is None or not alike(tokens[start:end]) or (bare and facts.length is facts.total is None):
                return None  # "relevant at 1, 3" is asked back in the words of the plain notation
            if not turned:
                return _at(places, facts, text, first=first is not None)
            return _all_but(places, facts)
    facts = _facts(tokens, None) if "r" not in said and "o" not in said else None
    if facts is None:
        return None
    return counted(facts if facts.length or facts.misses else facts._replace(length=cutoff), text)


class Facts(NamedTuple):
    """The numbers of a sentence by what they count; None where it does not say."""

    hits: int | None = None
    misses: int | None = None
    length: int | None = None
    total: int | None = None
    missed: int | None = None
    all: int | None = None  # "20 in all": of what, is not said


def _facts(tokens: Sequence[Token], places: int | None) -> Facts | None:
    """What each number of the clauses counts; None where one of them is not understood, or two contradict."""
    said: dict[str, set[int]] = {}
    before = ""
    apart = False  # 6 are relevant; the system found 10: are the 6 among them?
    for clause in _clauses(tokens):
        letters = letters_of(clause)
        numbers = [one.numbers[0] for one in clause if one.letter == "n"]
        roles = _roles(letters, before)
        if roles is None:
            return None
        for role, number in zip(roles, numbers, strict=len(roles) != 2 or len(numbers) == 2):
            said.setdefault(role, set()).add(number)
        if before == "relevant" and roles == ("length",) and re.fullmatch("Gn[DW]*", letters) and places is None:
            apart = True
        all_of_them = said.get(before, set()) if before in ("relevant", "total") else set()
        if letters == "nG" and clause[1].text in _FOUND and any(numbers[0] < one for one in all_of_them):
            said["hits"], said["length"] = said.pop("length"), set()  # 6 are relevant, 2 are found
        before = roles[-1] if roles else before
    loose = said.pop("relevant", set())
    if places is not None:
        loose -= {places} if not said.get("total") or {places} != said["total"] else set()
        if said.get("hits", {places}) != {places} or "misses" in said:
            return None
        loose = {one for one in loose if one != places}
        said.setdefault("total", set()).update(loose)
        if "size" in said and not said.get("length"):
            said["length"] = said["size"]
    else:
        open_ended = said.get("missed") and not said.get("length") and "misses" not in said  # 6 relevant, 2 missed
        if (apart or open_ended) and loose and not said.get("hits"):
            return None
        said.setdefault("total" if said.get("hits") else "hits", set()).update(loose)
        if "all relevant" in said:
            said["hits"] = said["length"] = said.pop("all relevant")
        if said.get("size") and not said.get("length") and not said.get("misses"):
            said["length"] = said["size"]
    said.pop("size", None)
    if any(len(values) > 1 for values in said.values()) or "all relevant" in said:
        return None
    return Facts(**{role: next(iter(values)) for role, values in said.items() if values})


_FOUND = ("found", "gefunden", "trouvé", "trouvés", "encontrados", "encontrado", "trovati", "gevonden")


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for place, one in enumerate(tokens):
        counted = any(other.letter == "n" for other in found[-1])
        after = letters_of(tokens[place + 1 :])
        if one.letter in "&;" or (one.letter == "=" and counted and after[:1] in ("H", "D")):
            found.append([])
        elif one.letter == "B" and counted and re.match("[^&;AO]*n", after):
            found.append([one])
        elif one.letter != "=":
            found[-1].append(one)
    return [one for one in found if one]


def _roles(clause: str, before: str) -> tuple[str, ...] | None:
    """What the numbers of one clause count."""
    many = clause.count("n")
    if many == 0:
        return () if re.fullmatch(r"[HDWGTKSLO@=pEB]*", clause) else None
    if many == 1:
        role = _role(clause, before)
        return None if role is None else (role,)
    if many > 2:
        return None
    if re.fullmatch("GnBA?n[DW]*", clause) and before in ("relevant", "total"):
        return ("hits", "length")
    if re.fullmatch("nO+n[DWG]*N[DW]*|nN[DW]*O+n[DWG]*", clause):
        return ("misses", "length")
    if re.fullmatch(r"G?nO+nH(?:[DW]+G?|G)|nH[DW]*GO+T*nT*H[DW]*T*|GnO+nH", clause):
        return ("hits", "total")
    if re.fullmatch(r"OnH[DW]*(?:G[DW]?n|nG)", clause):
        return ("total", "hits")
    if re.fullmatch(r"[DWGH@]*nH?[DWG]*H?[OA@]+n[DWGSL]*H?[DW]*G?", clause):
        if re.fullmatch(r".*n[^n]*H[^n]*n[^n]*H.*", clause):
            return None
        return ("hits", "length") if "H" in clause or before == "relevant" else None
    if re.fullmatch(r"[DWG]*nH?[DWG]*O+nH[DW]*T?|nH[DWG]*OTnH[DW]*", clause):
        return ("hits", "total")
    second = clause.rindex("n")
    for cut in range(clause.index("n") + 1, second + 1):
        one, other = _role(clause[:cut], before), _role(clause[cut:], "length")
        if one == "length" and other in ("relevant", "hits"):
            return ("length", "hits")
    return None


def _role(clause: str, before: str) -> str | None:
    """What the one number of a clause counts; `before` is what the last one did."""
    has = set(clause)
    if "p" in has:
        clause = clause[clause.index("p") + 1 :]
        if re.fullmatch("(?:[OA]+|LO?)n[DWGSL]*|[OA]+n[DWG]+H|G?A?n[DWLG]+|Ln", clause):
            return "length"
        return "total" if re.fullmatch("OTnH?[DW]*|OnH[DW]*T?|OnT?H[DW]*", clause) else None
    if "M" in has:
        return "missed" if has <= set("MnHDWE") else None
    if "a" in has:
        return "all relevant" if re.fullmatch("an[GDW]*H", clause) else None
    if "N" in has:
        return "misses" if has <= set("NnDWGAB") else None
    if "H" in has:
        if "S" in has or "L" in has:
            return None
        if "G" in has:
            return "hits" if "T" not in has or clause[0] == "T" else None
        if "B" in has:
            return {"size": "total", "length": "hits"}.get(before, "relevant")
        if "A" in has:
            return "hits" if re.fullmatch("nH[DW]?", clause) else None
        if has & {"T", "K"} or re.fullmatch("OnH[DW]*", clause):
            return "total"
        return "relevant" if has <= set("HnDW") else None
    if "B" in has and "G" in has and before in ("relevant", "total"):
        return "hits" if has <= set("BnGDW") else None
    if has & set("GLAW"):
        return "length" if has <= set("GnLAWDOTSB@") else None
    if "D" in has:
        return "size" if has <= set("DnTOK") else None
    if clause in ("nT", "Tn", "OTn", "nOT"):
        return "all"
    return "length" if clause == "On" else None


def _all_but(places: list[int], facts: Facts) -> Reading | None:
    """The list in which all ranks but these are relevant."""
    if facts.length is None or not 1 <= min(places) <= max(places) <= facts.length <= MOST_RANKS:
        return None
    return Reading(tuple(int(rank not in places) for rank in range(1, facts.length + 1)), open=True)


def _at(places: list[int], facts: Facts, text: str, *, first: bool) -> Reading:
    named = quoted(text.strip())
    length, total = facts.length, facts.total
    length = None if length == len(places) < max(places) else length  # "3 were found, at 1, 3, 5"
    if facts.missed is not None and total is None:
        total = len(places) + facts.missed
    last = length or max(places)
    if last > MOST_RANKS:
        raise InputError(f"the ranking {named} has {last} ranks; the longest that is read is {MOST_RANKS}")
    for place in places:
        if not 1 <= place <= last:
            raise InputError(f"the ranking {named} names rank {place}; ranks go from 1 to {last}")
        if places.count(place) > 1:
            raise InputError(f"the ranking {named} names rank {place} twice")
    if total is not None and total < len(places):
        raise InputError(f"the ranking {named} names {len(places)} ranks, but {total} relevant in all")
    grades = [int(rank in set(places)) for rank in range(1, last + 1)]
    others = []
    if not length:
        others = [Reading((*grades, *[0] * more), relevant=total) for more in (1, MOST_OPEN)]
    if first and total is None:
        rest = last - max(places)
        others.append(Reading((*grades[: max(places)], *[1] * (rest or 1)), relevant=None))
    if facts.all is not None:  # of the list, or of the relevant documents
        others.append(Reading(tuple(grades), relevant=max(facts.all, len(places))))
        others.append(Reading((*grades, *[0] * (facts.all - last)), relevant=total))
    one = ", ".join(map(str, places))
    doubt = (
        f"the ranking {named} leaves open how long the list is, or what else in it is relevant; "
        f"write 'relevant at {one} of 10; {max(total or 0, len(places))} relevant in all', with your numbers"
    )
    return Reading(tuple(grades), relevant=total, others=tuple(others), doubt=doubt)


def counted(facts: Facts, text: str) -> Reading | None:
    """The reading of counts alone, with the orders that they leave open.

    >>> counted(Facts(hits=1, misses=1), "").grades
    (1, 0)
    """
    hits, length, total = facts.hits, facts.length, facts.total
    if hits is None and length is not None and facts.misses is not None and facts.misses <= length:
        hits = length - facts.misses
    if hits is None:
        return None
    if facts.misses is not None:
        if length not in (None, hits + facts.misses):
            return None
        length = hits + facts.misses
    if facts.missed is not None:
        total = hits + facts.missed if total is None else total
    if facts.all is not None and total is None:
        if facts.misses is None or facts.all <= (length or 0):
            raise InputError(
                f"the wording {quoted(text.strip())} leaves open whether {facts.all} is the length of the list or "
                f"the number of relevant documents; write '{facts.all} retrieved' or "
                f"'{facts.all} relevant in all' at the end"
            )
        total = facts.all
    if length is not None:
        return hits_among(hits, length, total, text)
    if total is None or hits > total:
        return None
    read = hits_among(hits, hits, total, text)
    longer = [hits_among(hits, hits + more, total, text) for more in (1, MOST_OPEN)]
    others = [one for more in longer for one in (more, *more.others)]
    doubt = f"the wording {quoted(text.strip())} does not say how many documents were retrieved; write it, too"
    return Reading(read.grades, relevant=total, others=tuple(others), doubt=doubt)


def number_beside(text: str) -> Iterator[tuple[str, int | None, int]]:
    """Ways to part a wording into a list and a number beside it: the list, how many are relevant, how many are missed.

    >>> list(number_beside("R N R (4 relevant in all)")), list(number_beside("1 0 1; two relevant ones were missed"))
    ([('R N R', 4, 0)], [('1 0 1', None, 2)])
    """
    body = text.strip().rstrip(".)")
    for cut in re.finditer(r"[,;:.(\n]|\s-\s|\bwith\b|\band\b", body):
        before, after = body[: cut.start()].strip(), body[cut.end() :].strip()
        for head, tail in ((before, after), (after, before)):
            if not 0 < len(tail) <= _LONGEST_TAIL or len(head) < 2 or re.search(r"[,;()\[\]]", tail):
                continue
            facts = _tail(tail)
            if facts is None or cut[0] in (",(" if head is after else ":"):
                continue
            loose = facts.hits is not None and cut[0] == "," and not re.search(r"[\]A-Za-z]$", head)
            total = facts.total if facts.total is not None else facts.hits
            if not loose:
                yield head, total, facts.missed or 0


_LONGEST_TAIL = 90
_FOR_ONE = (
    r"(?i)\b(?:for|of|to|für|zu|pour|para|per|voor)\s+(?:(?:this|the|diese|cette|esta|questa|essa)\s+)?"
    r"(?:q|query|topic|user)\s*[0-9]{0,3}\b"
)


def total_said(text: str) -> int | None:
    """The number of relevant documents in all, where a clause says that and no other number.

    >>> total_said("R = 4"), total_said("there are 3 relevant documents in the collection"), total_said("3 systems")
    (4, 3, None)
    """
    facts = _tail(text)
    return None if facts is None or facts.missed is not None else facts.total if facts.hits is None else facts.hits


def missed_said(text: str) -> int | None:
    """The number of relevant documents that were not retrieved, where a clause says that and no other number.

    >>> missed_said("one was never retrieved"), missed_said("2 relevant documents were missed"), missed_said("R = 4")
    (1, 2, None)
    """
    facts = _tail(text)
    return facts.missed if facts and facts.total is None and facts.hits is None else None


def _tail(text: str) -> Facts | None:
    """What a clause says that has one number: of relevant documents in all, or of those that were missed."""
    tokens = tokens_of(re.sub(_FOR_ONE, " ", text))
    tokens = _known(tokens) or (tokens_of(translated(text)) if "x" in letters_of(tokens) else ()) or tokens
    said = letters_of(tokens)
    if said.count("n") != 1 or len(_clauses(tokens)) != 1 or not set(said) <= set("nHDWTKMEO&;=G"):
        return None
    facts = _facts(tokens, None)
    if facts is None or facts.length is not None or facts.misses is not None or facts.all is not None:
        return None
    return None if facts.hits is not None and "G" in said else facts
