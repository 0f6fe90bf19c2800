"""The catalogue of misconceptions, a file a subject: rows, beside what those about kinds of numbers work on."""

from irlearn.kinds.rules import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception

# Each module registers its misconceptions when it is imported. Misconceptions that explain a wrong number equally well
# are named in the order of these imports, so the order is written here and not left to the alphabet.
# isort: off
from irlearn.diagnosis.misconceptions import graded as graded
from irlearn.diagnosis.misconceptions import means as means
from irlearn.diagnosis.misconceptions import relevance as relevance
from irlearn.diagnosis.misconceptions import tests as tests
