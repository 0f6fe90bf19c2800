"""Rankings and queries as people type them: one function for each documented form."""

from __future__ import annotations

from irlearn.parsing.parsed_ranking import FirstHits as FirstHits, ParsedRanking as ParsedRanking, notation as notation


def parse_ranking(text: str, asked: str = "ranks") -> ParsedRanking:
    """Parse a ranking in any documented form; a shortcut to `irlearn.parsing.parser.parse_ranking`.

    >>> parse_ranking("ranking: [d1, d4, d2]; relevant: {d2, d8}").grades
    (0, 0, 1)
    """
    from irlearn.parsing import parser  # Imported here, because plain marks are read without the forms.

    return parser.parse_ranking(text, asked)


def parse_queries(text: str, many: int | None = None) -> tuple[ParsedRanking, ...] | FirstHits | None:
    """Parse several queries in any documented form; a shortcut to `irlearn.parsing.parser.parse_queries`.

    >>> parse_queries("ranks 1, 3, 2")
    FirstHits(ranks=(1, 3, 2))
    """
    from irlearn.parsing import parser

    return parser.parse_queries(text, many)
