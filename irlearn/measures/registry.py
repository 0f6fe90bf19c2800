"""Every measure by its name, and the parser of the notation of ir_measures."""

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

# made when they are first asked for, since most starts of the shell ask for none of them
IPrec: InterpolatedPrecision
RBP: RankBiasedPrecision
ERR: ExpectedReciprocalRank
ESL: ExpectedSearchLength
CooperESL: CooperSearchLength
RBPres: RBPResidual
nERR: NormalizedERR  # noqa: N816 - the field's name


class _Measures(MutableMapping[str, Measure]):
    """Measures by name; instead of one that is not made yet stand the room and the class that make it."""

    def __init__(self, held: dict[str, Measure | tuple[str, str]]) -> None:
        self._held = held

    def __getitem__(self, name: str) -> Measure:
        found = self._held[name]
        if isinstance(found, tuple):
            room, kind = found
            found = self._held[name] = vars(import_module(f"irlearn.measures.{room}"))[kind]()
        return found

    def __setitem__(self, name: str, measure: Measure) -> None:
        self._held[name] = measure

    def __delitem__(self, name: str) -> None:
        del self._held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, name: object) -> bool:
        return name in self._held


def __getattr__(name: str) -> Measure:
    if name in __annotations__ and name in MEASURES:
        return MEASURES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


MEASURES: MutableMapping[str, Measure] = _Measures(
    {
        **{one.name: one for one in (P, R, F)},
        "IPrec": ("precision_recall_curve", "InterpolatedPrecision"),
        **{one.name: one for one in (AP, RR, CG, DCG, IDCG, nDCG, Rprec, Success)},
        "RBP": ("user_models", "RankBiasedPrecision"),
        "ERR": ("user_models", "ExpectedReciprocalRank"),
        **{one.name: one for one in (Bpref, Judged)},
        "ESL": ("user_models", "ExpectedSearchLength"),
        **{one.name: one for one in (Fallout, Accuracy, MaxAP, MinAP)},
        "RBPres": ("user_models", "RBPResidual"),
        "nERR": ("user_models", "NormalizedERR"),
        "CooperESL": ("user_models", "CooperSearchLength"),
    }
)
"""Every measure by its name, in the order in which the lessons meet them."""

MEANS: dict[str, Mean] = {mean.name: mean for mean in (MAP, gMAP, MRR)}
"""Every named mean over topics."""

_NOTATION = r"(?P<name>[A-Za-z][A-Za-z_]*) ?(?:\((?P<options>(?:[^()]|\([^()]*\))*)\))? ?(?:@ ?(?P<cutoff>[^@\s]+))?"
_MEAN = r"mean (?P<plain>[^() ].*)|mean ?\( ?(?P<inside>.+?) ?\)(?P<cut> ?@ ?[0-9]{1,18})?"
_NUMBER = r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
_RATIO = r"[0-9]{1,40}/0{0,39}[1-9][0-9]{0,39}"
_LIST = rf"[\[(] ?(?:{_NUMBER}|{_RATIO})(?: ?, ?(?:{_NUMBER}|{_RATIO}))* ?,? ?[\])]"
_PAIR = rf"[0-9]{{1,10}} ?: ?(?:{_RATIO}|{_NUMBER})"
_GAINS = rf"\{{ ?{_PAIR}(?: ?, ?{_PAIR})* ?\}}"
_PLAIN = {"True": True, "False": False, "None": None}
_LONGEST = 200  # signs
FOLDED: dict[int, int | None] = {
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},  # the wide signs of East Asian keyboards
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff")),  # signs without a width
}


def parse_measure(text: str) -> Measure | Mean:
    """The measure that `text` names in the notation of ir_measures, such as `nDCG@10` or `AP(rel=2)@100`; or with
    "mean" before it, its mean over queries. Names of other programs are read where they mean the same value.

    Raises `InputError`, with the nearest names, where there is no such measure. `parse_measure(repr(m)) == m`.

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
    if len(text) > _LONGEST:
        raise InputError(f"a measure has a short name, such as nDCG@10; given: {quoted(text)}")
    name, at, cutoff = text.partition("@")
    if (found := named(name)) is not None and (not at or (cutoff.isascii() and cutoff.isdigit() and len(cutoff) <= 18)):
        return found @ int(cutoff) if at else found  # as nearly all are written: no pattern is compiled for them
    plain = " ".join(text.translate(FOLDED).split())
    match = re.fullmatch(_NOTATION, plain)
    measure = named(match["name"]) if match else None
    if measure is None and (ours := canonical(plain)):
        return parse_measure(ours)
    mean = re.fullmatch(_MEAN, _AVERAGED.sub("mean ", plain))
    if mean:
        inside = mean["plain"] or mean["inside"] + (mean["cut"] or "")
        over = _measure_inside(inside)
        if over is not None:
            return Mean.over(over)
    several = _several(plain, {*MEASURES, *MEANS})
    if several > 1:
        raise InputError(f"{quoted(text.strip())} names {several} measures where one is asked for; give one of them")
    if match is None or measure is None:
        inside = mean["plain"] or mean["inside"] if mean else ""
        raise InputError(f"no measure is called {quoted(text.strip())}; {_nearest(plain, inside)}")
    if match["options"] is not None:
        measure = measure(**_options(text, match["options"], measure))
    if match["cutoff"] is not None and _takes_level(measure):
        measure = measure @ _level(text, match["cutoff"])
    elif match["cutoff"] is not None:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", match["cutoff"]):
            raise InputError(
                f"the cutoff in {quoted(text.strip())} must be a whole number, 1 or more; "
                f"given: {quoted(match['cutoff'])}"
            )
        measure = measure @ int(match["cutoff"])
    return measure


_AVERAGED = re.compile(r"^(?:[Mm]ean|MEAN|[Aa]verage|[Aa]vg\.?|[Mm]acro(?:[ -]averaged?)?)(?: of)?(?: the)? (?=\S)")


def _measure_inside(text: str) -> Measure | None:
    """The measure whose mean is asked for; None where the text names none, as that of "mean average precision"."""
    name = re.match("[A-Za-z]+", text)
    if (name is None or name[0] not in MEASURES) and canonical(text) is None:
        return None
    found = parse_measure(text)
    return found if isinstance(found, Measure) else None


def as_measure(measure: Measure | Mean | str) -> Measure | Mean:
    """The measure that is given, as a value or as the text that names it; an `InputError` for anything else.

    >>> as_measure("P@5"), as_measure(MAP)
    (P@5, MAP)
    """
    if isinstance(measure, str):
        return parse_measure(measure)
    if not isinstance(measure, Measure | Mean):
        raise InputError(f"a measure is a value such as AP, or a text such as 'nDCG@10'; given: {quoted(measure)}")
    return measure


def canonical(text: str) -> str | None:
    """Return irlearn's notation for a name from elsewhere, or None, as `known_as` does."""
    from irlearn.measures.names import known_as  # not for irlearn's own names

    return known_as(" ".join(text.split()), (*MEASURES, *MEANS))


def is_name(text: str) -> bool:
    """Return whether a text names a measure here or elsewhere, whether or not irlearn has the measure."""
    try:
        return named(text) is not None or canonical(text) is not None
    except InputError:
        return True


def named(name: str) -> Measure | Mean | None:
    """The measure or mean of exactly this name, without options; None where there is none."""
    return MEASURES[name] if name in MEASURES else MEANS.get(name)


def _several(plain: str, known: Iterable[str]) -> int:
    """How many measures a text names, with commas or other signs between them."""
    outside = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", plain)
    parts = [part for part in re.split(r",(?! ?[0-9])|[;&+]|/(?![0-9])|\band\b", outside) if part.strip()]
    words = [word.partition("@")[0] for word in outside.split()]
    return max(len(parts), len(words) if all(word in known for word in words) else 1)


def _options(text: str, inside: str, measure: Measure | Mean) -> dict[str, object]:
    options: dict[str, object] = {}
    for part in map(str.strip, re.split(r",(?![^\[({]*[\])}])", inside) if inside.strip() else ()):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name.isidentifier() or name in options:
            hint = _meant(measure, part) if not equals else ""
            raise InputError(f"the options in {quoted(text.strip())} must read name=value; given: {quoted(part)}{hint}")
        options[name] = _value(text, name, value)
    return options


def _value(text: str, name: str, value: str) -> object:
    """What stands behind the = of an option: a number, a text in quotes, a list of numbers, or gains of grades."""
    if value in _PLAIN:
        return _PLAIN[value]
    if re.fullmatch(_NUMBER, value):
        return int(value) if re.fullmatch(r"[+-]?[0-9]+", value) else float(value)
    if re.fullmatch(r"""'[^'\\]*'|"[^"\\]*\"""", value):
        return value[1:-1]
    if re.fullmatch(_LIST, value):
        listed = re.findall(rf"{_RATIO}|{_NUMBER}", value)
        return [Fraction(one) if "/" in one else _value(text, name, one) for one in listed]
    if re.fullmatch(_GAINS, value):
        found = re.findall(rf"([0-9]+) ?: ?({_RATIO}|{_NUMBER})", value)
        pairs = [(int(grade), Typed(gain)) for grade, gain in found]
        if len(dict(pairs)) < len(pairs):
            raise InputError(f"{name} in {quoted(text.strip())} give a grade twice; give each grade once")
        return dict(pairs)
    raise InputError(
        f"the value of {name} in {quoted(text.strip())} must be a number or 'text'; given: {visible(value)}"
    )


def _meant(measure: Measure | Mean, number: str) -> str:
    """What may be meant by a number that stands in parentheses without a name."""
    if not re.fullmatch(r"[0-9]{1,18}|0?\.[0-9]{1,18}", number):
        return ""
    only = {"RBP": "p", "F": "beta"}.get(measure.name)
    words = [f"{measure.name}({only}={number})"] if only else []
    words += [f"{measure.name}@{number}"] if number.isdigit() and _takes(measure, f"@{number}") else []
    return f"; did you mean {comma_list(words, 'or')}?" if words else ""


def _level(text: str, level: str) -> Fraction:
    if re.fullmatch(_NUMBER, level) or re.fullmatch(_RATIO, level):
        return Fraction(level)
    raise InputError(
        f"the recall level in {quoted(text.strip())} must be a number from 0 to 1, such as 0.3; given: {quoted(level)}"
    )


def _takes_level(measure: Measure | Mean) -> TypeGuard[InterpolatedPrecision]:
    return isinstance(measure, Measure) and measure.takes_level


def _takes(measure: Measure | Mean, cutoff: str) -> bool:
    """Whether what stands behind the @ fits: a recall level for interpolated precision, else a rank."""
    if _takes_level(measure):
        return bool(cutoff) and float(cutoff[1:]) <= 1
    return "." not in cutoff and (isinstance(measure, Mean) or measure.takes_cutoff)


def _nearest(text: str, inside: str) -> str:
    """What may be meant by a name that there is not, or the names that there are; `inside` is what a mean is of."""
    known: dict[str, Measure | Mean] = {**MEASURES, **MEANS}
    meant = _close(text, known)
    if inside and not {one.partition("@")[0] for one in meant} & {"AP", *MEANS}:
        meant = [f"mean {one}" for one in _close(inside, MEASURES)] or meant
    return f"did you mean {comma_list(meant, 'or')}?" if meant else listed()


def listed() -> str:
    """Return the names of all measures as the end of a sentence."""
    return f"the measures are {', '.join((*MEASURES, *MEANS))}"


def _close(text: str, known: Mapping[str, Measure | Mean]) -> list[str]:
    """Measures that a name that there is not may stand for, as they are written."""
    import difflib  # only a mistake needs it

    from irlearn.measures.names import ELSEWHERE, FORM

    if re.match(r"(?i)(?:3|three)[- ]?(?:pt|point)", text):
        return ["IPrec(levels=[0.25, 0.5, 0.75])", "IPrec(levels=[0.2, 0.5, 0.8])"]
    split = FORM.fullmatch(text)
    name = re.sub(r"[^a-z]|_?at_?k$", "", (split["name"] if split else re.split(r"[^\w -]", text)[0]).lower())
    folded = {other.lower(): other for other in known}
    exact = folded.get(name) or folded.get(ELSEWHERE.get(name, "").lower())
    named = [exact] if exact else [folded[one] for one in difflib.get_close_matches(name, folded, n=3, cutoff=0.7)]
    cutoff = f"@{split['k']}" if split and split["k"] else ""
    return [other + (cutoff if _takes(known[other], cutoff) else "") for other in named]


OFFICIAL_SET = "official"
"""What trec_eval's official measures are called where measures are listed."""

_LONGEST_LIST = 10_000  # signs


def parse_measures(text: str) -> tuple[Measure | Mean, ...]:
    """The measures that `text` names, with commas or blanks between them, each once; in parentheses stand options.

    >>> parse_measures("AP, F(rel=2, beta=2)@10,P@5,10, AP")
    (AP, F(rel=2, beta=2)@10, P@5, P@10)
    >>> parse_measures("RR P@10"), parse_measures("AP @5")
    ((RR, P@10), (AP@5,))
    """
    return tuple(dict.fromkeys(map(parse_measure, spelled_out(text))))


def scored_measures(text: str) -> tuple[Measure | Mean, ...]:
    """As `parse_measures`, with what only scoring knows: trec_eval's counts, and its official set.

    >>> scored_measures("num_ret AP"), len(scored_measures("official"))
    ((num_ret, AP), 29)
    """
    names = [[*OFFICIAL] if name.lower() in _SETS else [name] for name in spelled_out(text, _SCORED)]
    return tuple(dict.fromkeys(COUNTS.get(name) or parse_measure(name) for some in names for name in some))


_SETS = (OFFICIAL_SET, "all")  # the latter as trec_eval's -m all_trec, though that has more cutoffs
_SCORED = {*COUNTS, *_SETS}


def spelled_out(text: str, also: Container[str] = ()) -> list[str]:
    """The names of measures in a list; a bare number behind a comma is one more cutoff of the measure before it.

    Names are parted by commas, and by blanks where each word is a measure or one of those that are `also` known.
    Raises `InputError` for a comma without a name on both sides, and for a cutoff without a measure.

    >>> spelled_out("P@5,10, 20"), spelled_out("F(rel=2, beta=2)@10,AP"), spelled_out("AP P@5, mean RR")
    (['P@5', 'P@10', 'P@20'], ['F(rel=2, beta=2)@10', 'AP'], ['AP', 'P@5', 'mean RR'])
    """
    if len(text) > _LONGEST_LIST:
        raise InputError(f"measures have short names, such as AP,nDCG@10; given: {quoted(text)}")
    parts = [part.strip() for part in _outside(text.translate(FOLDED), commas=True)]
    if len(parts) > 1 and not all(parts):
        raise InputError(
            f"the measures {quoted(text)} have a comma with no measure beside it; write them as AP,P@5,nDCG@10"
        )
    names: list[str] = []
    for name in (name for part in parts for name in _parted_by_blanks(part, also)):
        bare = len(parts) > 1 and _is_cutoff(name)
        last = names[-1] if names else ""
        head, at, _ = ((bare and "@" not in last and canonical(last)) or last).rpartition("@")
        if bare and not at:
            raise InputError(
                f"in the measures {quoted(text.strip())} nothing stands before the cutoff {name} that it belongs to; "
                "write P@5,10 for P@5 and P@10"
            )
        names.append(head + at + name if bare else name)
    return names


def _parted_by_blanks(part: str, also: Container[str]) -> list[str]:
    """The measures of a text with blanks between them; the text itself where its words are not one measure each."""
    if is_name(part):  # such as R precision
        return [part]
    first, *others = words = _outside(part, commas=False)
    start = _is_cutoff(first) or _is_name(first, also)
    each = all(_is_name(word, also) or _head(word) != word for word in others)
    return words if start and each else [part]


def _is_cutoff(word: str) -> bool:
    return {*word} <= {*"0123456789."}


def _is_name(word: str, also: Container[str]) -> bool:
    return _head(word) in also or is_name(_head(word)) or is_name(word)


def _head(word: str) -> str:
    """The name of a measure without cutoff and options; the whole word where no name stands before them."""
    head = word.partition("@")[0].partition("(")[0]
    return head if head.isidentifier() else word


def _outside(text: str, *, commas: bool) -> list[str]:
    """A text parted at the commas, or at the blanks, that stand in no parentheses."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth <= 0 and (sign == "," if commas else sign.isspace()):
            found.append("")
        else:
            found[-1] += sign
    return found if commas else [word for word in found if word] or [""]
