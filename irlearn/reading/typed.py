"""Numbers that are typed: with their names, such as "best .303 of 103, se .0114", or in lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.reading.lexicon import data
from irlearn.reading.ranks import MOST_SIGNS
from irlearn.reading.sides import named_sides
from irlearn.words import in_a_row

MOST_SYSTEMS = 1_000_000
"""Systems up to which the best of them is worked out by hand."""
_LONGEST = 400  # signs that are read


class Quantity(NamedTuple):
    """A number that is told by its name: how a sentence calls it, how it is typed, what it may be and by which names.

    `names` is a pattern of what students write for it; `behind` one of what stands behind the number, as in 50 topics.
    """

    called: str
    typed: str
    allowed: str
    fits: Callable[[Fraction], bool]
    names: str
    behind: str = ""


_FITS: dict[str, Callable[[Fraction], bool]] = {
    "any": lambda _: True,
    "above 0": lambda number: number > 0,
    "below 1": lambda number: 0 <= number < 1,
    "share": lambda number: 0 < number < 1,
    "whole 1": lambda number: number.denominator == 1 and 1 <= number <= MOST_SYSTEMS,
    "whole 2": lambda number: number.denominator == 1 and 2 <= number <= MOST_SYSTEMS,
}
QUANTITIES = {key: Quantity(**one | {"fits": _FITS[one["fits"]]}) for key, one in data()["quantities"].items()}
"""Every number that a calculation about the best of many systems can take, by its key."""

_WORDS = "|".join(
    f"(?P<{key}>{one.names})" for key, one in sorted(QUANTITIES.items(), key=lambda item: -len(item[1].names))
)
_NAME = re.compile(rf"(?i)(?:{_WORDS})(?![a-z0-9])")
_NUMBER = re.compile(r"(?i)[+-]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)(?:e-?[0-9]{1,3})?(?:\s*/\s*[0-9.]+)?(?:\s*%)?")
_BEHIND = {key: re.compile(rf"(?i)\s+{one.behind}(?![a-z0-9])") for key, one in QUANTITIES.items() if one.behind}
_FILLERS = "of|among|is|are|was|the|a|an|and|with|over|on|from|at|in|about|equal|has|have|each|within"
_BETWEEN = re.compile(rf"(?i)[\s,;:=±|()]+|\.(?![0-9])|(?:{_FILLERS})(?![a-z0-9])")
_OF = re.compile(r"(?i)\b(?:of|among|from|over|on)\s+$")
_EXAMPLE = "N 103, best .303, se .0114"
_HOW = f"write numbers with their names, as in '{_EXAMPLE}'"


def read_named(text: str) -> dict[str, Fraction]:
    """The numbers of a text by what they are. Raises `InputError` for what is not understood, in one sentence.

    A name stands before its number, with or without a sign between them, or behind it, as in 103 systems; "of 103"
    are systems, too, and "over 50" topics behind a deviation.

    >>> {name: str(number) for name, number in read_named("best .303 of 103, se .0114").items()}
    {'best': '303/1000', 'systems': '103', 'error': '57/5000'}
    """
    if len(text) > _LONGEST:
        raise InputError(f"the numbers have {len(text):,} signs; write each once with its name, as in '{_EXAMPLE}'")
    found: dict[str, Fraction] = {}
    pending, place = "", 0
    while place < len(text):
        if number := _NUMBER.match(text, place):
            key, place = _kind(text, number, pending, found)
            if key in found:
                raise InputError(f"{QUANTITIES[key].called} is given twice in {quoted(text)}; give it once")
            found[key] = checked(key, _decimal(number[0], key))
            pending = "" if key == pending else pending
        elif between := _BETWEEN.match(text, place):
            place = between.end()
        elif name := _NAME.match(text, place):
            if pending:
                break
            pending, place = str(name.lastgroup), name.end()
        else:
            raise InputError(f"{quoted(text[place:].split()[0])} is not understood; {_HOW}")
    if pending:
        raise InputError(f"{QUANTITIES[pending].called} has no number in {quoted(text)}; write '{_EXAMPLE}'")
    return found


def _kind(text: str, number: re.Match[str], pending: str, found: Iterable[str]) -> tuple[str, int]:
    """What a number is, and where the text goes on: by the word behind it, by "of" before it, by the name before it."""
    before = _OF.search(text, 0, number.start())
    behind = [(key, told.end()) for key, one in _BEHIND.items() if (told := one.match(text, number.end()))]
    if behind and (before or not pending):
        return behind[0]
    if before and re.fullmatch("[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+", number[0]):
        if "systems" not in (*found, pending) and "over" not in before[0]:
            return "systems", number.end()
        if not pending and "sd" in found:
            return "topics", number.end()
    if not pending:
        raise InputError(f"what {number[0].strip()} is has to be said; {_HOW}")
    return pending, number.end()


def _decimal(typed: str, key: str) -> str:
    """A number with a decimal comma, or with commas between thousands, as it is read elsewhere."""
    if "," not in typed:
        return typed
    if QUANTITIES[key].behind and re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3})+", typed):
        return typed.replace(",", "")
    if re.fullmatch(r"[+-]?0?,[0-9]+\s*%?", typed):
        return typed.replace(",", ".")
    raise InputError(f"the comma in {quoted(typed)} may part numbers or be a decimal point; write a point, and a blank")


def checked(key: str, given: object) -> Fraction:
    """A number as what it is to be; an `InputError` that says what is allowed."""
    one = QUANTITIES[key]
    number = exact_number(given, one.called, one.allowed)
    if not one.fits(number):
        raise InputError(f"{one.called} must be {one.allowed}; given: {str(given).strip()}")
    return number


def of_mapping(given: Mapping[object, object]) -> dict[str, Fraction]:
    """Numbers under the names that a text may give them, by what they are."""
    found: dict[str, Fraction] = {}
    for name, number in given.items():
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        key = match.lastgroup if match else None
        if not isinstance(key, str):
            names = in_a_row([one.typed for one in QUANTITIES.values()])
            raise InputError(f"{quoted(name)} is no number's name; the names are {names}")
        if key in found:
            raise InputError(f"{QUANTITIES[key].called} is given twice; give it once")
        found[key] = checked(key, number)
    return found


# numbers without names


def numbers_of_two(text: str, title: str) -> tuple[list[str], list[str]]:
    """The numbers of A and those of B, with `|` between them, or each behind its letter; `title` is what takes them.

    >>> numbers_of_two("A: 0.3 1/2 B: 0.1 1", "sign test"), numbers_of_two("b = [1, 2]; a = [3, 4]", "sign test")
    ((['0.3', '1/2'], ['0.1', '1']), (['3', '4'], ['1', '2']))
    """
    body = re.sub(r"(?<!\w)([AB])(?!\w)\s*[:=]?\s*(?=[\d.+-])", r" \1: ", text) if re.match(r"\s*A\b", text) else text
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
    """Two counts as they are typed, such as `4 of 5`. Raises `InputError` for what is none."""
    counts = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:of|out of|/|,|\s)\s*([0-9]{1,9})\s*", text)
    if counts is None:
        raise InputError(f"the {title} takes successes and trials, such as '4 of 5'; given: {quoted(text.strip())}")
    return int(counts[1]), int(counts[2])


def numbers_listed(listed: str, text: str) -> list[str]:
    """The numbers of a list as they are typed, with blanks, commas, semicolons or "and" between them.

    `text` is all that was typed, of which `listed` may be a part. Raises `InputError` where a number is missing, and
    where a comma may part two numbers or be a decimal point.

    >>> numbers_listed("0.5, 1/3 and 1", "0.5, 1/3 and 1"), numbers_listed("0,5 0,25", "0,5 0,25")
    (['0.5', '1/3', '1'], ['0.5', '0.25'])
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
    """Raises `InputError` where nothing stands between two signs, or beside the first or the last."""
    if nothing := re.search(r"[,;|] ?(?:[,;|]|$)|^[,;|]", plain):
        raise InputError(
            f"a value is missing in {quoted(text.strip())}, beside a {nothing[0][0]!r}; "
            "leave the sign out, or write the value of each query"
        )


def counts_named(text: str, names: Iterable[str], example: str) -> dict[str, str] | list[str]:
    """Counts as they are typed behind their names, by name; or, where there are numbers only, in their order.

    >>> counts_named("AA: 12, AD=1", ["AA", "AD"], ""), counts_named("12 1", ["AA", "AD"], "")
    ({'AA': '12', 'AD': '1'}, ['12', '1'])
    """
    if len(text) > _LONGEST:
        raise InputError(f"the counts have {len(text):,} signs; write each once with its name, as in '{example}'")
    if not re.search(r"[^\W\d_]", text):
        return numbers_listed(text, text)
    by_name, found = {name.upper(): name for name in names}, dict[str, str]()
    for one in _COUNT_OF.finditer(text.strip()):
        name = by_name.get(one["name"].upper())
        if name is None or one["count"] is None:
            wrong = f"{quoted(one[0].split()[0])} is not understood"
            what = f"{name} has no whole number behind it in {quoted(text)}" if name else wrong
            raise InputError(f"{what}; write counts behind their names, as in '{example}'")
        if name in found:
            raise InputError(f"{name} is given twice in {quoted(text)}; give it once")
        found[name] = one["count"]
    return found


_COUNT_OF = re.compile(r"(?=\S)(?P<name>[A-Za-z]*)\s*[:=]?\s*(?:(?P<count>[0-9]{1,9})(?![0-9.])|\S*)\s*[,;|]?\s*")


def digits_in_a_row(text: str) -> str:
    """Numbers of one digit that were listed, without what stands between them; any other text as it is.

    >>> digits_in_a_row("pairs 2, 5 and 7"), digits_in_a_row("2 5 7"), digits_in_a_row("none"), digits_in_a_row("0.5")
    ('257', '257', '0', '0.5')
    """
    plain = re.sub(r"(?i)^\s*(?:none|no pairs?)\s*$", "0", text)
    words = re.sub(r"(?i)^\s*pairs?\b|\band\b|(?<=[0-9])\s*[,;]", " ", plain).split()
    return "".join(words) if words and all(re.fullmatch("[0-9]", word) for word in words) else text


# wins, losses and ties, as papers state what a sign test is about

_SAID_OF_WINS = re.compile(r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+|[+\-<>])|(?P<filler>[\s,;:.=()'/])|.")


def won_lost_tied(text: str, test: str) -> tuple[int, int, int] | None:
    """How often A won, lost and tied, as a sign or a binomial test is told of it; None where a text is no such thing.

    >>> won_lost_tied("2 wins, 1 loss", "sign"), won_lost_tied("A beats B on 2 of 3 topics", "sign")
    ((2, 1, 0), (2, 1, 0))
    """
    rows = data()["wins"]
    means = {word: letter for letter, said in rows["words"].items() for word in said.split()}
    body = text.strip().lower() if len(text) <= _LONGEST else ""
    for pattern, said in rows["phrases"]:
        body = re.sub(pattern, said, body)
    signs = re.sub(r"[\s,;]", "", body)
    if "+" in signs and re.fullmatch(r"[+\-=0]{2,}", signs):
        return signs.count("+"), signs.count("-"), signs.count("=") + signs.count("0")
    tokens = [one for one in _SAID_OF_WINS.finditer(body) if not one["filler"]]
    if not all(one["number"] or one[0] in means for one in tokens):
        return None
    row = "".join("n" if one["number"] else means[one[0]] for one in tokens)
    found = _of_row(row, [int(one["number"]) for one in tokens if one["number"]])
    return (found[1], found[0], found[2]) if found and row.startswith("Bw") and test == "sign" else found  # those of A


def _of_row(row: str, numbers: list[int]) -> tuple[int, int, int] | None:
    """What the numbers of a row of words are, where the row is known."""
    rows = data()["wins"]
    for what, step in (("wins all", 1), ("all wins", -1)):
        if re.fullmatch(rows[what], row) and len(numbers) == 2:
            wins, trials = numbers[::step]
            return (wins, trials - wins, 0) if wins <= trials else None
    if not re.fullmatch("|".join(rows["wins losses ties"]), row) or not 2 <= len(numbers) <= 3:
        return None
    marks = re.findall("[wlt]", row)
    named = dict(zip(marks, numbers, strict=False)) if len(marks) == len(numbers) == len({*marks}) else {}
    if "w" in named and "l" in named:
        return named["w"], named["l"], named.get("t", 0)
    return numbers[0], numbers[1], sum(numbers[2:])
