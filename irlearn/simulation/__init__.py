"""Made data with a known origin: `leaderboard.reconstruction` has the ten runs of Lin et al. (2021)."""
