"""Grades shown by signs: stars, ranks in brackets of their own, documents that are named as missing."""

from __future__ import annotations

import re

from irlearn.wordings.lexicon import SIGNS, mark_of

_STAR, _HOLLOW = "⭐★🌟", "☆✩"
_RUN = re.compile(rf"(?P<open>\(\s*)?(?P<stars>[{_STAR}]+[{_HOLLOW}]*|[{_HOLLOW}]+)(?(open)\s*\))")
_COUNTED = re.compile(rf"(?<![\w.])(?P<grade>[0-9]{{1,2}})\s*(?:[{_STAR}](?![{_STAR}{_HOLLOW}])|-?\s?stars?\b)")
_EXPLAINED = rf"[{_STAR}{_HOLLOW}]\s*(?:=|:|means|marks|denotes|for)\s*[^\W\d_]{{2}}"
_FEWEST = 2
_MOST_STARS = 10


def plain_signs(text: str) -> str:
    """A wording with the grades that its signs show.

    >>> plain_signs("A ★★★, B ★☆☆"), plain_signs("⭐⭐ ⭐"), plain_signs("Jaws (5⭐), Alien (3⭐)")
    ('A (3), B (1)', '2 1', 'Jaws (5), Alien (3)')
    >>> plain_signs("[R] [N] [R]"), plain_signs("1 12345 ✅; 2 99999 ❌; missing: 45678")
    ('R N R', '1 12345 ✅; 2 99999 ❌; 1 relevant documents missed')
    """
    body = re.sub(r"(?<=[\])\w])\s(?:over|/)\s(?=(?:relevant\s*=\s*)?[0-9]+(?:\s+relevant)?\s*$)", _over, text)
    return _without_missed(_bracketed(_stars(_counted(_without_gaps(_lights(_bold(body)))))))


def _over(one: re.Match[str]) -> str:
    rest = one.string[one.end() :]
    return "; " if "relevant" in rest else one[0]


_LIGHTS = {**dict.fromkeys("🟢🟩👍✅", "R"), **dict.fromkeys("🔴🟥👎❌", "N")}


def _lights(text: str) -> str:
    """A row of lights as R and N; other texts as they are."""
    signs = [sign for sign in text if sign not in " ,;\n\ufe0f"]
    lights = len(signs) >= _FEWEST and {*signs} <= _LIGHTS.keys() and len({*signs}) == _FEWEST
    return " ".join(_LIGHTS[sign] for sign in signs) if lights else text


_BOLD = re.compile(
    r"(?i)[;,]?\s*\(?\s*(?:(?:in )?(?:bold|fett|gras|negrita|grassetto)\s*(?:=|:|means|marks|is|are)\s*"
    r"(?:the )?relevant\w*(?: \w+)?"
    r"|(?:the )?relevant(?: documents| docs| ones| items)?\s*(?:are |is )?(?:=|:|in|shown in)?\s*bold)\s*\)?\.?\s*"
)


def _bold(text: str) -> str:
    """A list whose relevant documents are bold, as it says, with ticks and crosses."""
    found = _BOLD.search(text)
    rest = (text[: found.start()] + text[found.end() :]) if found else ""
    words = re.findall(r"\*\*[\w-]+\*\*|[\w-]+", rest)
    if (
        not found
        or "**" not in rest
        or re.search(r"[^\s,;*\w-]", rest)
        or rest.count("**") != 2 * sum("*" in one for one in words)
    ):
        return text
    return ", ".join(f"{one.strip('*')}{'✓' if '*' in one else '✗'}" for one in words)


def shows_grades(text: str) -> bool:
    """Whether a text tells grades by stars.

    >>> shows_grades("A ★★"), shows_grades("A 2")
    (True, False)
    """
    return re.search(rf"[{_STAR}]|\\bstars?\\b", text) is not None


def _stars(text: str) -> str:
    """Stars as the number of them; not where one star each marks some documents, or where they are explained."""
    plain = text.replace("\ufe0f", "")
    if re.search(_EXPLAINED, plain):
        return text
    counted = _COUNTED.sub(lambda one: one["grade"], plain)
    if counted != plain:
        same = len(_COUNTED.findall(plain)) >= _FEWEST and not re.search(f"[{_STAR}{_HOLLOW}]", counted)
        return re.sub(r"(?<=[^\W\d_]) ([0-9]{1,2})(?=\s*[,;\n\]]|\s*$)", r" (\1)", counted) if same else text
    found = list(_RUN.finditer(plain))
    sizes = {len(one["stars"]) for one in found}
    hollow = any(sign in _HOLLOW for one in found for sign in one["stars"])
    if len(found) < _FEWEST or max(sizes) > _MOST_STARS or (hollow and len(sizes) > 1) or (sizes == {1} and not hollow):
        return text

    def number(one: re.Match[str]) -> str:
        grade = str(sum(sign in _STAR for sign in one["stars"]))
        named = re.search(r"(?P<colon>[:=]\s*)?$", plain[: one.start()])
        alone = not re.search(r"\w\s*$", plain[: one.start()]) or (named and named["colon"])
        return grade if alone else f"({grade})"

    return _RUN.sub(number, plain)


_BOX = r"\[\s*(?:R|N|NR|X|O|H|[01]|[✓✔✅☑✗✘✕✖❌☒])\s*\]"


def _bracketed(text: str) -> str:
    """Ranks that stand in brackets each, as a list of them; `[ ]` and `[1]`, which number, stay."""
    marks = [one[1:-1].strip() for one in re.findall(_BOX, text)]
    run = re.search(rf"{_BOX}(?:\s*{_BOX})+", text)
    if (
        run is None
        or len({*marks}) < _FEWEST
        or len(re.findall(_BOX, run[0])) < len(marks)
        or re.search(r"\[|\n", text.replace(run[0], "", 1))
    ):
        return text
    return text[: run.start()] + " ".join(marks) + text[run.end() :]


_LENGTH = re.compile(
    r"(?P<held>\[[^\[\]]*\]|\{[^{}:]*\})\s*\(\s*(?P<many>[0-9]{1,3})\s*(?:个|個|件|개|건|items?|docs?|documents?|results?)?\s*\)"
)
_LISTED = re.compile(
    r"(?P<many>[0-9]{1,3})\s*(?:个|個|件|개|건|items|docs|documents)\s*\(\s*(?P<inside>[A-Za-z]\w{0,5}(?:(?:\s*[,、・·~〜～-]\s*)[A-Za-z]\w{0,5})+)\s*\)"
)


def _counted(text: str) -> str:
    """A wording without the numbers of the entries of its lists, where they are right.

    >>> _counted("rel=3件(A・B・D)"), _counted("got 5 docs (A~E)"), _counted("[a, b] (3 docs)")
    ('rel=[A, B, D]', 'got [A, B, C, D, E]', '[a, b] (3 docs)')
    """

    def listed(one: re.Match[str]) -> str:
        names = re.findall(r"\w+", one["inside"])
        ends = re.fullmatch(r"([A-Z])\s*[~〜～-]\s*([A-Z])", one["inside"])
        names = [chr(place) for place in range(ord(ends[1]), ord(ends[2]) + 1)] if ends else names
        return f"[{', '.join(names)}]" if len(names) == int(one["many"]) and len({*names}) == len(names) else one[0]

    def alone(one: re.Match[str]) -> str:
        return one["held"] if len(one["held"][1:-1].split(",")) == int(one["many"]) else one[0]

    return _LENGTH.sub(alone, _LISTED.sub(listed, text))


_GAP = re.compile(r"(?<![\s,\[({<.])\s+(?:\.\.\.|…)\s+(?=(?P<next>[\[{]|[^\W\d_]{2}|k\s?[=:]|[0-9]+ [^\W\d_]{3})?)")


def _without_gaps(text: str) -> str:
    """A line with signs for what was left out between its clauses, which end there; lists that go on stay."""

    def ended(one: re.Match[str]) -> str:
        before = text[: one.start()]
        if before[-1] in ":=":
            return " "
        number = re.search(r"[^\W\d_]{3}$", before) is None and (one["next"] or "")[:1].isdigit()
        ends = one["next"] and not number and before.count("[") == before.count("]")
        return "; " if ends else one[0]

    return _GAP.sub(ended, text)


_MISSED = re.compile(
    r"(?i)(?:^|[;,.\n…]\s*|\s\.\.\.\s*)(?:and\s+)?(?:missing|missed|not (?:retrieved|found|returned))"
    r"(?:\s+(?:relevant\s+)?(?:docs?|documents?|items?|ids?))?\s*[:=]?\s*"
    r"(?P<ids>[A-Za-z]{0,8}[-_]?[0-9]{1,12}(?:\s*,\s*(?:and\s+)?[A-Za-z]{0,8}[-_]?[0-9]{1,12})*)\s*\.?\s*$"
)


def _without_missed(text: str) -> str:
    """Documents that are named as missing behind a marked list, as the number of them."""
    found = _MISSED.search(text)
    head = text[: found.start()] if found else ""
    if not found or not set(head) & SIGNS or re.search(r"[\[{]", head):
        return text
    ids = re.findall(r"[A-Za-z]*[-_]?[0-9]+", found["ids"])
    listed = re.findall(r"[A-Za-z]*[-_]?[0-9]+", head)
    kinds = {(re.sub("[0-9]", "", one), len(one) if one.isdigit() else 0) for one in ids}
    alike = [one for one in listed if (re.sub("[0-9]", "", one), len(one) if one.isdigit() else 0) in kinds]
    numbers = len(kinds) == 1 and (not ids[0].isdigit() or len(ids[0]) >= _FEWEST_DIGITS)
    if not numbers or len(alike) < _FEWEST or {*ids} & {*listed} or len({*ids}) < len(ids):
        return text
    return f"{head.rstrip(' ;,.…')}; {len(ids)} relevant documents missed"


_FEWEST_DIGITS = 3  # of an id that is a number


def is_mark(word: str) -> bool:
    """Whether a cell or an entry is one rank: a mark or a small grade.

    >>> is_mark("N"), is_mark("2"), is_mark("rank")
    (True, True, False)
    """
    return re.fullmatch("[0-9]|R|N|NR|U", word) is not None or mark_of(word) is not None
