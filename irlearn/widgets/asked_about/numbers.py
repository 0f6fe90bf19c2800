"""Numbers that are typed in a row: counts, and numbers with their names."""

from __future__ import annotations

from irlearn.derivation import Binomial
from irlearn.kinds import BestOfMany, Phi
from irlearn.widgets.asked_about.base import FIELDS, InputField

FIELDS(Binomial, Phi)(InputField("counts", "Successes and trials", "counts", wide=False))
FIELDS(BestOfMany)(InputField("named", "Numbers with their names", "numbers"))
