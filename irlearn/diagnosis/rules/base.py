"""What a wrong rule is: a stable id, a sentence to the learner, and a small function that goes wrong as learners do."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from irlearn.diagnosis.cases import Formula, Wrong, number_of
from irlearn.measures.base import Terms

COMMON, USUAL, RARE = 1, 2, 3
"""How often a mistake is met: rules that fit the same number are named in this order, then as they are written down."""


@dataclass(frozen=True)
class WrongRule:
    """A misconception about one measure: what it computes, and the sentence that tells the learner so.

    `id` is stable; its first part is the measure's name in lower case. `says` may mention the case's facts in braces.
    `evidence` names public places where the mistake was made or discussed. `partner` names rules that are often made
    together with this one. A rule with `definition` is no misconception: it is the measure as others define it, and
    `says` names them.

    >>> from irlearn.diagnosis import RULES
    >>> RULES["ap-over-list"].says
    'You divided by {k}, {cut}. AP divides by {relevant}, the relevant documents in all.'
    """

    id: str
    measure: str
    says: str
    wrong: Callable[[Any], Wrong]
    common: int = USUAL
    evidence: str = ""
    partners: tuple[str, ...] = ()
    definition: bool = False

    def gone_wrong(self, case: Any) -> Terms | Formula | None:
        """What the rule gives on a case; None where it does not apply, or ends in no number."""
        made = self.wrong(case)
        return None if made is None or not math.isfinite(number_of(made)) else made

    def __reduce_ex__(self, protocol: Any) -> Any:
        # The functions of the catalogue have no names of their own: pickle and copy say whose rule it is.
        return (_of_id, (self.id,)) if RULES.get(self.id) is self else super().__reduce_ex__(protocol)


class Catalogue(dict[str, WrongRule]):
    """Wrong rules by id, in their order, filled by the decorator `rule`.

    >>> catalogue = Catalogue()
    >>> @catalogue.rule("AP", "over-ten", "You divided by 10.")
    ... def _(case):
    ...     return None
    >>> list(catalogue)
    ['ap-over-ten']
    """

    def rule(
        self,
        measure: str,
        name: str,
        says: str,
        *,
        common: int = USUAL,
        evidence: str = "",
        partners: tuple[str, ...] = (),
        definition: bool = False,
    ) -> Callable[[Callable[[Any], Wrong]], Callable[[Any], Wrong]]:
        """Register the decorated function as a wrong rule about `measure`; several measures are separated by spaces."""

        def register(wrong: Callable[[Any], Wrong]) -> Callable[[Any], Wrong]:
            for one in measure.split():
                identity = f"{one.lower()}-{name}"
                if identity in self:
                    raise ValueError(f"two wrong rules are called {identity}")
                both = tuple(f"{one.lower()}-{partner}" for partner in partners)
                self[identity] = WrongRule(identity, one, says, wrong, common, evidence, both, definition)
            return wrong

        return register


def _of_id(identity: str) -> WrongRule:
    return RULES[identity]


RULES = Catalogue()
"""Every wrong rule by its id."""

rule = RULES.rule
