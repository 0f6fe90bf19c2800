"""Qrels and runs: read, checked, ranked by one rule, and joined by one join.

Pools are in `pooling`, assessors who agree or not in `assessors`: reading and scoring do not wait for them.
"""

from irlearn.collection.joining import JudgedRun, join
from irlearn.collection.qrels_run import Qrels, Run
from irlearn.collection.reading import read_qrels, read_run

__all__ = [
    "JudgedRun",
    "Qrels",
    "Run",
    "join",
    "read_qrels",
    "read_run",
]
