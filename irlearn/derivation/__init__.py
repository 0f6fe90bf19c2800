"""Calculations worked out as by hand: one measure, a mean over queries, or a whole solved sheet."""

from irlearn.derivation.explain_quantity import explain as explain
from irlearn.derivation.mean import MeanDerivation as MeanDerivation, MeanStep as MeanStep
from irlearn.derivation.measure import Derivation as Derivation, Step as Step, grade_text as grade_text
from irlearn.derivation.paired_tests import (
    Binomial as Binomial,
    PairedT as PairedT,
    RankSum as RankSum,
    SignedRank as SignedRank,
    SignTest as SignTest,
)
from irlearn.derivation.parse_question import (
    all_quantities as all_quantities,
    kinds_of as kinds_of,
    parse_input as parse_input,
    parse_quantity as parse_quantity,
    parse_significance as parse_significance,
)
from irlearn.derivation.quantity import (
    HandQuantity as HandQuantity,
    SignificanceDerivation as SignificanceDerivation,
)
from irlearn.derivation.sheet import Sheet as Sheet, solve as solve
from irlearn.derivation.terms import (
    WrittenCalculation as WrittenCalculation,
    exact_value as exact_value,
    write_out as write_out,
)
