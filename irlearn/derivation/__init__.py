"""Calculations worked out as by hand: one measure, a mean over queries, or a whole solved sheet."""

from irlearn.derivation.explain_quantity import explain as explain
from irlearn.derivation.mean import MeanDerivation as MeanDerivation, MeanStep as MeanStep
from irlearn.derivation.measure import Derivation as Derivation, Step as Step, mark as mark
from irlearn.derivation.paired_tests import (
    Binomial as Binomial,
    PairedT as PairedT,
    RankSum as RankSum,
    SignedRank as SignedRank,
    SignTest as SignTest,
)
from irlearn.derivation.parse_question import (
    every_kind as every_kind,
    kinds_of as kinds_of,
    parse_asked as parse_asked,
    parse_given as parse_given,
    parse_significance as parse_significance,
)
from irlearn.derivation.quantity import (
    Significance as Significance,
    SignificanceDerivation as SignificanceDerivation,
)
from irlearn.derivation.sheet import Sheet as Sheet, solve as solve
from irlearn.derivation.terms import Working as Working, exact_value as exact_value, work as work
