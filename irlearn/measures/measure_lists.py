"""Several measures in one text: commas or blanks between them, several cutoffs of one, and trec_eval's official set."""

from __future__ import annotations

from collections.abc import Container

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Measure
from irlearn.measures.counts import COUNTS, OFFICIAL
from irlearn.measures.means import Mean
from irlearn.measures.registry import FOLDED, canonical, is_name, parse_measure

OFFICIAL_SET = "official"
"""What trec_eval's official measures are called where measures are listed."""

_LONGEST = 10_000  # signs


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
    if len(text) > _LONGEST:
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
