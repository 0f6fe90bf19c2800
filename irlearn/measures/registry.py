"""Every measure by its name, and the parsers of a measure and of a list of measures.

The notation is that of ir_measures, such as `nDCG@10` and `AP(rel=2)@100`. Names of other programs are in
`irlearn.measures.names`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, TypeGuard

from irlearn.errors import InputError, quoted, visible
from irlearn.measures.average_precision import AveragePrecision, LargestAP, SmallestAP
from irlearn.measures.base import Measure
from irlearn.measures.binary import (
    BinaryPreference,
    FMeasure,
    Judged as JudgedShare,
    Precision,
    Recall,
    ReciprocalRank,
    RPrecision,
    Success as SuccessAt,
)
from irlearn.measures.contingency import AccuracyShare, FalloutShare
from irlearn.measures.counts import COUNTS, OFFICIAL
from irlearn.measures.graded import (
    CumulatedGain,
    DiscountedCumulatedGain,
    IdealDCG,
    NormalizedDCG,
)
from irlearn.measures.means import MAP, MRR, Mean, gMAP
from irlearn.text.english import comma_list
from irlearn.text.numbers import Typed

if TYPE_CHECKING:
    from irlearn.measures.precision_recall_curve import InterpolatedPrecision
    from irlearn.measures.user_models import (
        CooperSearchLength,
        ExpectedReciprocalRank,
        ExpectedSearchLength,
        NormalizedERR,
        RankBiasedPrecision,
        RBPResidual,
    )

P = Precision()
R = Recall()
F = FMeasure()
AP = AveragePrecision()
RR = ReciprocalRank()
CG = CumulatedGain()
DCG = DiscountedCumulatedGain()
IDCG = IdealDCG()
nDCG = NormalizedDCG()  # noqa: N816 - the field's name
Rprec = RPrecision()
Success = SuccessAt()
Bpref = BinaryPreference()
Judged = JudgedShare()
Fallout = FalloutShare()
Accuracy = AccuracyShare()
MaxAP = LargestAP()
MinAP = SmallestAP()

# These are created on first use, because most starts of the shell use none of them.
IPrec: InterpolatedPrecision
RBP: RankBiasedPrecision
ERR: ExpectedReciprocalRank
ESL: ExpectedSearchLength
CooperESL: CooperSearchLength
RBPres: RBPResidual
nERR: NormalizedERR  # noqa: N816 - the field's name


class _Measures(MutableMapping[str, Measure]):
    """Measures by name. A measure that was not used yet is kept as the names of its module and class."""

    def __init__(self, entries: dict[str, Measure | tuple[str, str]]) -> None:
        self._entries = entries

    def __getitem__(self, name: str) -> Measure:
        entry = self._entries[name]
        if isinstance(entry, tuple):
            module, class_name = entry
            entry = self._entries[name] = vars(import_module(f"irlearn.measures.{module}"))[class_name]()
        return entry

    def __setitem__(self, name: str, measure: Measure) -> None:
        self._entries[name] = measure

    def __delitem__(self, name: str) -> None:
        del self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries


def __getattr__(name: str) -> Measure:
    if name in __annotations__ and name in MEASURES:
        return MEASURES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


MEASURES: MutableMapping[str, Measure] = _Measures(
    {
        **{measure.name: measure for measure in (P, R, F)},
        "IPrec": ("precision_recall_curve", "InterpolatedPrecision"),
        **{measure.name: measure for measure in (AP, RR, CG, DCG, IDCG, nDCG, Rprec, Success)},
        "RBP": ("user_models", "RankBiasedPrecision"),
        "ERR": ("user_models", "ExpectedReciprocalRank"),
        **{measure.name: measure for measure in (Bpref, Judged)},
        "ESL": ("user_models", "ExpectedSearchLength"),
        **{measure.name: measure for measure in (Fallout, Accuracy, MaxAP, MinAP)},
        "RBPres": ("user_models", "RBPResidual"),
        "nERR": ("user_models", "NormalizedERR"),
        "CooperESL": ("user_models", "CooperSearchLength"),
    }
)
"""Every measure by its name, in the order in which the lessons introduce them."""

MEANS: dict[str, Mean] = {mean.name: mean for mean in (MAP, gMAP, MRR)}
"""Every named mean over topics."""

OFFICIAL_SET = "official"
"""Name for trec_eval's official measures in a list of measures."""

FOLDED: dict[int, int | None] = {
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},  # East Asian keyboards type wide characters.
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff")),  # These characters have no width.
}
"""Translation of characters that look like ASCII, or like nothing, in names that were pasted."""

_NOTATION = r"(?P<name>[A-Za-z][A-Za-z_]*) ?(?:\((?P<options>(?:[^()]|\([^()]*\))*)\))? ?(?:@ ?(?P<cutoff>[^@\s]+))?"
_MEAN = r"mean (?P<plain>[^() ].*)|mean ?\( ?(?P<inside>.+?) ?\)(?P<cut> ?@ ?[0-9]{1,18})?"
_MEAN_WORDS = re.compile(r"^(?:[Mm]ean|MEAN|[Aa]verage|[Aa]vg\.?|[Mm]acro(?:[ -]averaged?)?)(?: of)?(?: the)? (?=\S)")
_NUMBER = r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
_RATIO = r"[0-9]{1,40}/0{0,39}[1-9][0-9]{0,39}"
_LIST = rf"[\[(] ?(?:{_NUMBER}|{_RATIO})(?: ?, ?(?:{_NUMBER}|{_RATIO}))* ?,? ?[\])]"
_PAIR = rf"[0-9]{{1,10}} ?: ?(?:{_RATIO}|{_NUMBER})"
_GAINS = rf"\{{ ?{_PAIR}(?: ?, ?{_PAIR})* ?\}}"
_CONSTANTS = {"True": True, "False": False, "None": None}
_LONGEST_NAME = 200  # characters
_LONGEST_LIST = 10_000  # characters

_SETS = (OFFICIAL_SET, "all")  # "all" is for users of trec_eval's -m all_trec, though that has more cutoffs.
_SCORED_NAMES = {*COUNTS, *_SETS}


def parse_measure(text: str) -> Measure | Mean:
    """Return the measure that a text names in the notation of ir_measures.

    Parameters
    ----------
    text : str
        A name with optional options and cutoff, such as `nDCG@10` or `AP(rel=2)@100`. "mean" before it denotes the
        mean over queries. Names of other programs, such as `ndcg_cut_10`, are read if they mean the same value.

    Returns
    -------
    Measure or Mean
        The measure; `parse_measure(repr(measure)) == measure`.

    Raises
    ------
    InputError
        If there is no such measure (the message suggests similar names), or the measure lacks an option or a cutoff.

    Examples
    --------
    >>> parse_measure("AP(rel=2)@100")
    AP(rel=2)@100
    >>> parse_measure("mean nDCG@10"), parse_measure("hit rate@10")
    (mean nDCG@10, Success@10)
    >>> parse_measure("ndcg_cut_10"), parse_measure("recip_rank"), parse_measure("P_5")
    (nDCG@10, RR, P@5)
    >>> parse_measure("nDGC@10")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: no measure is called 'nDGC@10'; did you mean nDCG@10?
    """
    if not isinstance(text, str):
        raise InputError(f"a measure is named by a text such as 'nDCG@10'; given: {quoted(text)}")
    if len(text) > _LONGEST_NAME:
        raise InputError(f"a measure has a short name, such as nDCG@10; given: {quoted(text)}")
    # Nearly all texts are a plain name and cutoff. They are read first, because no pattern is compiled for them.
    name, at, cutoff = text.partition("@")
    measure = named(name)
    if measure is not None and (not at or (cutoff.isascii() and cutoff.isdigit() and len(cutoff) <= 18)):
        return measure @ int(cutoff) if at else measure

    plain = " ".join(text.translate(FOLDED).split())
    match = re.fullmatch(_NOTATION, plain)
    measure = named(match["name"]) if match else None
    if measure is None and (notation := canonical(plain)):
        return parse_measure(notation)
    mean_match = re.fullmatch(_MEAN, _MEAN_WORDS.sub("mean ", plain))
    if mean_match:
        inside = mean_match["plain"] or mean_match["inside"] + (mean_match["cut"] or "")
        inner_measure = _parse_inside_mean(inside)
        if inner_measure is not None:
            return Mean.over(inner_measure)
    count = _count_measures(plain, {*MEASURES, *MEANS})
    if count > 1:
        raise InputError(f"{quoted(text.strip())} names {count} measures where one is asked for; give one of them")
    if match is None or measure is None:
        inside = mean_match["plain"] or mean_match["inside"] if mean_match else ""
        raise InputError(f"no measure is called {quoted(text.strip())}; {_suggestion(plain, inside)}")
    if match["options"] is not None:
        measure = measure(**_parse_options(text, match["options"], measure))
    if match["cutoff"] is not None and _takes_level(measure):
        measure = measure @ _parse_level(text, match["cutoff"])
    elif match["cutoff"] is not None:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", match["cutoff"]):
            raise InputError(
                f"the cutoff in {quoted(text.strip())} must be a whole number, 1 or more; "
                f"given: {quoted(match['cutoff'])}"
            )
        measure = measure @ int(match["cutoff"])
    return measure


def as_measure(measure: Measure | Mean | str) -> Measure | Mean:
    """Return a measure given as a value or as the text that names it.

    Parameters
    ----------
    measure : Measure, Mean or str
        A measure, a mean, or text for `parse_measure`.

    Returns
    -------
    Measure or Mean
        The measure.

    Raises
    ------
    InputError
        If the text names no measure, or the value is not a measure.

    Examples
    --------
    >>> as_measure("P@5"), as_measure(MAP)
    (P@5, MAP)
    """
    if isinstance(measure, str):
        return parse_measure(measure)
    if not isinstance(measure, Measure | Mean):
        raise InputError(f"a measure is a value such as AP, or a text such as 'nDCG@10'; given: {quoted(measure)}")
    return measure


def named(name: str) -> Measure | Mean | None:
    """Return the measure or mean with exactly this name and without options, or None."""
    return MEASURES[name] if name in MEASURES else MEANS.get(name)


def canonical(text: str) -> str | None:
    """Return irlearn's notation for a name from another program, or None, as `known_as` does."""
    from irlearn.measures.names import known_as  # irlearn's own names do not need it.

    return known_as(" ".join(text.split()), (*MEASURES, *MEANS))


def is_name(text: str) -> bool:
    """Return whether a text names a measure here or in another program, even one that irlearn does not have."""
    try:
        return named(text) is not None or canonical(text) is not None
    except InputError:
        return True


def listed() -> str:
    """Return the names of all measures as the end of a sentence."""
    return f"the measures are {', '.join((*MEASURES, *MEANS))}"


def _parse_inside_mean(text: str) -> Measure | None:
    """Return the measure after the word "mean", such as AP in "mean of AP"; None if the text names no measure."""
    name = re.match("[A-Za-z]+", text)
    if (name is None or name[0] not in MEASURES) and canonical(text) is None:
        return None
    measure = parse_measure(text)
    return measure if isinstance(measure, Measure) else None


def _count_measures(text: str, known: Iterable[str]) -> int:
    """Return how many measures a text names, separated by commas or other signs, or by spaces if all are known."""
    outside = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", text)
    parts = [part for part in re.split(r",(?! ?[0-9])|[;&+]|/(?![0-9])|\band\b", outside) if part.strip()]
    words = [word.partition("@")[0] for word in outside.split()]
    return max(len(parts), len(words) if all(word in known for word in words) else 1)


def _parse_options(text: str, inside: str, measure: Measure | Mean) -> dict[str, object]:
    """Parse the options inside the parentheses of `text`."""
    options: dict[str, object] = {}
    for part in map(str.strip, re.split(r",(?![^\[({]*[\])}])", inside) if inside.strip() else ()):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name.isidentifier() or name in options:
            hint = _suggestion_for_number(measure, part) if not equals else ""
            raise InputError(f"the options in {quoted(text.strip())} must read name=value; given: {quoted(part)}{hint}")
        options[name] = _parse_value(text, name, value)
    return options


def _parse_value(text: str, name: str, value: str) -> object:
    """Parse the value of an option: a constant, a number, a quoted text, a list of numbers, or gains of grades."""
    if value in _CONSTANTS:
        return _CONSTANTS[value]
    if re.fullmatch(_NUMBER, value):
        return int(value) if re.fullmatch(r"[+-]?[0-9]+", value) else float(value)
    if re.fullmatch(r"""'[^'\\]*'|"[^"\\]*\"""", value):
        return value[1:-1]
    if re.fullmatch(_LIST, value):
        items = re.findall(rf"{_RATIO}|{_NUMBER}", value)
        return [Fraction(item) if "/" in item else _parse_value(text, name, item) for item in items]
    if re.fullmatch(_GAINS, value):
        items = re.findall(rf"([0-9]+) ?: ?({_RATIO}|{_NUMBER})", value)
        pairs = [(int(grade), Typed(gain)) for grade, gain in items]
        if len(dict(pairs)) < len(pairs):
            raise InputError(f"{name} in {quoted(text.strip())} give a grade twice; give each grade once")
        return dict(pairs)
    raise InputError(
        f"the value of {name} in {quoted(text.strip())} must be a number or 'text'; given: {visible(value)}"
    )


def _parse_level(text: str, level: str) -> Fraction:
    if re.fullmatch(_NUMBER, level) or re.fullmatch(_RATIO, level):
        return Fraction(level)
    raise InputError(
        f"the recall level in {quoted(text.strip())} must be a number from 0 to 1, such as 0.3; given: {quoted(level)}"
    )


def _takes_level(measure: Measure | Mean) -> TypeGuard[InterpolatedPrecision]:
    return isinstance(measure, Measure) and measure.takes_level


def _accepts_cutoff(measure: Measure | Mean, cutoff: str) -> bool:
    """Return whether `cutoff`, with its @, fits: a recall level for interpolated precision, else a rank."""
    if _takes_level(measure):
        return bool(cutoff) and float(cutoff[1:]) <= 1
    return "." not in cutoff and (isinstance(measure, Mean) or measure.takes_cutoff)


def _suggestion_for_number(measure: Measure | Mean, number: str) -> str:
    """Return a question that offers meanings of a number in parentheses without a name; empty if it has no meaning."""
    if not re.fullmatch(r"[0-9]{1,18}|0?\.[0-9]{1,18}", number):
        return ""
    option = {"RBP": "p", "F": "beta"}.get(measure.name)
    readings = [f"{measure.name}({option}={number})"] if option else []
    readings += [f"{measure.name}@{number}"] if number.isdigit() and _accepts_cutoff(measure, f"@{number}") else []
    return f"; did you mean {comma_list(readings, 'or')}?" if readings else ""


def _suggestion(text: str, inside_mean: str) -> str:
    """Return a question that offers the nearest names for an unknown name, or the list of all names.

    `inside_mean` is the part of the text that is averaged, if the text names a mean.
    """
    known: dict[str, Measure | Mean] = {**MEASURES, **MEANS}
    suggestions = _nearest_names(text, known)
    if inside_mean and not {suggestion.partition("@")[0] for suggestion in suggestions} & {"AP", *MEANS}:
        suggestions = [f"mean {name}" for name in _nearest_names(inside_mean, MEASURES)] or suggestions
    return f"did you mean {comma_list(suggestions, 'or')}?" if suggestions else listed()


def _nearest_names(text: str, known: Mapping[str, Measure | Mean]) -> list[str]:
    """Return the notation of known measures that an unknown name may stand for."""
    import difflib  # Only a mistake needs it.

    from irlearn.measures.names import ELSEWHERE, FORM

    if re.match(r"(?i)(?:3|three)[- ]?(?:pt|point)", text):
        return ["IPrec(levels=[0.25, 0.5, 0.75])", "IPrec(levels=[0.2, 0.5, 0.8])"]
    match = FORM.fullmatch(text)
    letters = re.sub(r"[^a-z]|_?at_?k$", "", (match["name"] if match else re.split(r"[^\w -]", text)[0]).lower())
    by_lower_case = {name.lower(): name for name in known}
    exact = by_lower_case.get(letters) or by_lower_case.get(ELSEWHERE.get(letters, "").lower())
    if exact:
        names = [exact]
    else:
        names = [by_lower_case[near] for near in difflib.get_close_matches(letters, by_lower_case, n=3, cutoff=0.7)]
    cutoff = f"@{match['k']}" if match and match["k"] else ""
    return [name + (cutoff if _accepts_cutoff(known[name], cutoff) else "") for name in names]


def parse_measures(text: str) -> tuple[Measure | Mean, ...]:
    """Return the measures that a list names.

    Parameters
    ----------
    text : str
        Names separated by commas or spaces, with options in parentheses. A bare number after a comma is another cutoff
        of the measure before it.

    Returns
    -------
    tuple of Measure or Mean
        Each measure once, in the order of the text.

    Raises
    ------
    InputError
        If a name is not the name of a measure, or a comma does not separate two names.

    Examples
    --------
    >>> parse_measures("AP, F(rel=2, beta=2)@10,P@5,10, AP")
    (AP, F(rel=2, beta=2)@10, P@5, P@10)
    >>> parse_measures("RR P@10"), parse_measures("AP @5")
    ((RR, P@10), (AP@5,))
    """
    return tuple(dict.fromkeys(map(parse_measure, spelled_out(text))))


def scored_measures(text: str) -> tuple[Measure | Mean, ...]:
    """Return the measures that a list names, which may include trec_eval's counts and its official set.

    >>> scored_measures("num_ret AP"), len(scored_measures("official"))
    ((num_ret, AP), 29)
    """
    measures: list[Measure | Mean] = []
    for name in spelled_out(text, _SCORED_NAMES):
        names = OFFICIAL if name.lower() in _SETS else (name,)
        measures += [COUNTS.get(name) or parse_measure(name) for name in names]
    return tuple(dict.fromkeys(measures))


def spelled_out(text: str, also: Container[str] = ()) -> list[str]:
    """Return the names of measures in a list; a bare number after a comma is another cutoff of the measure before it.

    Names are separated by commas, and by spaces if each word is the name of a measure or is in `also`. Raises
    `InputError` for a comma without a name on both sides, and for a cutoff without a measure.

    >>> spelled_out("P@5,10, 20"), spelled_out("F(rel=2, beta=2)@10,AP"), spelled_out("AP P@5, mean RR")
    (['P@5', 'P@10', 'P@20'], ['F(rel=2, beta=2)@10', 'AP'], ['AP', 'P@5', 'mean RR'])
    """
    if len(text) > _LONGEST_LIST:
        raise InputError(f"measures have short names, such as AP,nDCG@10; given: {quoted(text)}")
    parts = [part.strip() for part in _split_outside_parentheses(text.translate(FOLDED), at_commas=True)]
    if len(parts) > 1 and not all(parts):
        raise InputError(
            f"the measures {quoted(text)} have a comma with no measure beside it; write them as AP,P@5,nDCG@10"
        )
    names: list[str] = []
    for name in (name for part in parts for name in _split_at_spaces(part, also)):
        if len(parts) == 1 or not _is_cutoff(name):
            names.append(name)
            continue
        measure = names[-1] if names else ""
        if "@" not in measure:
            measure = canonical(measure) or measure  # Other programs attach a cutoff without an @, as in P_5.
        before_cutoff, at, _ = measure.rpartition("@")
        if not at:
            raise InputError(
                f"in the measures {quoted(text.strip())} no measure comes before the cutoff {name} that it belongs to; "
                "write P@5,10 for P@5 and P@10"
            )
        names.append(f"{before_cutoff}@{name}")
    return names


def _split_at_spaces(part: str, also: Container[str]) -> list[str]:
    """Return the measures of a text with spaces between them, or the text if its words are not one measure each."""
    if is_name(part):  # A name may contain a space, such as R precision.
        return [part]
    first, *others = words = _split_outside_parentheses(part, at_commas=False)
    first_fits = _is_cutoff(first) or _is_measure_word(first, also)
    others_fit = all(_is_measure_word(word, also) or _name_part(word) != word for word in others)
    return words if first_fits and others_fit else [part]


def _is_cutoff(word: str) -> bool:
    return {*word} <= {*"0123456789."}


def _is_measure_word(word: str, also: Container[str]) -> bool:
    return _name_part(word) in also or is_name(_name_part(word)) or is_name(word)


def _name_part(word: str) -> str:
    """Return the name of a measure without cutoff and options, or the whole word if it does not begin with a name."""
    name = word.partition("@")[0].partition("(")[0]
    return name if name.isidentifier() else word


def _split_outside_parentheses(text: str, *, at_commas: bool) -> list[str]:
    """Split a text at the commas, or else at the spaces, outside parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth <= 0 and (character == "," if at_commas else character.isspace()):
            parts.append("")
        else:
            parts[-1] += character
    return parts if at_commas else [word for word in parts if word] or [""]
