"""Simulated data for which the truth is known, and reconstructions from published figures.

`leaderboard` contains reconstructions of the ten runs of Lin et al. (2021), and a pair of systems that find the same
queries hard. `scores` contains matrices of scores with known true means. `collections` contains qrels and runs whose
relevant documents are all known.
"""

__all__ = [
    "collections",
    "leaderboard",
    "scores",
]
