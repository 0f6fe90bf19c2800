"""Typed numbers: with names, as in "best .303 of 103, se .0114", in lists, in tables of scores, and with runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from operator import ge, gt, le, lt
from string import ascii_uppercase
from typing import Any, NamedTuple

from irlearn.byhand.input_lists import input_words, named_sides
from irlearn.errors import InputError, quoted
from irlearn.parsing.grade_notation import MOST_SIGNS
from irlearn.parsing.tokens import FOLDED
from irlearn.parsing.vocabulary import mark_of
from irlearn.text.english import comma_list
from irlearn.text.numbers import exact_number

_LONGEST, _LONGEST_TABLE = 400, 2500  # Characters.


class Quantity(NamedTuple):
    """A number that is stated with its name.

    Attributes
    ----------
    called : str
        The name in a sentence.
    typed : str
        An example of the notation to type.
    allowed : str
        The allowed values in words.
    fits : str
        The allowed values as comparisons, such as ``"whole > 0 <= 100"``.
    names : str
        A regular expression for the names that students write before the number.
    behind : str
        A regular expression for a word after the number, as in "50 topics"; empty if there is none.
    """

    called: str
    typed: str
    allowed: str
    fits: str
    names: str
    behind: str = ""


_SIGNS = {">": gt, ">=": ge, "<": lt, "<=": le}


@cache
def quantities(part: str) -> dict[str, Quantity]:
    """Return the quantities of a part of `input_words.toml`, such as "best" or "runs", by key."""
    return {
        key: Quantity(**{what: _whole(said) for what, said in one.items()}) for key, one in input_words()[part].items()
    }


def _whole(pattern: str) -> str:
    """Return a regular expression in which each name between tildes is replaced by the named pattern."""
    return re.sub("~(.+?)~", lambda part: f"(?:{_whole(input_words()['patterns'][part[1]])})", pattern)


_NUMBER = re.compile(r"(?i)[+-]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)(?:e-?[0-9]{1,3})?(?:\s*/\s*[0-9.]+)?(?:\s*%)?")
_BETWEEN = re.compile(
    r"(?i)[\s,;:=±|()]+|\.(?![0-9])|(?:of|among|is|are|was|the|a|an|and|with|over|on|from|at|in|about|equal|has|have"
    r"|each|within|for|by|as|judged|relevant|documents?|docs?)(?![a-z0-9])"
)


def read_named(
    given: str | Mapping[object, object], part: str = "best", example: str = "N 103, best .303, se .0114"
) -> dict[str, Fraction]:
    """Parse named numbers from a text or a mapping.

    A name is before its number, with or without a sign between them, or after its number, as in "103 systems". The
    words "of 103" also give the number of systems, and "over 50" after a standard deviation gives the number of
    topics. Raises `InputError` for any other text.
    """
    text = given if isinstance(given, str) else ", ".join(f"{name} {number}" for name, number in given.items())
    named = sorted(quantities(part).items(), key=lambda item: -len(item[1].names))
    names = re.compile(rf"(?i)(?:{'|'.join(f'(?P<{key}>{one.names})' for key, one in named)})(?![a-z0-9])")
    known, how = quantities(part), f"write each number once with its name, as in '{example}'"
    if len(text := text.translate(FOLDED)) > _LONGEST:
        raise InputError(f"the numbers have {len(text):,} signs; {how}")
    found: dict[str, Fraction] = {}
    pending, place = "", 0
    while place < len(text):
        if number := _NUMBER.match(text, place):
            key, place = _kind(text, number, pending, found, known)
            if not key:
                raise InputError(f"what {number[0].strip()} is has to be said; {how}")
            if key in found:
                raise InputError(f"{known[key].called} is given twice in {quoted(text)}; give it once")
            found[key] = checked(known[key], _decimal(number[0], known[key]))
            pending = "" if key == pending else pending
        elif (name := names.match(text, place)) and not pending:
            pending, place = str(name.lastgroup), name.end()
        elif between := _BETWEEN.match(text, place):
            place = between.end()
        elif name:
            break
        else:
            raise InputError(f"{quoted(text[place:].split()[0])} is not understood; {how}")
    if pending:
        raise InputError(f"{known[pending].called} has no number in {quoted(text)}; {how}")
    return found


def _kind(
    text: str, number: re.Match[str], pending: str, found: Iterable[str], known: Mapping[str, Quantity]
) -> tuple[str, int]:
    """Return a number's key and end position, using the word after it, a word such as "of" before it, or its name."""
    before = re.search(r"(?i)\b(?:of|among|from|over|on)\s+$", text[: number.start()])
    for key, one in known.items():
        behind = re.compile(rf"(?i)\s+{one.behind}(?![a-z0-9])") if one.behind and (before or not pending) else None
        if behind and (told := behind.match(text, number.end())):
            return key, told.end()
    if before and "systems" in known and re.fullmatch("[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+", number[0]):
        if "systems" not in (*found, pending) and "over" not in before[0]:
            return "systems", number.end()
        if not pending and "sd" in found:
            return "topics", number.end()
    return pending, number.end()


def _decimal(typed: str, one: Quantity) -> str:
    """Return a number with a decimal point instead of a decimal comma, and without commas between thousands."""
    if one.behind and re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3})+", typed):
        return typed.replace(",", "")
    if "," in typed and not re.fullmatch(r"[+-]?0?,[0-9]+\s*%?", typed):
        raise InputError(
            f"the comma in {quoted(typed)} may part numbers or be a decimal point; write a point, and a blank"
        )
    return typed.replace(",", ".")


def checked(one: Quantity, given: object) -> Fraction:
    """Return a number if its value is allowed. Raises `InputError` for any other value."""
    number = exact_number(given, one.called, one.allowed)
    whole, *bounds = one.fits.split() if one.fits[:5] == "whole" else ["", *one.fits.split()]
    fits = [_SIGNS[sign](number, Fraction(bound)) for sign, bound in zip(bounds[::2], bounds[1::2], strict=True)]
    if not all(fits) or (whole and number.denominator > 1):
        raise InputError(f"{one.called} must be {one.allowed}; given: {str(given).strip()}")
    return number


def _pieces(text: str, part: str, example: str) -> dict[str, str]:
    """Split a text at `|`, `;` and line ends; the key of a piece is a system's letter or a quantity's key."""
    if len(text) > _LONGEST_TABLE:
        raise InputError(f"the {part} have {len(text):,} signs; the longest text that is read has {_LONGEST_TABLE:,}")
    if re.search(r"\|\s*\|", text):
        raise InputError(f"the {part} {quoted(text)} have nothing between two '|'; leave one of them out")
    found, letters = dict[str, str](), iter(ascii_uppercase)
    for piece in filter(None, map(str.strip, re.split(r"[|;\n]", text.translate(FOLDED)))):
        one = re.fullmatch(r"(?is)(?:run\s+(?=[A-Z]\s*[:=]))?(?P<name>(?:[^\W\d_]+\b)?)\s*[:=]*\s*(?P<rest>.*)", piece)
        assert one is not None
        name = one["name"]
        key = next((key for key, row in quantities(part).items() if re.fullmatch(f"(?i:{row.names})", name)), "")
        if not key and (len(name) > 1 or name.islower()):
            raise InputError(f"{quoted(name)} is not understood; write '{example}'")
        key = key or next(letters, "no other")
        if key.isupper() and name not in ("", key):
            raise InputError(
                f"the {part} are called A, B, C and so on in their order; given {name}, where {key} follows"
            )
        if key in found:
            raise InputError(f"'{key}' is given twice in {quoted(text)}; give it once")
        found[key] = one["rest"]
    return found


def scores_of_systems(text: str, example: str) -> tuple[list[list[str]], str]:
    """Return the scores of each system as typed, and the critical value q, which is empty if it is not stated."""
    named = _pieces(text, "systems", example)
    q = named.pop("q", "")
    return [numbers_listed(re.sub(r"[\[\](){}]", " ", one), one) for one in named.values()], q


def runs_stated(given: str | Mapping[str, object], example: str) -> dict[str, Any]:
    """Parse runs, judgments and named numbers, and return all by key; a document judged not relevant is negative."""
    if isinstance(given, str):
        named = _pieces(given, "runs", example)
        given = {"runs": [named.pop(name) for name in [*named] if name.isupper()], **named}
    known = quantities("runs")
    if over := [name for name in given if name not in ("runs", *known)]:
        raise InputError(f"{quoted(over[0])} is not understood; the names are {comma_list(['runs', *known])}")
    runs = given.get("runs", ())
    runs = list(runs.values()) if isinstance(runs, Mapping) else runs
    if isinstance(runs, str) or not isinstance(runs, Sequence):
        raise InputError(f"'runs' is a list of runs, each a list of documents; given: {quoted(runs)}")
    names = ascii_uppercase[: len(runs)]
    found: dict[str, Any] = {
        "runs": tuple(_documents(one, f"run {name}") for name, one in zip(names, runs, strict=False))
    }
    for key, one in given.items():
        if key in ("relevant", "judged"):
            found[key] = _documents(one, "the judgments", signed=True)
        elif key in ("played", "run"):
            words = re.findall(r"[^\s,\[\](){}]+", _listed(one).upper())
            if wrong := [word for word in words or [""] if len(word) != 1 or word not in names]:
                called = comma_list([*names], "and") or "A, B and so on"
                raise InputError(f"the runs are called {called}; given: {quoted(wrong[0])}")
            places = tuple(map(names.index, words))
            found[key] = places if key == "played" else Fraction(places[0] + 1)
        elif key == "document":
            found[key] = Fraction(*_documents(one, known[key].called))
        elif key != "runs" and one is not None:
            found[key] = checked(known[key], one)
    return found


def _listed(given: object) -> str:
    if isinstance(given, Mapping):
        return ", ".join(f"{one}={int(bool(relevant))}" for one, relevant in given.items())
    return ", ".join(map(str, given)) if isinstance(given, Iterable) and not isinstance(given, str) else str(given)


_DOCUMENT = re.compile(
    r"(?P<minus>-?)(?:[a-zA-Z]+[_-]?)?0{0,9}(?P<number>[1-9][0-9]{0,3})"
    r"(?:(?P<sign>[+✓✔✗✘-])|\s?[:=]\s?(?P<worth>[\w+-]{1,20})|\s?\((?P<aside>[\w+ -]{1,20})\)"
    r"|\s(?P<word>(?:not |non-?)?rel(?:evant)?|yes|no))?(?=[\s,;\[\](){}]|$)"
)


def _documents(given: object, what: str, *, signed: bool = False) -> tuple[int, ...]:
    """Return the numbers of documents; if `signed`, the number of a document marked as not relevant is negative."""
    documents: list[int] = []
    text, place = _listed(given), 0
    while rest := re.compile(r"[^\s,;\[\](){}]+").search(text, place):
        document = _DOCUMENT.match(text, rest.start())
        said = document and (document["sign"] or document["worth"] or document["aside"] or document["word"])
        mark = (mark_of(said.replace(" ", "-")) if not said.isdecimal() else min(int(said), 1)) if said else 1
        if not document or mark is None or ((said or document["minus"]) and not signed):
            raise InputError(f"{what}: {quoted(rest[0])} is no document; write numbers from 1 to 9,999, such as d7")
        documents.append(int(document["number"]) * (-1 if document["minus"] or not mark else 1))
        place = document.end()
    return tuple(documents)


def all_named(text: str, part: str) -> dict[str, Fraction]:
    """Return a text's named numbers if only the total of a part may be missing; else an empty dictionary."""
    with suppress(InputError):
        found = read_named(text, part)
        return found if found.keys() | {"total"} >= quantities(part).keys() else {}
    return {}


def numbers_of_two(text: str, title: str) -> tuple[list[str], list[str]]:
    """Parse the numbers of A and of B, separated by `|` or after their letters; `title` names the test in errors."""
    body = re.sub(r"(?<!\w)([AB])(?!\w)\s*[:=]?\s*(?=[\d.+-])", r" \1: ", text) if re.match(r"\s*A\b", text) else text
    body = re.sub(
        r"(?m)(^|[;|])\s*[^\W\d][\w-]*[^\WabAB12]\s*:\s*(?=[-+.\d])", r"\1 ", body
    )  # Drop the names of systems.
    named = named_sides(body) if len(text) <= MOST_SIGNS else []
    if [name[-1:] for name, _ in named] == ["b", "a"]:
        named = named[::-1]
    if len(named) != len("AB"):
        raise InputError(
            f"the {title} takes the scores of A, then |, then the scores of B, such as "
            f"'0.28 0.30 | 0.35 0.20'; given: {quoted(text.strip())}"
        )
    _refuse_gaps(" ".join(text.split()), text)
    a, b = (numbers_listed(side, text) for _, side in named)
    return a, b


def successes_of_trials(text: str, title: str) -> tuple[int, int]:
    """Parse two counts, such as `4 of 5`. Raises `InputError` for any other text."""
    counts = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:of|out of|/|,|\s)\s*([0-9]{1,9})\s*", text)
    if counts is None:
        raise InputError(f"the {title} takes successes and trials, such as '4 of 5'; given: {quoted(text.strip())}")
    return int(counts[1]), int(counts[2])


def numbers_listed(listed: str, text: str) -> list[str]:
    """Split a list of numbers at blanks, commas, semicolons and "and"; return the numbers as typed.

    `listed` is a part of `text`, which errors quote. Raises `InputError` if a number is missing, or if a comma could
    either separate two numbers or be a decimal point.
    """
    if len(text) > MOST_SIGNS:
        raise InputError(f"the numbers have {len(text):,} signs; the longest list that is read has {MOST_SIGNS:,}")
    plain = " ".join(listed.split()).rstrip(" .")
    plain = plain[1:-1].strip() if plain.startswith("[") and plain.endswith("]") else plain
    _refuse_gaps(plain, text)
    words = re.split(r"[ ;|]+|,(?= )|\band\b", re.sub(r" ?/ ?", "/", plain))
    numbers = [word for word in (word.strip(",") for word in words) if word]
    if not any("," in word for word in numbers):
        return numbers
    pointed = "." in text or "/" in text
    decimals = any(re.fullmatch(r"[+-]?[0-9]*,[0-9]+%?", word) for word in numbers)
    if not decimals or (pointed and len(numbers) == 1):
        return [word for several in numbers for word in several.split(",") if word]
    if len(numbers) > 1 and not pointed and all(re.fullmatch(r"[+-]?(?:[0-9]*,)?[0-9]+%?", word) for word in numbers):
        return [word.replace(",", ".") for word in numbers]
    raise InputError(
        f"the commas in {quoted(text.strip())} may part values or stand for decimal points; "
        "write 0.5 for a decimal and a blank between values"
    )


def _refuse_gaps(plain: str, text: str) -> None:
    if nothing := re.search(r"[,;|] ?(?:[,;|]|$)|^[,;|]", plain):
        raise InputError(
            f"a value is missing in {quoted(text.strip())}, beside a {nothing[0][0]!r}; "
            "leave the sign out, or write the value of each query"
        )


def digits_in_a_row(text: str) -> str:
    """Return listed numbers of one digit as one string of digits; return any other text unchanged."""
    plain = re.sub(r"(?i)^\s*(?:none|no pairs?)\s*$", "0", text)
    words = re.sub(r"(?i)^\s*pairs?\b|\band\b|(?<=[0-9])\s*[,;]", " ", plain).split()
    return "".join(words) if words and all(re.fullmatch("[0-9]", word) for word in words) else text


_SAID_OF_WINS = re.compile(r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+|[+\-<>])|(?P<filler>[\s,;:.=()'/])|.")


def won_lost_tied(text: str, test: str) -> tuple[int, int, int] | None:
    """Parse the numbers of wins, losses and ties of A, as papers report a sign test; return None for any other text."""
    wins, body = input_words()["wins"], text.strip().lower() if len(text) <= _LONGEST else ""
    means = {word: letter for letter, said in wins["words"].items() for word in said.split()}
    for pattern, said in wins["phrases"]:
        body = re.sub(pattern, said, body)
    signs = re.sub(r"[\s,;]", "", body)
    if "+" in signs and re.fullmatch(r"[+\-=0]{2,}", signs):
        return signs.count("+"), signs.count("-"), signs.count("=") + signs.count("0")
    tokens = [one for one in _SAID_OF_WINS.finditer(body) if not one["filler"]]
    if not all(one["number"] or one[0] in means for one in tokens):
        return None
    row = "".join("n" if one["number"] else means[one[0]] for one in tokens)
    roles = next((roles for pattern, roles in wins["rows"] if re.fullmatch(pattern, row)), "")
    told = dict(zip(roles, (int(one["number"]) for one in tokens if one["number"]), strict=False))
    won = told.get("w", -1)
    lost = told.get("l", told.get("n", 0) - won)
    tied = told.get("t", told["n"] - won - lost if "n" in told else 0)
    if min(won, lost, tied) < 0:
        return None
    return (lost, won, tied) if row.startswith("Bw") and test == "sign" else (won, lost, tied)  # Bw counts B's wins.
