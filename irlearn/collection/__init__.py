"""Qrels and runs: read, checked, ranked by one rule, and joined by one join; pools, and assessors who agree or not."""

from irlearn.collection.assessors import Agreement, agreement
from irlearn.collection.joined import Joined, join
from irlearn.collection.pooling import Pool, Pooled, judged_ranking, pool
from irlearn.collection.qrels_run import Qrels, Run
from irlearn.collection.reading import read_qrels, read_run

__all__ = [
    "Agreement",
    "Joined",
    "Pool",
    "Pooled",
    "Qrels",
    "Run",
    "agreement",
    "join",
    "judged_ranking",
    "pool",
    "read_qrels",
    "read_run",
]
