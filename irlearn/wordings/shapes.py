"""Lists and pairs whose shape alone tells what they are: marks beside decimals, a list, a set and a number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from irlearn.errors import InputError, quoted
from irlearn.wordings.aside import harms
from irlearn.wordings.lexicon import GRADES, IDEAL, LABELS, RANKING, RELEVANT, SCORES, mark_of, roles_among
from irlearn.wordings.lists import of_lists, of_sections
from irlearn.wordings.prose import of_prose
from irlearn.wordings.reading import Reading, of_list
from irlearn.wordings.scored import by_score
from irlearn.wordings.sections import Item, Section

_MARK = r"(?:[01](?:\.0*)?(?![\w.])|[^\W\d_][\w-]{0,14}|[+✓✔✅☑✗✘✕✖❌☒-])"
_DECIMAL = r"(?:[0-9]{0,3}\.[0-9]{1,9}|[0-9]{1,3})(?![\w.])"
_NAME = r"(?:[\"']?(?P<{0}>[^\W\d]\w{{0,20}}(?: [^\W\d]\w{{0,20}}){{0,3}})[\"']?\s{{0,3}}[:=]?\s{{0,3}})?"
_RUN = r"(?P<{0}>\[[^\[\]:;=\n]*\]|[0-9.+✓✔✗✘✅❌-](?:[0-9.,+✓✔✗✘✅❌ -]*[0-9.+✓✔✗✘✅❌-])?)"
_TWO = re.compile(
    rf"\(?{_NAME.format('name')}{_RUN.format('one')}\s{{0,3}}[,;\n]?\s{{0,3}}(?:(?:and|with|und|et|y) )?"
    rf"{_NAME.format('other')}{_RUN.format('two')}\)?\.?"
)
_UNFIT = re.compile(
    r"(?i)prec|recall|negativ|discount|"
    r"weight|ideal|cumul|d?cg\b|gain|time|rank|position|threshold|p[ _-]?val|expect|perfect|"
    r"cutoff|average|diff"
)
_FAR = re.compile(r"(?i)dist|loss|l[12]\b|error|cost|far|euclid|perplex")
_SCORED = re.compile(
    r"(?i)^(?:y_?)?(?:scores?|pred\w*|prob\w*|sims?|similarit\w*|conf\w*|logits?|s)$|_(?:scores?|probs?)$"
)
_FEWEST = 2


def of_shapes(text: str) -> Reading | None:
    """A ranking that the shape of lists or pairs tells.

    >>> of_shapes("[1, 0, 1], [0.9, 0.8, 0.7]").grades, of_shapes("0.9 (TP), 0.8 (FP)").grades
    ((1, 0, 1), (1, 0))
    >>> of_shapes("[9, 4, 2], {9, 2}, 3").cutoff, of_shapes("[3, 2, 0] but the system gave [0, 3]").missed
    (3, (2,))
    >>> of_shapes("[1, 0, 1], [1.0, 0.5, 0.67]").others[0].grades, of_shapes("[2, 0, 1], [0.9, 0.5, 0.3]") is None
    ((1, 0, 1), True)
    """
    body = text.strip()
    return _with_k(body) or _of_pairs(body) or _of_two(body) or _best_first(body) or _of_twice(body)


_LIST = r"\[[^\[\]{}:]*\]"
_SET = r"\{[^\[\]{}:]*\}"
_CALL = re.compile(
    rf"(?:[A-Za-z]\w{{0,30}})?(?P<open>\()?\s*(?P<one>{_LIST}|{_SET})\s*,\s*(?P<two>{_LIST}|{_SET})\s*,\s*"
    r"(?:k\s*=\s*)?(?P<k>[0-9]{1,3})\s*(?(open)\))"
)


def _with_k(text: str) -> Reading | None:
    """A list, a set and a number, which is the cutoff."""
    found = _CALL.fullmatch(text)
    if not found or {found["one"][0], found["two"][0]} != {"[", "{"} or found["k"] == "0":
        return None
    return of_sections(f"{found['one']}; {found['two']}; k = {found['k']}")


def _of_pairs(text: str) -> Reading | None:
    """Scores with a mark each, in any brackets: `0.9(TP) 0.8(FP)`, `(1, 0.9), (0, 0.8)`, `0.9: 1, 0.8: 0`."""
    if (
        len(text) > _LONGEST
        or not re.search(r"[(:→]|[0-9] ?[✓✔✅☑✗✘✕✖❌☒]", text)
        or re.search(r"[^\s,;()\[\]:=+.\w→✓✔✅☑✗✘✕✖❌☒-]", text)
    ):
        return None
    parts = [
        part
        for part in re.split(
            r"\)\s*[,;]?\s*|(?<=[\w+-])\s*[,;\n]\s*(?=[0-9.]+\s*[:(→])|(?<=[✓✔✅☑✗✘✕✖❌☒])[\s,;]*", text.strip("[]")
        )
        if part.strip()
    ]
    words = [re.findall(r"[✓✔✅☑✗✘✕✖❌☒]|[^\s,;:()\[\]=→✓✔✅☑✗✘✕✖❌☒]+", part) for part in parts]
    if len(words) < _FEWEST or {len(one) for one in words} != {2}:
        return None
    rows = [*zip(*words, strict=True)]
    for scores, marks in (rows, rows[::-1]):
        read = _scored([*marks], [*scores], text, "")
        if read:
            return read
    return None


_LONGEST = 600


def _of_two(text: str) -> Reading | None:
    """Marks and as many decimals, in either order."""
    found = _TWO.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        return None
    first, second = (" ".join((found[name] or "").split()) for name in ("name", "other"))
    one, two = (re.findall(r"[^\s,\"'\[\]]+", found[name]) for name in ("one", "two"))
    if (found["one"][0] != "[" and not first) or (found["two"][0] != "[" and not second):
        return None
    for marks, scores, name, beside in ((one, two, first, second), (two, one, second, first)):
        said = roles_among(name) if name else frozenset()
        fits = said is not None and (not said or said & {RELEVANT, GRADES, LABELS} or _RANKED.search(name))
        if fits and not harms(name) and not harms(beside) and not _UNFIT.search(beside) and not _NO_MARKS.search(name):
            read = _scored(marks, scores, text, beside)
            if read:
                return read
    return None


_RANKED = re.compile(r"(?i)\b(?:hits?|clicks?)\b")
_NO_MARKS = re.compile(r"(?i)ideal|discount|weight|prec|recall|missed|negativ")


def _scored(marks: Sequence[str], scores: Sequence[str], text: str, name: str) -> Reading | None:
    """The reading of marks and their scores: from the highest down; as they stand, too, where nothing says which."""
    hits = [int(float(one)) if re.fullmatch(r"[01](?:\.0*)?", one) else mark_of(one) for one in marks]
    sound = len(hits) == len(scores) >= _FEWEST and None not in hits and {*hits} <= {0, 1} and 1 in hits
    if not sound or not all(re.fullmatch(_DECIMAL, one) for one in scores) or not any("." in one for one in scores):
        return None
    values = [Fraction(one) for one in scores]
    if len({*values}) < len(values) or [float(one) for one in scores] == sorted(
        float(one) for one in marks if "." in one
    ):
        return None
    falls = values == sorted(values, reverse=True)
    listed = of_list(hit or 0 for hit in hits)
    far = _FAR.search(name) is not None
    if _SCORED.search(name) or (SCORES in (roles_among(name) or ()) and not far):
        return by_score([(score, hit or 0) for score, hit in zip(scores, hits, strict=True)], text)
    if falls and not far:
        return listed
    ordered = by_score([(score, hit or 0) for score, hit in zip(scores, hits, strict=True)], "")
    doubt = (
        f"the wording {quoted(text)} has numbers beside its marks that do not say which comes first; write the marks "
        "in the order of the list, such as '1 0 1', or 'labels = [1, 0], scores = [0.9, 0.4]'"
    )
    others = (listed, replace(ordered, grades=ordered.grades[::-1])) if far else (listed,)
    return replace(ordered, others=others, doubt=doubt)


_TWICE = re.compile(
    r"(?P<before>[^\[\]]{6,120}?)?[\s;,.:=(]*(?P<list>\[\s*[01](?:[\s,]+[01])+\s*\])[\s;,.(]*(?P<behind>[^\[\]]{6,120}?)?\)?\.?"
)


def _of_twice(text: str) -> Reading | None:
    """A list of 0 and 1 and, in words, the ranks of its relevant documents, which must be those."""
    found = _TWICE.fullmatch(text) if len(text) <= _LONGEST else None
    if not found or bool(found["before"]) == bool(found["behind"]):
        return None
    words = (found["before"] or found["behind"]).strip(" ;,.:=(")
    told = None if harms(words) else of_prose(words)
    grades = tuple(map(int, re.findall("[01]", found["list"])))
    hits = [rank for rank, grade in enumerate(grades, start=1) if grade]
    if told is None or told.cutoff or [rank for rank, grade in enumerate(told.grades, start=1) if grade] != hits:
        return None
    ranks = [int(one) for one in re.findall("[0-9]+", words)]
    return of_list(grades, relevant=told.relevant) if ranks[: len(hits)] == hits else None


_GRADED = r"\[\s*(?P<{0}>[0-9](?:\s*,\s*[0-9]){{1,}})\s*\]"
_BEST = re.compile(
    rf"(?P<head>[^\[\]\d]*){_GRADED.format('best')}(?P<between>[^\[\]\d]*){_GRADED.format('list')}\s*\.?"
)
_CONTRAST = re.compile(r"(?i)^[\s,;]*(?:but|while|whereas|and|vs\.?|,)?\s*(?=\w)")


def _best_first(text: str) -> Reading | None:
    """The grades in the best order, and those that the system gave: `[3, 2, 0] but the system gave [0, 3]`."""
    found = _BEST.fullmatch(text)
    if not found or found["head"].strip():
        return None
    words = _CONTRAST.sub("", found["between"])
    best, given = (re.findall("[0-9]", found[one]) for one in ("best", "list"))
    falls = best == sorted(best, reverse=True) and best != given and max(best) > "1"
    if not falls or Counter(given) - Counter(best) or roles_among(words) != frozenset({RANKING}) or harms(words):
        return None
    lists = [
        Section([name], "[", [Item(one) for one in numbers], said=True)
        for name, numbers in ((IDEAL, best), ("retrieved", given))
    ]
    try:
        return of_lists(lists, text)
    except InputError:
        return None
