"""Numbers that are typed in a row: counts, and numbers with their names."""

from __future__ import annotations

from irlearn.byhand.catalogue import BestOfMany, Phi
from irlearn.byhand.paired_tests import Binomial
from irlearn.widgets.core.input_fields.base import FIELDS, InputField

FIELDS(Binomial, Phi)(InputField("counts", "Successes and trials", "counts", wide=False))
FIELDS(BestOfMany)(InputField("named", "Numbers with their names", "numbers"))
