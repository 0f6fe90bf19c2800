"""Forms of several queries: for each query a ranking, or the rank of the first hit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from irlearn.errors import InputError
from irlearn.parsing.form import form
from irlearn.parsing.forms_of_marks import written_as_marks
from irlearn.parsing.grade_notation import untied
from irlearn.parsing.parsed_ranking import FirstHits, ParsedRanking, ask
from irlearn.parsing.tokens import Scanner
from irlearn.parsing.values import read_heading, read_value
from irlearn.parsing.vocabulary import NOISE, NOTHING, words_of

_HEAD = re.compile(  # The name of a query, after a line end or a separator.
    r"""(?imx) (?:^|[,;{]|\.(?=[ \t])) [ \t]* (?P<quote>["']?)
    (?:(?:q|query|topic|user)[ _\#]?(?P<number>[0-9]{1,4}) | q_?(?P<letter>[a-z]))
    (?P=quote) [ \t]* (?:->|=>|→|[:=)])"""
)
_MISSED = words_of("none null nan inf nil miss missed absent nowhere never nothing - – — ✗ ❌")
Rankings = tuple[ParsedRanking, ...]


def parse_piece(text: str, number: int, many: int) -> ParsedRanking:
    """Parse the ranking of one of several queries; an error names the query."""
    from irlearn.parsing.parser import parse_ranking  # Imported here, because the parser imports this module.

    if text.lower() in NOTHING | {"", "nothing retrieved", "no results", "none retrieved"}:
        return ParsedRanking(())
    try:
        parsed = parse_ranking(text)
        return replace(parsed, plain=False) if text[0] == "[" else parsed
    except InputError as error:
        raise InputError(f"query {number}: {error}" if many > 1 else str(error)) from None


_MOST_QUERIES = 10_000


def _parse_pieces(pieces: Sequence[str]) -> Rankings:
    if len(pieces) > _MOST_QUERIES:
        raise InputError(
            f"the text holds {len(pieces):,} queries; at most {_MOST_QUERIES:,} are read; score files of them"
        )
    return tuple(parse_piece(piece, number, len(pieces)) for number, piece in enumerate(pieces, start=1))


def with_empty(pieces: Sequence[str], text: str, many: int | None) -> list[str]:
    """Return the lists of a text, with an empty list for each query that retrieved nothing.

    An empty piece between two bars is an empty list. An outer bar or an empty line may be a typing error: the number
    of queries, `many`, decides if it is known. Otherwise raises `InputError`.
    """
    kept = [place for place, piece in enumerate(pieces) if piece] or [0]
    inner, full = [*pieces[kept[0] : kept[-1] + 1]], [piece for piece in pieces if piece]
    out = "outer '|'" if "|" in text else "empty line" if "\n" in text else "empty place"
    if out == "empty line" and len({after - place for place, after in pairwise(kept)}) == 1 < len(kept) - 1:
        return full  # Equal gaps between all queries are only spacing.
    ways = [[*pieces], inner] if "|" in text else [inner, full]
    for way in ways:
        if many == len(way) or len(ways[0]) == len(ways[1]):
            return way
    raise ask(
        text, f"may have a query that retrieved nothing at the {out}; write [] for such a query, or leave the "
        f"{out} out"
    )  # fmt: skip


@form("1 0 1 | 0 1", asked="queries first_hits", several=True, long=True)
def queries_with_bars(scan: Scanner) -> Rankings:
    """Read the rankings of several queries with `|` between them, each in any form of one ranking; none is empty.

    >>> from irlearn.parsing import parse_queries
    >>> [ranking.grades for ranking in parse_queries("1 0 1 | none | 0 1")]
    [(1, 0, 1), (), (0, 1)]
    """
    scan.expect("|" in scan.text and not re.search(r"\|\s*\n", scan.text))
    scan.expect(scan.text.strip(" |\n"))
    pieces = with_empty([*map(str.strip, scan.text.split("|"))], scan.text, scan.many)
    scan.finish()
    return _parse_pieces(pieces)


@form("q1: relevant at 1, 3 of 5\nq2: R N R", asked="queries first_hits", several=True)
def queries_by_name(scan: Scanner) -> Rankings | FirstHits:
    """Read queries behind their names: a ranking of each, or the rank of its first hit, or none.

    >>> from irlearn.parsing import parse_queries
    >>> parse_queries("Q1=1, Q2=1, Q3=miss")
    FirstHits(ranks=(1, 1, None))
    """
    heads = [*_HEAD.finditer(scan.text)]
    scan.expect(heads and not heads[0].start() and scan.text[0] not in (",", ";", "."))
    text = scan.text.removesuffix("}") if scan.text[0] == "{" else scan.text
    pieces: dict[str, str] = {}
    for head, end in zip(heads, [*(head.start() for head in heads[1:]), len(text)], strict=True):
        name, piece = (head["number"] or head["letter"]).lower(), text[head.end() : end].strip().rstrip(",;").strip()
        if name in pieces:
            raise ask(
                scan.text, f"names query {name} twice; write one mark a rank and a bar between queries, '1 0 1 | 0 1'"
            )
        scan.expect(not piece.startswith("{"))
        pieces[name] = piece
    scan.finish()
    ranks = tuple(first_hit_of(piece) for piece in pieces.values())
    if len(ranks) > 1 and 0 not in ranks and any(ranks):
        digits = {*"".join(str(rank) for rank in ranks if rank)}
        if digits <= {"0", "1"} and max(filter(None, ranks)) > 99 and "rank" not in scan.text.lower():
            raise ask(
                scan.text, "may tell the marks of each query or the rank of its first hit; put a blank between marks, "
                "as in 'q1: 1 0 1', or write 'q1: rank 10' for ranks"
            )  # fmt: skip
        return FirstHits(ranks)
    return _parse_pieces([*pieces.values()])


_BESIDE_RANK = NOISE | words_of("rank position at first hit :")


def first_hit_of(piece: str) -> int | None:
    """Return the rank of a first hit, None for no hit, or 0 for another text.

    >>> first_hit_of("rank 3"), first_hit_of("not found"), first_hit_of("R N R")
    (3, None, 0)
    """
    words = piece.lower().strip(" .\"'").replace("#", " ").split()
    said = " ".join(word for word in words if word not in _BESIDE_RANK)
    if said in _MISSED or said in ("not", "not ranked", "not retrieved", "no"):
        return None
    return int(said) if re.fullmatch("[1-9][0-9]{0,5}", said) else 0


@form("[[1, 0, 1], [0, 1]]", asked="queries first_hits", several=True)
def lists_of_lists(scan: Scanner) -> Rankings:
    """Read a list of marks or grades for each query, in one list or one after another.

    >>> from irlearn.parsing import parse_queries
    >>> [ranking.grades for ranking in parse_queries("[[1, 0, 1], [0, 1]]")]
    [(1, 0, 1), (0, 1)]
    """
    read_heading(scan, ("grades", "judged", "ranking", "relevant"))
    scan.expect(scan.token.text == "[")
    lists = [read_value(scan)]
    while scan.sign((",", ";")) or scan.line():
        scan.expect(scan.token.text == "[" or scan.at_end())
        lists += [read_value(scan)] if scan.token.text == "[" else []
    lists = lists[0].lists if len(lists) == 1 else lists
    scan.expect(len(lists) > 1 and scan.at_end())
    for one in lists:
        scan.expect(not one.lists and not one.worths and one.bracket == "[")
        scan.expect(not one.entries or one.grades)
    return tuple(replace(written_as_marks(f"[{', '.join(one.words)}]"), plain=False) for one in lists)


@form("1 0 1\n0 1 0", asked="queries first_hits", several=True, long=True)
def queries_line_by_line(scan: Scanner) -> Rankings:
    """Read a line of marks for each query, or marks with semicolons between the queries.

    >>> from irlearn.parsing import parse_queries
    >>> [ranking.grades for ranking in parse_queries("1 0 1; 0 1")]
    [(1, 0, 1), (0, 1)]
    """
    text = scan.text.strip().rstrip(";")
    pieces = [piece.strip() for piece in (re.split(r";?[ \t]*\n", text) if "\n" in text else text.split(";"))]
    scan.expect(len(pieces) > 1 and all(_is_query(piece) for piece in pieces[:_MOST_QUERIES] if piece))
    kept = with_empty(pieces, scan.text, scan.many)
    scan.finish()
    return _parse_pieces(kept)


def _is_query(piece: str) -> bool:
    """Return True for marks of several ranks or an empty list; False for grades, which may be ids or positions."""
    marks = untied(piece)
    return piece.lower() in NOTHING or (len(marks) > 1 and max(marks) < 2)


@form("first hits at ranks 2, 1, none", asked="first_hits", several=True)
def ranks_of_first_hits(scan: Scanner) -> FirstHits:
    """Read the rank of the first relevant document of each query, which is all that MRR needs; none is no hit.

    >>> from irlearn.parsing import parse_queries
    >>> parse_queries("ranks 1, 3, none")
    FirstHits(ranks=(1, 3, None))
    """
    words = set[str]()
    while word := scan.word(_LEADS | NOISE):
        words.add(word)
    scan.expect("first" in words or not words & {"relevant", "hit", "hits"})
    scan.sign((":", "="))
    bracket = scan.sign("[")
    ranks = _read_ranks(scan)
    scan.expect((not bracket or scan.sign("]")) and scan.at_end())
    hits = [rank for rank in ranks if rank]
    scan.expect(len(ranks) > 1 and hits)
    scan.expect(words & _SURE or (len(hits) < len(ranks) and max(hits) > 1))
    return FirstHits(tuple(ranks))


_LEADS = words_of("first relevant hit hits result results rank ranks position positions at of")
_SURE = words_of("first rank ranks position positions")


def _read_ranks(scan: Scanner) -> list[int | None]:
    """Read ranks and "none". Raises `InputError` for an empty place between two separators."""
    ranks: list[int | None] = []
    parted = True
    while True:
        scan.skip(("rank", "ranks", "position", "at"))
        rank = scan.whole()
        if not rank and not (rank is None and parted and scan.word(_MISSED)):
            return ranks
        if not parted and ranks[-1] is None:  # Such as "none 10".
            scan.fail()
        ranks.append(rank)
        parted = bool(scan.sign((",", ";")) or scan.line()) | bool(scan.word(("and", "&")))
        if scan.token.text in (",", ";"):
            raise ask(scan.text, "has an empty place; write a rank for each query, or none for a query without a hit")
