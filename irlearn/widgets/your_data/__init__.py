"""Widgets made from a user's own judgments, runs and scores."""
