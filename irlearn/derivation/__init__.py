"""Calculations worked out as by hand: one measure, a mean over queries, or a whole solved sheet."""

from typing import TYPE_CHECKING

from irlearn.derivation.a_against_b import (
    Binomial as Binomial,
    PairedT as PairedT,
    RankSum as RankSum,
    SignedRank as SignedRank,
    SignTest as SignTest,
)
from irlearn.derivation.explanation import explain as explain
from irlearn.derivation.given import (
    every_kind as every_kind,
    kinds_of as kinds_of,
    parse_asked as parse_asked,
    parse_given as parse_given,
    parse_significance as parse_significance,
)
from irlearn.derivation.mean import MeanDerivation as MeanDerivation, MeanStep as MeanStep
from irlearn.derivation.measure import Derivation as Derivation, Step as Step, mark as mark
from irlearn.derivation.sheet import MeansSheet as MeansSheet, Sheet as Sheet, solve as solve
from irlearn.derivation.significance import (
    Significance as Significance,
    SignificanceDerivation as SignificanceDerivation,
    explain_test as explain_test,
)
from irlearn.derivation.terms import Working as Working, exact_value as exact_value, work as work

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A kind of number by its class: copies of lessons that are older than `irlearn.kinds` import it from here."""
        if name[0].isupper() and (found := [one for one in every_kind().values() if one.__name__ == name]):
            return found[0]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
