"""Studies of three published papers, for any runs.

`leaderboard` follows Lin et al. (2021), `extremes` Carterette (2015), and `adjudication` Otero et al. (2023).
"""

__all__ = [
    "adjudication",
    "extremes",
    "leaderboard",
]
