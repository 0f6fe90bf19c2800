"""Qrels and runs as columns: readers, ranking by one tie rule, and the join of both.

`pooling` contains pools and the agreement of assessors. It is imported only where it is needed.
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
