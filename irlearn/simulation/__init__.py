"""Simulated data with a known origin or a known truth.

`leaderboard` contains the ten runs of Lin et al. (2021), reconstructed, and a pair of aligned systems. `scores`
contains matrices of scores with known true means. `collections` contains qrels and runs whose relevant documents are
all known.
"""

__all__ = [
    "collections",
    "leaderboard",
    "scores",
]
