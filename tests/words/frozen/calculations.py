"""Families: every measure, mean and test worked out by hand on the grid, and whole sheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice, product
from random import Random
from typing import Any

from frozen import grid, reading
from frozen.golden import Family
from irlearn import InputError, Ranking, explain, parse_measure, solve
from irlearn.byhand.parse_question import parse_quantity

_PLAIN, _OTHER = 4, 1  # rankings of each kind, for a measure without options and for its variants
_WHOLE = 4  # calculations that are printed whole
DIGITS = 10  # of a float: what stands behind is the machine's


def families() -> Iterator[Family]:
    """What calculations say."""
    for name, asked in grid.MEASURES.items():
        yield Family(f"lines of {name}", partial(_lines_of_measure, asked))
        yield Family(f"text of {name}", partial(_texts, lambda asked=asked: some(asked)))
    for name, asked in grid.MEANS.items():
        yield Family(f"lines of {name}", partial(_lines_of_mean, asked))
        yield Family(f"text of {name}", partial(_texts, lambda asked=asked: some_means(asked)))
    for name in grid.TESTS:
        yield Family(f"text of {name}", partial(_texts, lambda name=name: tests(name)))
    for name in grid.BEST:
        yield Family(f"text of {name}", partial(_texts, lambda name=name: best(name)))
    yield Family("data of calculations", _data)
    yield Family("notebook view of calculations", _notebook, loose=True)
    yield Family("sheets", _sheets)
    yield Family("sheets as Markdown, without formulas", _markdown)
    yield Family("sheets as a page, without formulas", _pages, loose=True)


def _chosen(asked: str, most: int) -> Iterator[Ranking]:
    """So many rankings of each kind, or fewer, others for each thing that is asked."""
    random = Random(f"words: {asked}")
    for kind in grid.rankings().values():
        yield from random.sample(kind, min(most, len(kind)))


def _told(asked: str, given: object, said: Callable[[], Iterable[str]]) -> Iterator[str]:
    """A heading, and what is said, or the sentence that refuses it."""
    yield f"# {asked} | {about(given)}"
    try:
        yield from said()
    except InputError as error:
        yield f"refused: {error}"


def about(given: object) -> str:
    """What is asked about, in short."""
    if isinstance(given, Ranking):
        return repr(given).removeprefix("Ranking.parse")
    if isinstance(given, list | tuple):
        return "; ".join(about(one) for one in given) if _nested(given) else " ".join(map(str, given))
    return str(given)


def _nested(given: Iterable[object]) -> bool:
    return any(isinstance(one, Ranking | list | tuple) for one in given)


def _lines_of_measure(asked: tuple[str, ...]) -> Iterator[str]:
    for place, name in enumerate(asked):
        tied = grid.rankings()["ties"] if name.startswith("ESL") else []
        for ranking in [*_chosen(name, _PLAIN if not place else _OTHER), *tied]:
            yield from _told(
                name, ranking, lambda name=name, ranking=ranking: explain(parse_measure(name), ranking).lines
            )


def _lines_of_mean(asked: tuple[str, ...]) -> Iterator[str]:
    for name in asked:
        for given in grid.means_given():
            yield from _told(name, given, lambda name=name, given=given: explain(parse_measure(name), given).lines)


def some(asked: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Some calculations of a measure, of each variant one or more."""
    for place, name in enumerate(asked):
        random = Random(f"words: whole {name}")
        there = [ranking for kind in grid.rankings().values() for ranking in kind]
        yield from ((name, ranking) for ranking in random.sample(there, _WHOLE if not place else 1))
    yield asked[0], grid.rankings()["long"][0]


def some_means(asked: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    given = list(grid.means_given())
    for place, name in enumerate(asked):
        yield from ((name, one) for one in (given if not place else given[place::_WHOLE]))


def tests(name: str) -> Iterator[tuple[str, object]]:
    return ((name, given) for given in (grid.counts() if "binomial" in name else grid.scores()))


def best(name: str) -> Iterator[tuple[str, object]]:
    asked, given = grid.BEST[name]
    return product(asked, given)


def _texts(cases: Callable[[], Iterator[tuple[str, Any]]]) -> Iterator[str]:
    for name, given in cases():
        yield from _told(name, given, lambda name=name, given=given: [str(explain(parse_quantity(name), given))])


def _few() -> Iterator[tuple[str, Any]]:
    """A calculation or two of each kind."""
    for asked in grid.MEASURES.values():
        yield from ((name, given) for name in asked[:2] for given in _chosen(f"few {name}", 1) if len(given) < 8)
    given = list(grid.means_given())
    yield from ((asked[0], one) for asked in grid.MEANS.values() for one in (given[0], given[8], given[-1]))
    yield from (one for name in grid.TESTS for one in list(tests(name))[:2])
    yield from (one for name in grid.BEST for one in list(best(name))[:2])


def _data() -> Iterator[str]:
    for name, given in list(_few())[::3]:
        yield from _told(
            name, given, lambda name=name, given=given: data(explain(parse_quantity(name), given).to_json())
        )


def data(value: Mapping[str, object]) -> Iterator[str]:
    """Plain data as lines, one for each entry of a list; floats with as many digits as every machine gives."""
    for name, one in value.items():
        if isinstance(one, list):
            yield f"{name}:"
            yield from (f"  {json.dumps(_rounded(each), ensure_ascii=False)}" for each in one)
        else:
            yield f"{name}: {json.dumps(_rounded(one), ensure_ascii=False)}"


def _rounded(value: object) -> object:
    match value:
        case float():
            return float(f"{value:.{DIGITS}g}")
        case Mapping():
            return {name: _rounded(one) for name, one in value.items()}
        case list() | tuple():
            return [_rounded(one) for one in value]
    return value


def _notebook() -> Iterator[str]:
    for name, given in list(_few())[1::3]:
        yield from _told(
            name,
            given,
            lambda name=name, given=given: reading.shown(
                reading.tree(explain(parse_quantity(name), given)._repr_html_())  # what a notebook shows
            ),
        )


# sheets

_SHEETS = {
    "all": ["lessons", "unjudged", "high grades", "ties", "no relevant"],
    "P,R,F,AP,IPrec": ["binary", "one rank", "relevant by number"],
    "nDCG@5,DCG@5,CG@3": ["graded", "long"],
    "AP(rel=2),P@3,nDCG(dcg='exp-log2')": ["graded", "long"],
}


def _asked_sheets() -> Iterator[tuple[str, Ranking]]:
    there = grid.rankings()
    for measures, kinds in _SHEETS.items():
        yield from (
            (measures, there[kind][place]) for kind in kinds for place in ((0, -1) if kind == "lessons" else (0,))
        )


def _sheets() -> Iterator[str]:
    for measures, ranking in _asked_sheets():
        yield from _told(measures, ranking, lambda measures=measures, ranking=ranking: [str(solve(measures, ranking))])


def _calculated(measures: str, ranking: Ranking) -> frozenset[str]:
    """The lines of all calculations of a sheet, however they are laid out."""
    return frozenset(" ".join(line.split()) for one in solve(measures, ranking).derivations for line in one.lines)


def _laid_out() -> Iterator[tuple[str, Ranking]]:
    """Each second sheet: the others are laid out alike."""
    return islice(_asked_sheets(), 0, None, 2)


def _markdown() -> Iterator[str]:
    for measures, ranking in _laid_out():
        lines = _calculated(measures, ranking)
        paragraphs = solve(measures, ranking).to_markdown().split("\n\n")
        kept = [one for one in paragraphs if not one.startswith("$") and one.replace("\\", "") not in lines]
        yield from _told(measures, ranking, lambda kept=kept: kept)


def _pages() -> Iterator[str]:
    for measures, ranking in _laid_out():
        page = reading.tree(solve(measures, ranking).to_html())
        lines = _calculated(measures, ranking)
        yield from _told(measures, ranking, lambda page=page, lines=lines: reading.without_formulas(page, lines))
