"""How numbers, words and tables are written, in plain text and in HTML, and the one palette."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any

from irlearn.errors import InputError, quoted
from irlearn.markup import Element, br, caption as heading, table, tbody, td, th, thead, tr

if TYPE_CHECKING:
    import pandas

PALETTE = {
    "relevant": "#0072b2",
    "not_relevant": "#6b6f76",
    "unjudged": "#8f5a00",
    "system_a": "#0072b2",
    "system_b": "#b84a00",
    "better": "#00734d",
    "worse": "#b84a00",
}
"""Colours for light and white grounds, after Okabe and Ito (2008), darkened to 4.5 to 1 where they carry text."""


_TINY = 1e-4  # a smaller probability is written with its exponent


def decimal(value: float | Fraction, digits: int = 4) -> str:
    """A number to `digits` significant digits, or shorter where a fraction ends earlier.

    >>> decimal(Fraction(323, 480)), decimal(Fraction(3, 5)), decimal(0.949977), decimal(float("nan"))
    ('0.6729', '0.6', '0.9500', 'not defined')
    """
    number = float(value)
    if not math.isfinite(number):
        return "not defined"
    if not number:
        return "0"
    places = max(digits - 1 - math.floor(math.log10(abs(number))), 0)
    places = min(places, digits) if abs(number) >= 10**-digits else places
    if isinstance(value, Fraction) and (value * 10**places).denominator == 1:
        return f"{number:.{places}f}".rstrip("0").rstrip(".") if places else f"{number:.0f}"
    return f"{number:.{places}f}"


def fraction_and_decimal(value: Fraction, digits: int = 4) -> str:
    """A fraction with its decimal behind it, or a whole number alone.

    >>> fraction_and_decimal(Fraction(2, 3)), fraction_and_decimal(Fraction(1))
    ('2/3 = 0.6667', '1')
    """
    return str(value) if value.denominator == 1 else f"{value} = {decimal(value, digits)}"


def minus(text: str) -> str:
    """A written number with a true minus sign.

    >>> minus("-0.5"), minus("8.03e-12")
    ('−0.5', '8.03e−12')
    """
    return text.replace("-", "−")


def compact(value: float | Fraction, digits: int = 6, *, sign: bool = False) -> str:
    """A number with so many significant digits at most, and with its sign where that is asked for.

    >>> compact(4.5), compact(-0.5, sign=True), compact(1.26842, 3), compact(3, sign=True)
    ('4.5', '−0.5', '1.27', '+3')
    """
    return minus(f"{float(value):{'+' if sign else ''}.{digits}g}")


def probability(value: float | Fraction) -> str:
    """A probability to three significant digits; four where it ends there.

    >>> probability(0.0294), probability(Fraction(1, 16)), probability(0.5), probability(1.0), probability(8.03e-12)
    ('0.0294', '0.0625', '0.500', '1', '8.03e−12')
    """
    if 0 < value < _TINY:
        return minus(f"{float(value):.2e}")
    if isinstance(value, Fraction) and (value * 10_000).denominator == 1:
        return decimal(value)
    if value == 1 or value >= 0.1 or not value:
        return decimal(Fraction(value) if value == 1 else value, 3)
    return f"{float(value):.{2 - math.floor(math.log10(value))}f}"


def on_axis(value: float) -> str:
    """A number on an axis: short, a half as such.

    >>> [on_axis(value) for value in (-0.05, 2.5, 40, 1 / 3)]
    ['−0.05', '2.5', '40', '0.333']
    """
    rounded = value if float(2 * value).is_integer() else float(f"{value:.3g}")
    return minus(decimal(Fraction(repr(rounded))) if rounded and abs(rounded) < 1 else f"{rounded:g}")


def counted(number: int, noun: str, many: str = "") -> str:
    """How many there are, with the noun in the singular or the plural.

    >>> counted(1, "topic"), counted(2, "topic"), counted(5793, "query"), counted(2, "query is", "queries are")
    ('1 topic', '2 topics', '5,793 queries', '2 queries are')
    """
    return f"{number:,} {noun if number == 1 else many or _PLURAL.sub('ie', noun) + 's'}"


_PLURAL = re.compile("(?<=[^aeiou])y$")


def degrees(freedom: float) -> str:
    """Degrees of freedom as they are written.

    >>> degrees(1.0), degrees(5792), degrees(7.25)
    ('1 degree of freedom', '5792 degrees of freedom', '7.25 degrees of freedom')
    """
    number = f"{freedom:.0f}" if float(freedom).is_integer() else f"{freedom:.4g}"
    return f"{number} degree{'' if number == '1' else 's'} of freedom"


def p_text(pvalue: float) -> str:
    """A p-value in a narrow table: four decimals, and two digits where it is small; a dash where there is none.

    >>> p_text(0.0294), p_text(0.00054), p_text(8.03e-12), p_text(float("nan"))
    ('0.0294', '0.00054', '8e-12', '–')
    """
    if not math.isfinite(pvalue):
        return "–"
    return f"{pvalue:.4f}" if pvalue >= 0.00095 else f"{pvalue:.2g}"


def in_a_row(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in prose.

    >>> in_a_row(["1", "3", "4"]), in_a_row(["P", "R"], "or"), in_a_row(["2"])
    ('1, 3 and 4', 'P or R', '2')
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentence(said: object) -> str:
    """An error, or other words, as a sentence on a page: a capital first, a full stop last.

    >>> sentence(InputError("'half' is not a number")), sentence("no such name; did you mean AP?")
    ("'half' is not a number.", 'No such name; did you mean AP?')
    """
    text = str(said)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def did_you_mean(given: object, known: Iterable[str], otherwise: str, *, most: int = 1) -> str:
    """A hint for a name that is not known: the nearest names, or all of them behind the words `otherwise`.

    >>> did_you_mean("turn1", ["turn-1", "predict"], "it has"), did_you_mean("x", ["turn-1", "predict"], "it has")
    ('did you mean turn-1?', 'it has turn-1, predict')
    """
    import difflib  # only a mistake needs it

    names = list(known)
    near = difflib.get_close_matches(str(given), names, n=most)
    return f"did you mean {in_a_row(near, 'or')}?" if near else f"{otherwise} {', '.join(names)}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Rows of cells as aligned plain text; the first `left` columns are aligned to the left.

    >>> print(text_table(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]]))
    run     AP
    bm25   0.3
    x     0.25
    """
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [
            cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def html_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "", hits: Container[int] = ()
) -> str:
    """Rows of plain cells as an accessible HTML table, as `table_of` makes it."""
    return str(table_of(header, rows, caption=caption, hits=hits))


def table_of(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "", hits: Container[int] = ()
) -> Element:
    """Rows of plain cells as an accessible table; the first cell of a row is its header, `hits` marks rows.

    >>> table_of(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]], hits={1}).text
    'run AP bm25 0.3 x 0.25'
    """
    return table[
        heading[caption] if caption else None,
        thead[tr[(th(scope="col")[cell] for cell in header)]],
        tbody[
            (
                tr("hit" if place in hits else None)[th(scope="row")[first], (td[cell] for cell in others)]
                for place, (first, *others) in enumerate(rows)
            )
        ],
    ]


def in_lines(texts: Iterable[str]) -> list[Element | str]:
    """Texts, each on a line of its own.

    >>> from irlearn.markup import p
    >>> print(p[in_lines(["a < b", "c"])])
    <p>a &lt; b<br>c</p>
    """
    return [piece for text in texts for piece in (br, text)][1:]


def to_pandas(rows: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> pandas.DataFrame:
    """Rows by column, or columns, as a pandas `DataFrame`; an `InputError` that says how to get pandas without it."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("to_frame needs pandas, which is not installed; type: pip install 'irlearn[frames]'") from None
    return pd.DataFrame(rows)


def read_number(text: str) -> Fraction:
    """The exact number that a learner typed: `13/30`, `0.433`, `.43`, `43.3%`, `5.383/8`.

    Raises `InputError` where it is none.

    >>> read_number("43.3%"), read_number(" 13 / 30 ")
    (Fraction(433, 1000), Fraction(13, 30))
    >>> read_number("about half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'about half' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    if len(text) > _MOST_SIGNS:
        raise InputError(f"{quoted(text)} is too long for a number; write it as 13/30, 0.433 or 43.3%")
    match = _TYPED.fullmatch(text)
    if match is None:
        hint = "; write a point for the decimal comma" if re.fullmatch(r"\s*[0-9]*,[0-9]+\s*%?\s*", text) else ""
        raise InputError(f"{quoted(text.strip())} is not a number{hint}; write it as 13/30, 0.433 or 43.3%")
    above, below = Fraction(match["above"]), Fraction(match["below"] or 1)
    if not below:
        raise InputError(f"{quoted(text.strip())} divides by 0; write a fraction such as 13/30")
    return of_a_size(above / below / (100 if match["percent"] else 1))


def exactly(number: Any) -> Fraction:
    """A number as the fraction that it is, a float as its decimal digits say.

    >>> exactly(0.1), exactly(3)
    (Fraction(1, 10), Fraction(3, 1))
    """
    if isinstance(number, Fraction):
        return number
    return Fraction(int(number)) if isinstance(number, Integral) else Fraction(str(number))


def of_a_size(number: Fraction) -> Fraction:
    """The number, unless it is so large or so near to 0 that a float may not hold what is made of it.

    >>> of_a_size(Fraction(10) ** 400)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a number lies between 1e-100 and 1e100, or is 0; this one does not
    """
    if number and not Fraction(1, _LARGE) <= abs(number) <= _LARGE:
        raise InputError("a number lies between 1e-100 and 1e100, or is 0; this one does not")
    return number


_LARGE = 10**100

_MOST_SIGNS = 2000  # of a number; Python makes no whole number of more than 4300 digits
_TYPED = re.compile(
    r"\s*(?P<above>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*(?:/\s*(?P<below>[0-9]+\.?[0-9]*|\.[0-9]+)\s*)?(?P<percent>%)?\s*"
)
