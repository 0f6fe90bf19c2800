"""Made data with a known origin, or a known truth.

`leaderboard` has the ten runs of Lin et al. (2021), reconstructed, and two alike; `scores` has matrices of scores with
known true means; `collections` has qrels and runs whose relevant documents are all known.
"""

__all__ = [
    "collections",
    "leaderboard",
    "scores",
]
