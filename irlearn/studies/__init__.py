"""Studies of published papers on anybody's runs: `leaderboard` (Lin et al., 2021)."""
