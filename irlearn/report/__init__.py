"""Documents on the runs of a user: `diff` says where the difference of two runs comes from."""

from irlearn.report.difference import QueryDifference, RunDifference, diff

__all__ = ["QueryDifference", "RunDifference", "diff"]
