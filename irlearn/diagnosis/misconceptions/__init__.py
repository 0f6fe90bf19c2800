"""The catalogue of misconceptions, a file a subject: rows, beside what those about kinds of numbers work on."""

from irlearn.diagnosis.misconceptions import graded as graded, means as means, relevance as relevance, tests as tests
from irlearn.kinds.rules import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
