"""Reports on runs: `report` compares runs on one page, and `diff` says where the difference of two runs comes from."""

from irlearn.report.difference import QueryDifference, RunDifference, diff
from irlearn.report.document import Report, report

__all__ = ["QueryDifference", "Report", "RunDifference", "diff", "report"]
