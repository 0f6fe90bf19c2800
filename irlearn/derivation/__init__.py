"""Calculations worked out as by hand: one measure, a mean over queries, or a whole solved sheet."""

from irlearn.derivation.explained import (
    Derivation as Derivation,
    MeanDerivation as MeanDerivation,
    MeanStep as MeanStep,
    Step as Step,
    explain as explain,
    mark as mark,
)
from irlearn.derivation.given import parse_asked as parse_asked, parse_given as parse_given
from irlearn.derivation.significance import (
    TESTS as TESTS,
    Binomial as Binomial,
    PairedT as PairedT,
    RankSum as RankSum,
    SignedRank as SignedRank,
    Significance as Significance,
    SignTest as SignTest,
    parse_significance as parse_significance,
)
from irlearn.derivation.solved import Sheet as Sheet, solve as solve
from irlearn.derivation.terms import Working as Working, exact_value as exact_value, work as work
from irlearn.derivation.tested import SignificanceDerivation as SignificanceDerivation, explain_test as explain_test
