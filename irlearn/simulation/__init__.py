"""Made data with a known origin: `leaderboard` has the ten runs of Lin et al. (2021), reconstructed, and two alike."""
