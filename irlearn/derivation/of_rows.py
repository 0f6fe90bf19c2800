"""What numbers that are worked out from a table have in common: rows are typed with a stroke between them."""

from __future__ import annotations

from dataclasses import dataclass

from irlearn.derivation.significance import Pair, Significance
from irlearn.reading.typed import numbers_listed


@dataclass(frozen=True, repr=False)
class OfRows(Significance):
    """A number that is asked about a table of numbers."""

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text with `|` between the rows.

        >>> from irlearn.derivation import PairOutcome
        >>> [str(one) for one in PairOutcome().typed("0.05 0.06 | 0.1 0.08 | 0.04 0.07")[0]]
        ['1/20', '3/50']
        """
        return self.read([numbers_listed(row, text) for row in text.split("|")])
